import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { type Delivery, signedEvent, webhookSecret } from '../../sandbox/webhooks';

const file = join(__dirname, '../../../examples/instant-completions.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
	nodes: { name: string; parameters: { jsCode?: string } }[];
};
const { jsCode = '' } = nodes.find(({ name }) => name === 'Check the signature')?.parameters ?? {};

const ID = '0'.repeat(24);
const SECRET = webhookSecret();

/** What "Check the signature" makes of a delivery, once somebody has pasted a secret. */
async function checked(
	{ headers, body }: Delivery,
	pasted: string | null = SECRET,
): Promise<unknown> {
	const code = pasted === null ? jsCode : jsCode.replace(/whsec_PASTE[\w-]+/, pasted);
	const check = runInThisContext(`(async function ($input, Buffer) {${code}\n})`) as (
		this: object,
		$input: object,
		buffer: typeof Buffer,
	) => Promise<[{ json: { isSigned: boolean; event?: unknown } }]>;
	const helpers = { getBinaryDataBuffer: () => Promise.resolve(Buffer.from(body)) };
	const [{ json }] = await check.call(
		{ helpers },
		{ first: () => ({ json: { headers } }) },
		Buffer,
	);
	return json.isSigned ? json.event : 'refused';
}

/** @param name of any length, so that bodies end anywhere in a block of 64 bytes */
const event = (name: string, ...secrets: string[]) =>
	signedEvent(
		'group.created',
		{ groupId: ID, name, createdAt: '2026-01-01T00:00:00.000Z' },
		...secrets,
	);

it('takes what the platform has signed, of any length and in any script', async () => {
	for (let length = 0; length < 70; length += 1) {
		const delivery = event('ü'.repeat(length), SECRET);
		expect(await checked(delivery)).toEqual(JSON.parse(delivery.body));
	}
});

const other = webhookSecret();
const { headers, body } = event('Sales', SECRET);
const without = (name: string) =>
	Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

it.each<[name: string, delivery: Delivery, isTaken: boolean]>([
	['signed with the new and the old secret', event('Sales', other, SECRET), true],
	['signed with another secret', event('Sales', other), false],
	['of a changed body', { headers, body: `${body} ` }, false],
	['of another ID', { headers: { ...headers, 'webhook-id': 'msg_1' }, body }, false],
	['of another time', { headers: { ...headers, 'webhook-timestamp': '1' }, body }, false],
	['of an empty signature', { headers: { ...headers, 'webhook-signature': 'v1,' }, body }, false],
	[
		'of a part of the signature',
		{
			headers: {
				...headers,
				'webhook-signature': (headers['webhook-signature'] ?? '').slice(0, 20),
			},
			body,
		},
		false,
	],
	['without a signature', { headers: without('webhook-signature'), body }, false],
	['without an ID', { headers: without('webhook-id'), body }, false],
])('an event %s', async (_, delivery, isTaken) => {
	expect(await checked(delivery)).toEqual(isTaken ? JSON.parse(delivery.body) : 'refused');
});

it('refuses everything as long as nobody has pasted a secret', async () => {
	expect(await checked(event('Sales', 'whsec_PASTE-THE-SECRET-OF-YOUR-SUBSCRIPTION'), null)).toBe(
		'refused',
	);
});
