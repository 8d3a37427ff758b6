import type { Failure } from 'n8n-workflow';

/** The form that the error's reader sees. */
export interface ReadersForm {
	/** Whether Service is Other, so that the credential shows Base URL; unknown without a credential. */
	isOther?: boolean | undefined;
	/** Whether Ignore SSL Issues of the credential is on. */
	ignoresSsl?: boolean;
	/** Whether a credential is tested, which shows nothing but the message. */
	isTest?: boolean;
	/** The fields of the node that shape the request. */
	fields?: readonly NodeField[];
	/** The scope that the list needs, e.g. `courses:read`. */
	scope?: string | undefined;
	/** Known faults of the request, in whole sentences. */
	known?: readonly string[];
}

type NodeField = 'Filters' | 'ID' | 'List to Read' | 'Options' | 'Request Options';

/** Readers by their node's fields, by Service, by Ignore SSL Issues, and by whether they test a credential. */
type Tag = NodeField | 'Node' | 'Other' | 'Preset' | 'SSL off' | 'SSL on' | 'Test';

type Start = 'A' | 'B' | 'C' | 'E' | 'I' | 'L' | 'N' | 'R' | 'S' | 'T' | 'U' | 'W' | 'n' | '(';

/** Whole sentences, for all readers or for the readers in the tags, with the placeholders of `render`. */
type Sentence =
	'' | '{known}' | `${Start}${string}` | `[${Tag}] ${string}` | `[${Tag}, ${Tag}] ${string}`;

/** Renders sentences for the readers of a form, as one text. */
export function renderAdvice(
	sentences: string | readonly string[],
	form: ReadersForm = {},
): string {
	const texts = [sentences].flat().map((sentence) => render(sentence, form));
	return texts.filter((text) => text !== '').join(' ');
}

function render(sentence: string, form: ReadersForm): string {
	const { isOther, ignoresSsl = false, isTest = false, fields = [], known = [], scope } = form;
	const [, tags = '', text = sentence] = /^\[([A-Z][\w, ]+)\] (.*)$/s.exec(sentence) ?? [];
	const isReader: Record<string, boolean> = {
		...{ Node: !isTest, Test: isTest, Other: isOther !== false, Preset: isOther === false },
		...{ 'SSL off': !ignoresSsl, 'SSL on': ignoresSsl },
	};
	const isFor = (tag: string) => isReader[tag] ?? fields.includes(tag as NodeField);
	if (tags !== '' && !tags.split(', ').every(isFor)) return '';
	const address = isOther ? 'Base URL' : 'Service';
	const start = isOther === undefined && tags.includes('Other') ? 'With Other as Service: ' : '';
	return `${start}${text}`
		.replaceAll('{address}', isOther === undefined ? 'Service (with Other: Base URL)' : address)
		.replaceAll('{scope}', scope ? `the scope "${scope}"` : 'the scope that reads this list')
		.replaceAll('{known}', known.join(' '));
}

export const CHECK_FIELD = 'Check {address} in the credential.';

export const CHECK_LIST =
	'[List to Read] Check List to Read: it has to lead to a list of this platform.';

/** For an answer that cannot come from the service, e.g. a web page. */
export const CHECK_ADDRESS =
	'Check {address} in the credential. If it is right, tell the administrators of the platform.';

export const ADDRESS_EXAMPLE =
	'[Other] Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".';

/** The facts of a failure. */
interface FailureFacts {
	/** The next step. It follows the message, but on later pages of a list it moves into the description. */
	step?: string | readonly string[] | undefined;
	/** HTTP status, or the system's error code without a response. */
	reason?: string;
	/** Whether the same request may succeed when it is sent again. */
	isTransient?: boolean;
	/** From Retry-After (RFC 9110). */
	retryAfterMs?: number | undefined;
	/**
	 * For n8n 2, which polls again after a growing wait if the cause may pass, and after half an hour if a person has to
	 * act. By default a transient error is `temporarily-unavailable`, and any other unknown.
	 */
	schedulerCause?: Failure['cause'] | undefined;
	/** The API credentials do not have the scope, or the platform has no such list. */
	lacks?: 'list' | 'scope' | undefined;
	/** The service's own code for the error, e.g. `mailAlreadyUsed`. */
	serviceCode?: string | undefined;
	/** Quotes the service in a sentence; '' without a response. */
	answer?: string;
	/** The page that failed. */
	page?: { number: number; recordsRead: number } | undefined;
	/** Description and step are in its words. */
	form?: ReadersForm;
}

