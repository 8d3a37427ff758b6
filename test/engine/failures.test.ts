import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { LearningPlatformApi } from '../../credentials/LearningPlatformApi.credentials';
import { FAILURE_KINDS, type FailureKind } from '../../nodes/LearningPlatform/failures/failure';
import { isFullRun } from '../repeats';
import { listCourses } from './lists';
import { atEndOfTest, n8nGlobal, shortenWaits, startService, storedFor } from './service';

// Causes every kind of failure over HTTP. failures.txt shows what users read: FAILURES=write updates it.

/** A response: a status and a body, which is sent as JSON unless it is text or bytes, or a function that responds. */
type Reply =
	| { status?: number; headers?: Record<string, string>; body?: unknown }
	| ((request: IncomingMessage, response: ServerResponse) => void);

interface Cause {
	credential?: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	token?: Reply;
	/** The responses for the pages, in order; the last one repeats. */
	pages?: Reply[];
}

const code = (status: number, error: string): Cause => ({ pages: [{ status, body: { error } }] });
const body = (sent: unknown): Cause => ({ pages: [{ body: sent }] });
const requestOptions = (options: INodeParameters): Cause => ({
	parameters: { requestOptions: options },
});
const next = (url: string, ...records: unknown[]): Reply => ({
	headers: { link: `<${url}>; rel="next"` },
	body: records,
});
const PAGE_2 = '/api/v2/courses?next=2';
const cut: Reply = ({ socket }) => socket.destroy();

/** Cuts the first response after its headers, so that the page is requested again. */
const linkThenNone = [
	((_, response) => {
		response.writeHead(200, { link: `<${PAGE_2}>; rel="next"`, 'content-length': '99' });
		response.write('[', () => response.destroy());
	}) satisfies Reply,
	{ body: [] },
];

/** More than a page can contain, compressed. */
const MEGABYTES = Array<Buffer>(129).fill(gzipSync(Buffer.alloc(1024 ** 2)));

