import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a delivery may be from now, in s, in both directions. */
const TOLERANCE_S = 300;

/** The headers that a delivery of the service has (Standard Webhooks). */
export interface SignedHeaders {
	id: string;
	/** In s since the epoch. */
	timestamp: string;
	/** One or more, separated by spaces, each as `v1,<base64>`. */
	signature: string;
}

/** @returns `undefined` where one is missing */
export function signedHeaders(
	headers: Record<string, string | string[] | undefined>,
): SignedHeaders | undefined {
	const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => {
		const value = headers[`webhook-${name}`];
		return typeof value === 'string' ? value : '';
	});
	return id && timestamp && signature ? { id, timestamp, signature } : undefined;
}

/** @param now in ms since the epoch */
export function isRecent({ timestamp }: SignedHeaders, now: number): boolean {
	return /^\d+$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1_000) <= TOLERANCE_S;
}

/** Whether one of the signatures is that of these bytes, made with the secret. */
export function isSignedWith(secret: string, headers: SignedHeaders, body: Buffer): boolean {
	const given = headers.signature
		.split(' ')
		.filter((signature) => signature.startsWith('v1,'))
		.map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
	return keysOf(secret)
		.map((key) =>
			createHmac('sha256', key).update(`${headers.id}.${headers.timestamp}.`).update(body).digest(),
		)
		.some((own) => given.some((each) => each.length === own.length && timingSafeEqual(each, own)));
}

/** Nobody says how the service reads a secret: as it is, or as base64 behind `whsec_`. */
function keysOf(secret: string): Buffer[] {
	const [, encoded = ''] = /^whsec_([\w+/-]+=*)$/.exec(secret) ?? [];
	const readings = [Buffer.from(secret), Buffer.from(encoded, 'base64')];
	return readings.filter(({ length }) => length > 0);
}