export interface Explanation extends Pick<FailureFacts, 'lacks' | 'schedulerCause'> {
	message: string;
	step?: Sentence | readonly Sentence[];
	advice: Sentence | readonly Sentence[];
	/** Whether the known faults and the detail come before the advice. */
	isReasonFirst?: boolean;
}

/**
 * An error in the words of the person who runs the workflow.
 *
 * It deliberately has no `response`, `status`, `code` or `cause`: n8n exchanges the access token again when it sees a
 * response with status 401, and it replaces our message when it finds a status or a cause.
 */
export class UserFacingError extends Error implements Omit<FailureFacts, 'form' | 'step'> {
	/** Whole sentences, shown below the message. */
	readonly description: string;
	readonly step: string;
	readonly reason: string;
	readonly isTransient: boolean;
	readonly retryAfterMs: FailureFacts['retryAfterMs'];
	readonly schedulerCause: FailureFacts['schedulerCause'];
	readonly lacks: FailureFacts['lacks'];
	readonly serviceCode: FailureFacts['serviceCode'];
	readonly answer: string;
	readonly page: FailureFacts['page'];
	readonly #advice: string | readonly string[];
	readonly #facts: FailureFacts;

	/** @param facts by default the user entered something wrong */
	constructor(
		message: string,
		advice: string | readonly string[],
		facts: FailureFacts = { schedulerCause: 'configuration-invalid' },
	) {
		super(message);
		this.name = 'UserFacingError';
		this.#advice = advice;
		this.#facts = facts;
		this.description = renderAdvice(advice, facts.form);
		this.step = renderAdvice(facts.step ?? '', facts.form);
		this.reason = facts.reason ?? 'none';
		this.isTransient = facts.isTransient ?? false;
		this.retryAfterMs = facts.retryAfterMs;
		this.schedulerCause =
			facts.schedulerCause ?? (this.isTransient ? 'temporarily-unavailable' : undefined);
		this.lacks = facts.lacks;
		this.serviceCode = facts.serviceCode;
		this.answer = facts.answer ?? '';
		this.page = facts.page;
	}

	/** Copies the error with other facts. Lists share the error of a token exchange. */
	with(facts: FailureFacts): UserFacingError {
		return new UserFacingError(this.message, this.#advice, { ...this.#facts, ...facts });
	}

	/** For n8n's scheduler; `undefined` when the cause is unknown. */
	get schedulerFailure(): Failure | undefined {
		const { schedulerCause: cause, retryAfterMs } = this;
		if (cause === undefined) return undefined;
		// Waiting does not help if somebody has to act.
		const mayPass = cause === 'rate-limited' || cause === 'temporarily-unavailable';
		return mayPass && retryAfterMs !== undefined ? { cause, retryAfterMs } : { cause };
	}
}

/** Words the error for its reader's form. Errors of other kinds stay as they are. */
export function inWordsOf(error: unknown, form: ReadersForm): unknown {
	return error instanceof UserFacingError ? error.with({ form }) : error;
}

/** Makes the error for an invalid entry, which an expression may have returned. */
export function invalidEntry(message: string, advice: string): UserFacingError {
	return new UserFacingError(message, `${advice} If it is an expression, check what it returns.`);
}

/** Makes the error for a failed request or an unusable answer. */
export function serviceError(
	message: string,
	advice: string | readonly string[],
	facts: FailureFacts = {},
): UserFacingError {
	return new UserFacingError(message, advice, facts);
}

/** Makes the error from a table of explanations; `detail` ends the description. */
export function explainedError(
	{ message, advice, isReasonFirst = false, ...known }: Explanation,
	detail: string,
	facts: FailureFacts,
): UserFacingError {
	const all = isReasonFirst ? ['{known}', detail, advice] : [advice, detail];
	return serviceError(message, all.flat(), { ...known, ...facts });
}

/** Makes the error for a credential that somebody has to edit. */
export function credentialError(
	message: string,
	step: Sentence,
	advice: Explanation['advice'] = '',
	reason = 'none',
): UserFacingError {
	const schedulerCause = 'credential-invalid';
	return new UserFacingError(message, advice, { step, reason, schedulerCause });
}

/** Explains a 404 as a missing record, and returns any other error as it is. @param name of its kind, e.g. `course` */
export function explainMissing(error: unknown, name: string, id: string): unknown {
	if (!(error instanceof UserFacingError) || error.reason !== '404') return error;
	// The token endpoint may be missing as well.
	if (error.schedulerCause === 'credential-invalid') return error;
	return serviceError(
		`The service has no ${name} with the ID "${id}"`,
		`Check the ID: it may be misspelled, its record may have been deleted, or it may belong to a different platform than the credential. ${error.answer}`,
		{ reason: error.reason },
	);
}