const causes: Record<FailureKind, Cause> = {
	apiVersionInvalid: { credential: { apiVersion: 'v–2' } },
	baseUrlEmpty: { credential: { service: 'other', baseUrl: '' } },
	baseUrlInvalid: { credential: { baseUrl: 'platform' } },
	baseUrlNotBare: { credential: { baseUrl: 'https://platform.example?a=b' } },
	blocked: { pages: [{ status: 403, body: '<html>' }] },
	bodyEmpty: body(''),
	bodyInvalid: body('[{"_id":"a'),
	bodyNotUtf8: body(Buffer.from('["Café"]', 'latin1')),
	bodyTooLong: {
		pages: [{ headers: { 'content-encoding': 'gzip' }, body: Buffer.concat(MEGABYTES) }],
	},
	bulkNotRun: code(400, 'bulkOperationNotRun'),
	certificateCheckOff: requestOptions({ allowUnauthorizedCerts: true }),
	clientIdEmpty: { credential: { clientId: '' } },
	clientRejected: { token: { status: 401, body: { error: 'invalid_client' } } },
	clientSecretEmpty: { credential: { clientSecret: '' } },
	conflictingRecords: body([
		{ _id: 'a', name: 'A' },
		{ _id: 'a', name: 'B' },
	]),
	connectionLost: { pages: [cut] },
	connectionRefused: { credential: { baseUrl: 'http://127.0.0.1:1' } },
	corrupted: { pages: [{ headers: { 'content-encoding': 'gzip' }, body: 'not compressed' }] },
	domainNotAllowed: {
		credential: { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' },
	},
	endlessList: { pages: [next(PAGE_2, { _id: 'a' })] },
	entryInvalid: body([{}, null]),
	errorInstead: body({ error: 'busy' }),
	exchangeRejected: { token: { status: 400, body: { error: 'invalid_request' } } },
	featureOff: code(400, 'skillsNotEnabled'),
	fileInstead: { pages: [{ headers: { 'content-type': 'application/pdf' }, body: '%PDF' }] },
	filterIgnored: {
		...body([{ _id: 'a', sourceLang: 'fr' }]),
		parameters: { filters: { sourceLang: 'en' } },
	},
	forbidden: code(403, 'no'),
	headersTooLong: { pages: [{ headers: { link: 'x'.repeat(20_000) }, body: [] }] },
	hostNotFound: { credential: { baseUrl: 'http://platform.invalid' } },
	idsMismatched: code(400, 'sessionNotBelongToPath'),
	linkElsewhere: { pages: [next('https://evil.example/api/v2/courses?next=2')] },
	linkLost: { pages: linkThenNone, parameters: { options: { maxRetries: 1 } } },
	linkMissing: body({ data: [], hasMore: true }),
	linkUnreadable: { pages: [{ headers: { link: 'broken' }, body: [] }] },
	listNotFound: { pages: [{ status: 404, body: {} }] },
	notAList: body({ courses: 1 }),
	notAToken: { token: { body: { expires_in: 3600 } } },
	notHttp: { pages: [({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n')] },
	notHttps: {},
	otherRecord: {
		...body({ _id: 'b' }),
		parameters: { operation: 'get', courseId: { __rl: true, mode: 'id', value: 'a' } },
	},
	otherService: {},
	pageLost: { pages: [next(PAGE_2, { _id: 'a' }), { status: 410, body: {} }] },
	pageRepeated: { pages: [next(PAGE_2, { _id: 'a' }, { _id: 'b' })] },
	partialResponse: { pages: [{ status: 206, body: [] }] },
	proxyPasswordMissing: { pages: [{ status: 407, body: '' }] },
	proxyUnreachable: requestOptions({ proxy: 'http://127.0.0.1:1' }),
	rateLimited: code(429, 'tooManyRequests'),
	recordInstead: body({ _id: 'a', name: 'A' }),
	recordNotFound: code(404, 'courseNotFound'),
	redirected: { pages: [{ status: 302, headers: { location: '/elsewhere' }, body: '' }] },
	rejected: code(400, 'odd'),
	requestTooLong: { pages: [{ status: 414, body: '' }] },
	scopeMissing: code(403, 'invalid_scope'),
	serverError: code(503, 'maintenance'),
	serviceEmpty: { credential: { service: '', baseUrl: '' } },
	serviceUnknown: { credential: { service: 'elsewhere' } },
	timeout: { ...requestOptions({ timeout: 50 }), pages: [() => undefined] },
	tokenEndpointNotFound: { token: { status: 404, body: {} } },
	tokenRejected: code(401, 'invalid_token'),
	tokenTimeout: { token: () => undefined },
	tokenUnavailable: { token: { status: 503, body: {} } },
	tokenWebPage: { token: { body: '<html>' } },
	unreachable: { credential: { baseUrl: 'http://255.255.255.255' } },
	untrustedCertificate: {},
	valueInvalid: body('[{"a":NaN}]'),
	versionHeaderInvalid: { credential: { versionHeader: 'a:' } },
	webPageInstead: body('<html>'),
};

const TOKEN = { body: { token_type: 'Bearer', access_token: 'kept', expires_in: 3600 } };

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
	if (typeof reply === 'function') {
		reply(request, response);
		return;
	}
	const { status = 200, headers = {}, body: sent } = reply;
	const isJson = typeof sent !== 'string' && !Buffer.isBuffer(sent);
	const type = isJson ? 'application/json' : 'text/plain';
	response.writeHead(status, { 'content-type': type, ...headers });
	response.end(isJson ? JSON.stringify(sent) : sent);
}

/** Starts a service that sends these responses. @returns its address */
async function serviceWith({ token = TOKEN, pages = [{ body: [] }] }: Cause): Promise<string> {
	let sent = 0;
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const isToken = request.url?.endsWith('/oauth2/token') === true;
			const page = pages[Math.min(sent, pages.length - 1)] ?? {};
			if (!isToken) sent += 1;
			send(isToken ? token : page, request, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	atEndOfTest(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs List or Get against a service that causes a failure. @returns what the user reads */
async function shownFor(kind: FailureKind): Promise<string> {
	const { credential = {}, parameters = {}, ...replies } = causes[kind];
	if (kind === 'tokenTimeout') {
		const soon = AbortSignal.timeout(20);
		jest.spyOn(n8nGlobal.AbortSignal, 'timeout').mockReturnValue(soon);
	}
	const address = await serviceWith(replies);
	const baseUrl = kind === 'notHttps' ? address.replace('http:', 'https:') : address;
	const own = { service: 'other', baseUrl, clientId: 'id', clientSecret: 'secret' };
	if (kind === 'otherService') return masked(await refusedElsewhere(own), address);
	const stored = storedFor(await startService({ tls: kind === 'untrustedCertificate' }));
	if (kind !== 'untrustedCertificate') stored.edit({ ...own, ...credential });
	const all = { returnAll: true, options: { maxRetries: 0 }, ...parameters };
	const { error } = await listCourses(stored, all);
	return masked(`${error?.message}\n\t${error?.description}`, address);
}

/** n8n's HTTP Request node can ask the credential to authenticate any request. */
async function refusedElsewhere(credential: ICredentialDataDecryptedObject): Promise<string> {
	const request = { url: 'https://evil.example/' };
	const refused = new LearningPlatformApi().authenticate(credential, request);
	const error: unknown = await refused.catch((reason: unknown) => reason);
	const { message, description } = error as Error & { description: string };
	return `${message}\n\t${description}`;
}

/** Replaces the parts that differ from machine to machine. */
const masked = (text: string, address: string) =>
	text
		.replaceAll(new URL(address).host, 'HOST')
		.replace(/\((EAI_AGAIN|ENOTFOUND|EACCES|ENETUNREACH|no response)\)/, '(CODE)');

const file = join(__dirname, 'failures.txt');
const isWriting = process.env.FAILURES === 'write';

// A page of more than 128 MB takes a second.
const kinds = Object.values(FAILURE_KINDS)
	.flat()
	.filter((kind) => isFullRun || isWriting || kind !== 'bodyTooLong')
	.sort();

const written = new Map(
	(isWriting ? '' : readFileSync(file, 'utf8'))
		.split(/\n(?=\w)/)
		.map((entry) => [entry.split(':', 1)[0] ?? '', entry.replace(/^\w+: /, '').trimEnd()]),
);
const shown: string[] = [];

beforeEach(shortenWaits);

it.each(kinds)(
	'failures.txt has the sentences that users read for the failure %s',
	async (kind) => {
		const text = await shownFor(kind);
		shown.push(`${kind}: ${text}\n`);
		if (!isWriting) expect(text).toBe(written.get(kind));
	},
);

afterAll(() => {
	if (isWriting) writeFileSync(file, shown.join(''));
});
