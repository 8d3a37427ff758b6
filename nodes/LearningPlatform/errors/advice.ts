/** The form that the reader of an error sees. */
export interface ReadersForm {
	/** Whether Service is Other, so that the credential shows Base URL; unknown where there is no credential. */
	isOther?: boolean | undefined;
	/** Whether it is the test of a credential, which shows nothing but the message. */
	isTest?: boolean;
	/** The fields of the node that the request was made from. */
	fields?: readonly NodeField[];
	/** The scope that the list needs, e.g. `courses:read`. */
	scope?: string | undefined;
	/** What is known to be wrong with the request, in whole sentences. */
	known?: readonly string[];
}

type NodeField = 'Filters' | 'ID' | 'List to Read' | 'Options' | 'Request Options';

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

/** A sentence for readers whose node has the field. */
export function withField(field: NodeField, sentence: string): Sentence {
	return ({ fields = [] }) => (fields.includes(field) ? sentence : '');
}

/** A sentence for all readers but the person who tests a credential. */
export function notInTest(sentence: string): Sentence {
	return ({ isTest = false }) => (isTest ? '' : sentence);
}

export const KNOWN: Sentence = ({ known = [] }) => known.join(' ');

/** What to check where a request may have gone elsewhere. */
export const CHECK_FIELD = aboutAddress((field) => `Check ${field} in the credential.`);

export const CHECK_LIST = withField(
	'List to Read',
	'Check List to Read: it has to lead to a list of this platform.',
);

/** What to do about an answer that the service would not send, e.g. a web page. */
export const CHECK_ADDRESS = aboutAddress(
	(field) =>
		`Check ${field} in the credential. If it is right, tell the administrators of the platform.`,
);

export const ADDRESS_EXAMPLE = withOther(
	'Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".',
);
