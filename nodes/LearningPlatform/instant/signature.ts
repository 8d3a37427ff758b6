import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a delivery may be from now, in s, in both directions. */
const TOLERANCE_S = 300;

/** Of a request. A delivery of the service has those of Standard Webhooks. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const valueOf = (headers: Headers, name: 'id' | 'signature' | 'timestamp') =>
	String(headers[`webhook-${name}`] ?? '');

/** @param now in ms since the epoch */
export function isRecent(headers: Headers, now: number): boolean {
	const timestamp = valueOf(headers, 'timestamp');
	return /^\d+$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1_000) <= TOLERANCE_S;
}

/** Whether one of the signatures, `v1,<base64>` with spaces between them, is that of these bytes. */
export function isSigned(headers: Headers, body: Buffer, secret: string): boolean {
	const given = valueOf(headers, 'signature')
		.split(' ')
		.filter((signature) => signature.startsWith('v1,'))
		.map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
	const signedHeaders = `${valueOf(headers, 'id')}.${valueOf(headers, 'timestamp')}.`;
	return keysOf(secret)
		.map((key) => createHmac('sha256', key).update(signedHeaders).update(body).digest())
		.some((own) => given.some((each) => each.length === own.length && timingSafeEqual(each, own)));
}

/** Nobody says how the service reads a secret: as it is, or as base64 behind `whsec_`. */
function keysOf(secret: string): Buffer[] {
	const [, encoded = ''] = /^whsec_([\w+/-]+=*)$/.exec(secret) ?? [];
	const readings = [Buffer.from(secret), Buffer.from(encoded, 'base64')];
	return readings.filter(({ length }) => length > 0);
}
