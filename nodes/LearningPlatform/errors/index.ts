/** Says in words what went wrong with a credential or a connection. */
import type { Failure as SchedulerFailure } from 'n8n-workflow';

import { Failure, FAILURE_KINDS, type FailureFacts, type FormField } from '../failures/failure';
import { kindOfStatus } from '../failures/classify';
import { UserFacingError } from '../failures/userFacingError';
import { connectionSentences } from './connection';
import { credentialSentences } from './credential';

export { sharedAdvice } from './credential';

/** Complete sentences with placeholders, for all users or for the users of one field or setting. */
type Sentence =
	| string
	| Readonly<Partial<Record<FormField | 'Node' | 'Other' | 'Other, Test' | 'Preset', string>>>;

export interface Explanation {
	message: string;
	/** The next step for the user. */
	step?: Explanation['advice'];
	advice: Sentence | readonly Sentence[];
	/** True to put known mistakes and the service's response before the advice. */
	isReasonFirst?: boolean;
	schedulerCause?: SchedulerFailure['cause'] | undefined;
}

const explanations: Readonly<
	Partial<Record<Failure['kind'], Explanation | ((facts: FailureFacts) => Explanation)>>
> = { ...credentialSentences, ...connectionSentences };

/** Returns a failure's explanation, whose advice includes the service's response. @param others the explanations of other kinds */
export function explanationOf(
	{ kind, facts, isTransient }: Failure,
	others: typeof explanations = {},
) {
	const entry = others[kind] ?? explanations[kind] ?? { message: kind, advice: '' };
	const explanation = typeof entry === 'function' ? entry(facts) : entry;
	const { advice, isReasonFirst = false, ...rest } = explanation;
	const isConnectionError = (FAILURE_KINDS.connection as readonly string[]).includes(kind);
	const { systemCode } = facts;
	// n8n replaces the message of a credential test if it contains a system error code.
	const code = isConnectionError && systemCode !== undefined ? { Node: `(${systemCode})` } : '';
	const detail = facts.bodyKind === undefined ? code : responseOf(facts);
	const sentences = isReasonFirst ? ['{mistakes}', detail, advice] : [advice, detail];
	const cause = isTransient ? ('temporarily-unavailable' as const) : undefined;
	return { schedulerCause: cause, ...rest, advice: sentences.flat() };
}

/** Quotes the service's response in a sentence; returns '' if there was none. */
export function responseOf({ bodyKind, status, quote = '' }: FailureFacts): string {
	if (bodyKind === undefined) return '';
	if (bodyKind === 'nothing') return `The service returned ${status} without a body.`;
	if (bodyKind === 'webPage')
		return `The service returned a web page instead of data (status ${status}).`;
	return `The service returned ${status}${quote === '' ? '' : `: "${quote}"`}.`;
}

/** Returns the error that users read for a failure; returns any other error unchanged. */
export function toUserFacingError(
	error: unknown,
	explain: (failure: Failure) => Explanation = explanationOf,
): unknown {
	if (!(error instanceof Failure)) return error;
	const { message, advice, step = '', schedulerCause } = explain(error);
	const { form } = error.facts;
	const facts = { step: render(step, form), schedulerCause };
	return new UserFacingError(message, render(advice, form), facts);
}

/** Does the same for readers who see only a message: of a credential test, or of n8n's HTTP Request node. */
export function inOneMessage(error: unknown): unknown {
	if (!(error instanceof Failure)) return error;
	const { message, advice, step = '' } = explanationOf(error);
	const prose = render([step, advice].flat(), error.facts.form, true);
	return new UserFacingError(`${message}. ${prose}`, '');
}

/** Words the credential test's rule for a status: n8n shows nothing but the message. */
export const testMessage = (status: number) =>
	(inOneMessage(new Failure(kindOfStatus(status))) as Error).message;

function render(
	advice: Explanation['advice'],
	form: FailureFacts['form'] = {},
	isTest = false,
): string {
	const { isOther, fields = [], mistakes = [], scope } = form;
	const mayBeOther = isOther !== false;
	const readers: string[] = [
		...fields,
		...(isTest ? [] : ['Node']),
		...(mayBeOther ? ['Other', ...(isTest ? ['Other, Test'] : [])] : ['Preset']),
	];
	const texts = [advice].flat().flatMap((sentence) => {
		if (typeof sentence === 'string') return sentence === '{mistakes}' ? mistakes : [sentence];
		const shown = Object.entries(sentence).filter(([reader]) => readers.includes(reader));
		return shown.map(([reader, text]) => {
			const isGuess = isOther === undefined && reader.startsWith('Other');
			return isGuess ? `If Service is Other: ${text}` : text;
		});
	});
	const address = isOther ? 'Base URL' : 'Service';
	return texts
		.filter((text) => text !== '')
		.join(' ')
		.replaceAll('{address}', isOther === undefined ? 'Service (or Base URL for Other)' : address)
		.replaceAll('{scope}', scope ? `the "${scope}" scope` : 'the scope needed to read this list');
}
