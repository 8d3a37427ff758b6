import { startHttp, type Request, type Send } from './http';
import { withLength } from './send';

/** A response and the functions that encode and send it. A quirk can change any property. */
export interface Answer {
	version: string;
	status: string;
	/** Header lines, such as `Content-Type: application/json`. */
	fields: string[];
	/** The page's records or the issued token, each as JSON text, which preserves every digit of a number. */
	records: string[];
	/** The absolute URL of the next page. */
	next: string | undefined;
	/** The values of `Link` fields. */
	links: (next: string | undefined) => string[];
	text: (records: string[]) => string;
	/** Encodes the text in a charset. */
	bytes: (text: string) => Buffer;
	/** Applies a content coding. */
	coding: (bytes: Buffer) => Buffer;
	send: Send;
}

export interface Asked {
	request: Request;
	/** The page number, from 1. */
	page: number;
	/** The number of token requests or list requests so far, including this one. */
	times: number;
	service: Outsider;
}

/** A behavior of a service or of a proxy in front of the service. */
export type Quirk = (answer: Answer, asked: Asked) => void;

export interface Outsider {
	/** The records in order, each as JSON text; tests can change the records at any time. */
	records: string[];
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Required by the harness. */
	catalogue: undefined;
	/** The valid tokens. */
	tokens: Set<string>;
	/** Lets quirks remember earlier requests. */
	memory: Set<string>;
	quirks: { list: Quirk[]; token: Quirk[] };
	stop: () => Promise<void>;
}

export interface OutsiderOptions {
	records?: string[];
	pageSize?: number;
	list?: Quirk[];
	token?: Quirk[];
	/** Returns the opaque cursor of the page that starts at a position. */
	cursor?: (position: number) => string;
}

/** Five courses, two per page, which make a first, a middle, and a last page. */
export const fiveCourses = () =>
	['Zoë', 'Éric', 'Straße', '日本語 €', 'plain'].map((name, index) =>
		JSON.stringify({ _id: `c${index + 1}`, name, duration: index }),
	);

let started = 0;

/** A part of every cursor that must not appear in any error. */
export const OPAQUE = 'an-opaque-cursor';

/** Starts a service with a token endpoint and a list of courses, both as specified. */
export async function startOutsider(options: OutsiderOptions = {}): Promise<Outsider> {
	const { pageSize = 2, cursor = (position) => `${position}-${OPAQUE}` } = options;
	const positions = new Map([['', 0]]);
	const times = { token: 0, list: 0 };
	const http = await startHttp((request, socket) => {
		const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(request.target) ?? [];
		const kind = path === '/api/v2/oauth2/token' ? 'token' : 'list';
		times[kind] += 1;
		const start = positions.get(decoded(/(?:^|&)next=([^&]*)/.exec(query)?.[1] ?? ''));
		const id = path.split('/courses/')[1];
		const answer =
			kind === 'token' ? grant() : read(request, () => (id ? single(id) : list(request, start)));
		const page = Math.floor((start ?? 0) / pageSize) + 1;
		const asked: Asked = { request, page, times: times[kind], service };
		// Quirks do not apply to rejections: they could turn a rejection into a success.
		const quirks = answer.status === '200 OK' ? service.quirks[kind] : [];
		for (const quirk of quirks) quirk(answer, asked);
		const body = answer.coding(answer.bytes(answer.text(answer.records)));
		const links = answer.links(answer.next).map((link) => `Link: ${link}`);
		const head = [`${answer.version} ${answer.status}`, ...answer.fields, ...links];
		answer.send(socket, head, body);
	});

	const grant = (): Answer => {
		const token = `token-${times.token}-${'x'.repeat(20)}`;
		service.tokens.add(token);
		const answer = { access_token: token, token_type: 'Bearer', expires_in: '3600' };
		return ok([JSON.stringify(answer)], ([text = '']) => text);
	};
	const read = ({ headers }: Request, answer: () => Answer): Answer => {
		const [, token = ''] = (headers.get('authorization') ?? '').split('Bearer ');
		if (!service.tokens.has(token)) return failure('401 Unauthorized', 'invalid_token');
		if (headers.get('service-api-version') !== 'v2.0') return failure('400 Bad Request', 'version');
		return answer();
	};
	const single = (id: string): Answer => {
		const found = service.records.filter((json) => json.includes(`"_id":"${id}"`));
		return found.length === 1
			? ok(found, ([json = '']) => json)
			: failure('404 Not Found', 'courseNotFound');
	};
	const list = ({ headers }: Request, start: number | undefined): Answer => {
		if (start === undefined) return failure('400 Bad Request', 'unknown cursor');
		const end = start + pageSize;
		const answer = ok(service.records.slice(start, end), (records) => `[${records.join(',')}]`);
		if (end < service.records.length) {
			const next = cursor(end);
			positions.set(decoded(next), end);
			answer.next = `http://${headers.get('host') ?? ''}/api/v2/courses?next=${next}`;
		}
		return answer;
	};

	const service: Outsider = {
		records: options.records ?? fiveCourses(),
		baseUrl: `http://127.0.0.1:${http.port}`,
		// The ID is unique because ports are reused and n8n's process remembers each client's token.
		clientId: `client-${(started += 1)}`,
		clientSecret: 'client-secret-0123456789',
		catalogue: undefined,
		tokens: new Set(),
		memory: new Set(),
		quirks: { list: options.list ?? [], token: options.token ?? [] },
		stop: http.stop,
	};
	return service;
}

function ok(records: string[], text: Answer['text']): Answer {
	return {
		version: 'HTTP/1.1',
		status: '200 OK',
		fields: [`Date: ${new Date().toUTCString()}`, 'Content-Type: application/json'],
		records,
		next: undefined,
		links: (next) => (next === undefined ? [] : [`<${next}>; rel="next"`]),
		text,
		bytes: (json) => Buffer.from(json),
		coding: (bytes) => bytes,
		send: withLength,
	};
}

/** Decodes a cursor: clients may encode characters that are not allowed in URLs. */
const decoded = (text: string) => {
	const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	return Buffer.from(bytes, bytes === text ? 'utf8' : 'latin1').toString();
};

function failure(status: string, error: string): Answer {
	return { ...ok([], () => JSON.stringify({ error })), status };
}
