/** The form that the reader of an error sees. */
export interface ReadersForm {
	/** Whether Service is Other, so that the credential shows Base URL; unknown where there is no credential. */
	isOther?: boolean | undefined;
	/** Whether only the message is shown, as in the test of a credential. */
	hasMessageOnly?: boolean;
}

/** One or more whole sentences, for every form or made for one. A form that they do not concern gets ''. */
export type Sentence = string | ((form: ReadersForm) => string);

/** What the sentences say in a form, as one text. */
export function proseOf(sentences: Sentence | readonly Sentence[], form: ReadersForm = {}): string {
	return [sentences]
		.flat()
		.map((sentence) => (typeof sentence === 'function' ? sentence(form) : sentence))
		.filter((text) => text !== '')
		.join(' ');
}

/** A sentence about the field of the credential that has the platform's address. */
export function aboutAddress(sentence: (field: string) => string): Sentence {
	return ({ isOther }) => {
		if (isOther === undefined) return sentence('Service (with Other: Base URL)');
		return sentence(isOther ? 'Base URL' : 'Service');
	};
}

/** A sentence for readers with Other as Service only. */
export function withOther(sentence: string): Sentence {
	return ({ isOther }) => {
		if (isOther === undefined) return `With Other as Service: ${sentence}`;
		return isOther ? sentence : '';
	};
}

/** What to check where a request may have gone elsewhere. */
export const CHECK_FIELD = aboutAddress((field) => `Check ${field} in the credential.`);

/** What to do about an answer that the service would not send, e.g. a web page. */
export const CHECK_ADDRESS = aboutAddress(
	(field) =>
		`Check ${field} in the credential. If it is right, tell the administrators of the platform.`,
);

/** What is to be entered as the address. */
export const ADDRESS_EXAMPLE = withOther(
	'Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".',
);

/** What to do about a redirect, which is not followed. */
export const FINAL_ADDRESS: Sentence = ({ isOther }) =>
	isOther === true
		? 'Enter the final address of the platform as Base URL in the credential.'
		: 'Choose Other as Service in the credential, and enter the final address of the platform as Base URL.';

/** The system's code of a failure. n8n replaces a message that has one, so it stays out of messages. */
export function codeOf(code: string): Sentence {
	return ({ hasMessageOnly = false }) => (hasMessageOnly ? '' : `(${code})`);
}
