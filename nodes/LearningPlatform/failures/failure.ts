/** The kinds of failures: a list to scan, not one kind a line. The rooms above have a sentence for each. */
// prettier-ignore
export const FAILURE_KINDS = {
	/** To be fixed in the credential, or in the platform's settings for its client ID. */
	credential: [
		'apiVersionInvalid', 'baseUrlEmpty', 'baseUrlInvalid', 'baseUrlNotBare', 'clientIdEmpty',
		'clientRejected', 'clientSecretEmpty', 'domainNotAllowed', 'exchangeRejected',
		'redirected', 'serviceEmpty', 'serviceUnknown', 'tokenEndpointNotFound', 'tokenRejected',
		'versionHeaderInvalid',
	],
	/** Of a token exchange, with a cause that may lie outside the credential. */
	exchange: ['notAToken', 'otherService', 'tokenTimeout', 'tokenUnavailable', 'tokenWebPage'],
	/** Requests without a response, and responses without a usable status. */
	connection: [
		'blocked', 'connectionLost', 'connectionRefused', 'corrupted', 'forbidden',
		'headersTooLong', 'hostNotFound', 'listNotFound', 'notHttp', 'notHttps', 'partialResponse',
		'proxyPasswordMissing', 'proxyUnreachable', 'rateLimited', 'rejected', 'requestTooLong',
		'scopeMissing', 'serverError', 'timeout', 'unreachable', 'untrustedCertificate',
	],
	/** Rejected requests for a list or a record, and unusable lists and records. */
	page: [
		'bodyEmpty', 'bodyInvalid', 'bodyNotUtf8', 'bodyTooLong', 'bulkNotRun',
		'certificateCheckOff', 'conflictingRecords', 'endlessList', 'entryInvalid',
		'errorInstead', 'featureOff', 'fileInstead', 'filterIgnored', 'idsMismatched',
		'linkElsewhere', 'linkLost', 'linkMissing', 'linkUnreadable', 'notAList', 'otherRecord',
		'pageLost', 'pageRepeated', 'recordInstead', 'recordNotFound', 'valueInvalid',
		'webPageInstead',
	],
} as const;

export type FailureKind = (typeof FAILURE_KINDS)[keyof typeof FAILURE_KINDS][number];

/** What a failed request was for. It decides what the user should do. */
export type Purpose =
	| { action: 'addLabels'; labelKind: string }
	| { action: 'lookUp'; list: string }
	| { action: 'readChanges'; field: string }
	| { action: 'readRecord'; name: string; id: string }
	| {
			action: 'subscribe';
			scope: 'webhooks:read' | 'webhooks:write' | 'webhookSecrets:read';
			eventType: string;
			url: string;
	  }
	| { action: 'write'; list: 'external-ids' | 'groups' | 'paths' | 'users' };

/** A field of a node that affects its requests. */
export type FormField = 'Filters' | 'ID' | 'List to Read' | 'Options' | 'Request Options';

/** The facts that a failure's sentence, or the next attempt, needs. Texts are quoted without secrets. */
export interface FailureFacts {
	/** The HTTP status; missing if there was no response. */
	status?: number;
	/** The error code of the operating system or of Node.js, e.g. `ECONNRESET`. */
	systemCode?: string;
	/** The service's own error code, e.g. `mailAlreadyUsed`. */
	serviceCode?: string | undefined;
	/** The kind of a rejected request's body. Its words are in `quote`, which is empty if it had none. */
	bodyKind?: 'data' | 'nothing' | 'webPage';
	quote?: string;
	/** What the service should have sent, e.g. `a list`, and what it sent instead. */
	expected?: string;
	found?: string;
	/** True if the same request may succeed later. */
	isTransient?: boolean;
	/** From the `Retry-After` header (RFC 9110), in ms. */
	retryAfterMs?: number | undefined;
	/** The field, link, or number that the kind is about. */
	subject?: string;
	page?: { number: number; recordsRead: number };
	purpose?: Purpose;
	/** The form that the user sees. */
	form?: {
		/** True if Service is Other, so the credential shows Base URL; `undefined` if there is no credential. */
		isOther?: boolean | undefined;
		/** The node's fields that affect the request. */
		fields?: readonly FormField[];
		/** The scope needed to read the list, e.g. `courses:read`. */
		scope?: string | undefined;
		/** All scopes that the operation needs. */
		scopes?: readonly string[] | undefined;
		/** Known mistakes in the request, in complete sentences. */
		mistakes?: readonly string[];
	};
}

/** A failure as data. `errors/` and `nodeErrors/` own its sentences. */
export class Failure extends Error {
	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		super(kind);
		this.name = 'Failure';
	}

	/** Returns a copy with more facts: several lists may share the failure of one token exchange. The first purpose stays. */
	with(facts: FailureFacts): Failure {
		const { purpose = facts.purpose } = this.facts;
		return new Failure(this.kind, { ...this.facts, ...facts, ...(purpose && { purpose }) });
	}

	/** 401 for every rejected token: some services send 400 or 403. */
	get status(): number | undefined {
		return this.kind === 'tokenRejected' ? 401 : this.facts.status;
	}

	/** The status or the system error code, for log lines. */
	get reason(): string {
		return String(this.status ?? this.facts.systemCode ?? 'none');
	}

	get isTransient(): boolean {
		return this.facts.isTransient ?? false;
	}

	/** True if too many requests were sent; some services report this with status 403 and `Retry-After`. */
	get isRateLimit(): boolean {
		return this.kind === 'rateLimited' || this.facts.status === 429;
	}

	/** True if someone must fix the credential, or the platform's settings for its client ID. */
	get isCredentialError(): boolean {
		return (FAILURE_KINDS.credential as readonly string[]).includes(this.kind);
	}

	/** True if the credential's scopes may not cover the request. */
	get lacksScope(): boolean {
		return this.kind === 'forbidden' || this.kind === 'scopeMissing';
	}

	/** True if the platform may have no list at the request's path. */
	get lacksList(): boolean {
		return ['listNotFound', 'notAList', 'recordInstead'].includes(this.kind);
	}
}

/** Adds facts to a failure on its way up; returns any other error unchanged. */
export function withFacts(error: unknown, facts: FailureFacts = {}): unknown {
	return error instanceof Failure ? error.with(facts) : error;
}
