import type { Failure, FailureFacts } from '../failures/failure';
import { CHECK_ID } from '../failures/userFacingError';
import { explanationOf, sharedAdvice } from '../errors';
import { wordsIn } from '../values/words';

const REPORT = "Report this to the platform's administrators.";

const UNVERIFIED = "If n8n cannot verify the platform's certificate";

/** Says what is wrong with a request, a page, a record, or a list, by the kind of failure. */
const pageSentences = {
	// Rejected requests:
	bulkNotRun: {
		message: 'The bulk operation has not run yet',
		advice: 'Results appear once the operation has run. Try again later.',
		schedulerCause: 'temporarily-unavailable',
	},
	certificateCheckOff: {
		message: 'The credential does not allow Ignore SSL Issues (Insecure) under Request Options',
		advice: [
			'Turn it off: a proxy could otherwise read the access token.',
			{
				Other: `${UNVERIFIED}, turn on Ignore SSL Issues (Insecure) in the credential instead.`,
				Preset: `${UNVERIFIED}, ask your n8n administrator to configure n8n to trust it.`,
			},
		],
		schedulerCause: 'configuration-invalid',
	},
	featureOff: {
		message: 'A feature required for this request is turned off',
		advice: 'Ask a platform administrator to turn it on.',
		schedulerCause: 'configuration-invalid',
	},
	idsMismatched: {
		message: 'The IDs in this request do not belong together',
		advice: 'Check the IDs: for example, the session must belong to the path.',
		schedulerCause: 'configuration-invalid',
	},
	pageLost: {
		message: 'The service cannot find the page that it linked to',
		advice:
			"Earlier pages were found, so the link may have expired, or the list may have been removed. Run the workflow again. If this keeps happening, report it to the platform's administrators.",
	},
	recordNotFound: ({ serviceCode = '' }: FailureFacts) => {
		const record = wordsIn(serviceCode.replace(/NotFound$/, '')).join(' ');
		return {
			message: `The service has no ${record} with this ID`,
			isReasonFirst: true,
			advice: CHECK_ID,
			schedulerCause: 'configuration-invalid' as const,
		};
	},

	// Unusable bodies of pages and records:
	bodyEmpty: {
		message: 'The service returned an empty body',
		advice: ['The response may have been cut off in transit.', sharedAdvice.checkAddress],
	},
	bodyInvalid: {
		message: 'The service returned invalid JSON',
		advice: ['The response may have been cut off in transit.', sharedAdvice.checkAddress],
	},
	bodyNotUtf8: {
		message: 'The service sent text that is not UTF-8',
		advice: `JSON must be UTF-8. ${REPORT}`,
	},
	bodyTooLong: ({ subject = '' }: FailureFacts) => ({
		message: 'The service sent more data than a page can contain',
		advice: `It sent more than ${subject}. ${REPORT}`,
	}),
	entryInvalid: ({ subject = '', found = '' }: FailureFacts) => ({
		message: 'The service returned a list whose entries are not records',
		advice: [`Entry ${subject} on the page is ${found}.`, sharedAdvice.checkAddress],
	}),
	errorInstead: ({ expected = '', quote = '', found = '' }: FailureFacts) => ({
		message: `The service returned an error instead of ${expected}`,
		advice: [
			quote === '' ? `It returned ${found}.` : `The service said: "${quote}".`,
			sharedAdvice.checkAddress,
		],
	}),
	fileInstead: ({ found = '' }: FailureFacts) => ({
		message: 'The service returned a file instead of records',
		advice: `The file's type is "${found}". This node cannot read files. Instead, use n8n's HTTP Request node with the same credential.`,
	}),
	notAList: ({ found = '' }: FailureFacts) => ({
		message: 'The service did not return a list',
		advice: [`It returned ${found}.`, sharedAdvice.checkList, sharedAdvice.checkAddress],
	}),
	otherRecord: ({ found = '' }: FailureFacts) => ({
		message: 'The service did not return the requested record',
		advice: [
			`It returned ${found}.`,
			'Check the ID: with this ID, the request may have reached a different address.',
			sharedAdvice.checkAddress,
		],
	}),
	recordInstead: ({ found = '' }: FailureFacts) => ({
		message: 'The service returned a single record instead of a list',
		advice: [`It returned ${found}.`, sharedAdvice.checkList, sharedAdvice.checkAddress],
	}),
	valueInvalid: ({ found = '' }: FailureFacts) => ({
		message: 'The service returned invalid JSON',
		advice: `It contains "${found}" instead of a value. This is a bug in the service. Report it to the platform's administrators.`,
	}),
	webPageInstead: ({ expected = '' }: FailureFacts) => ({
		message: `The service returned a web page instead of ${expected}`,
		advice: [sharedAdvice.webPage, sharedAdvice.checkAddress],
	}),

	// Lists that cannot be trusted or continued:
	conflictingRecords: ({ subject = '', expected }: FailureFacts) => ({
		message: `Two records in the list have the same ID but differ: ${subject}`,
		advice: [
			expected === undefined
				? ''
				: `Both have the same "${expected}". Under Options, set ID Field to the field that uniquely identifies a record, or to a comma-separated combination of fields.`,
			"There is no telling which is right. If the record was edited while the list was being read, run the workflow again. If this keeps happening, report it to the platform's administrators.",
		],
		schedulerCause: 'temporarily-unavailable' as const,
	}),
	endlessList: ({ subject = '', found = '' }: FailureFacts) => ({
		message: `The list continues, but its last ${subject} pages ${found}`,
		advice:
			"The list would never end. This is a bug in the service. Report it to the platform's administrators.",
	}),
	filterIgnored: ({ subject = '', found = '' }: FailureFacts) => ({
		message: `The service ignored the filter on "${subject}": ${found} does not match it`,
		advice:
			"The service may not support this filter. Remove the filter and put n8n's Filter node after this one, or ask a platform administrator for help.",
	}),
	linkElsewhere: ({ found }: FailureFacts) => ({
		message: 'The link to the next page points to a different address',
		advice: [
			found === undefined ? '' : `It points from ${found}.`,
			'The node did not follow the link, because the access token must not reach another service.',
			sharedAdvice.checkAddress,
		],
	}),
	linkLost: {
		message: 'The link to the next page was missing when the page was requested again',
		advice:
			'The connection was lost. The first response had a link to the next page, but the second did not. The list may be incomplete. Run the workflow again. If this keeps happening, look for a proxy or cache between n8n and the service.',
	},
	linkMissing: {
		message: 'More pages follow, but there is no link to the next page',
		advice: `The list is not treated as complete. The node finds the next page by a Link header, which the service did not send, or a proxy removed it. ${REPORT}`,
	},
	linkUnreadable: ({ quote = '' }: FailureFacts) => ({
		message: 'The link to the next page cannot be read',
		advice: `The list may have more pages, so it is not treated as complete. The service sent "Link: ${quote}". The cause is the service or a proxy in front of it. ${REPORT}`,
	}),
	pageRepeated: {
		message: 'The service returned the same page twice',
		advice:
			"Its records would appear twice, and others may be missing. Many records may have been added while the list was being read. Run the workflow again. If this keeps happening, report it to the platform's administrators.",
	},
} as const;

/** Explains a failure by its kind. After the first page, the address in the credential is known to be correct. */
export function explainKind(failure: Failure) {
	const usual = explanationOf(failure, pageSentences);
	if ((failure.facts.page?.number ?? 1) === 1) return usual;
	const { checkAddress } = sharedAdvice;
	const advice = usual.advice.map((text) => (text === checkAddress ? REPORT : text));
	return { ...usual, advice };
}
