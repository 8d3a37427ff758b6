import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import {
	addNamesOf,
	boolean,
	escapeFormulas,
	field,
	fieldNames,
	fieldNamesOf,
	filtersOf,
	maxRetries,
	oneOf,
	optionsOf,
	output,
	propertiesOf,
	resourceField,
	shownFor,
	splitByOf,
	targetOf,
	wholeNumber,
	type Field,
} from '../form';
import { findResource, resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { panelEntries, triggerOnOf } from './events';
import { reportEverythingAgain, reportEverythingOnce } from './refresh';
import { readWholeListOf } from './wholeList';

/**
 * n8n puts its schedule above the fields of every polling node, with one poll a minute. Of two fields with one
 * name the last one has the default, and n8n shows none of the type `hidden`.
 */
const pollDefault: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

const pollNotice: INodeProperties = {
	displayName:
		'Every poll reads the whole list and compares it with the last one. Every 15 minutes is often enough for most lists; poll less often, or narrow the list with Filters, if it has many thousand records.',
	name: 'pollNotice',
	type: 'notice',
	displayOptions: { hide: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
	default: '',
};

const changesNotice: INodeProperties = {
	displayName:
		'Most polls ask only for changes since the last poll, which takes one request if there are none. A change that leaves the date of a record as it was, such as archiving a course, and a removal are reported when the whole list is read, as often as Read the Whole List says.',
	name: 'changesNotice',
	type: 'notice',
	displayOptions: { show: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
	default: '',
};

/** What to poll. The other fields follow from it. */
export const watchedResource = field(resourceField, (entered) => {
	const found = findResource(entered);
	if (found) return found;
	throw new UserFacingError(
		'Resource is not one that this version of the node knows',
		`Resource must be ${oneOf(resources.map(({ name }) => name))}. Choose one of them, or update the node package.`,
	);
});

const emitOnFirstRun = field(
	{
		displayName: 'Emit on First Run',
		name: 'emitOnFirstRun',
		type: 'boolean',
		default: false,
		description:
			'Whether the first poll reports all existing records as added, or completed. Otherwise it only remembers them. The poll after a change of the credential, Resource, List to Read, Trigger On, Filters, ID Field or Ignore Fields is a first poll again.',
	},
	boolean,
);

const idField = field(
	{
		displayName: 'ID Field',
		name: 'idField',
		type: 'string',
		default: '',
		placeholder: 'e.g. userId, role',
		description:
			'Field that uniquely identifies a record, or several that do so together, separated by commas',
		hint: 'Leave empty to use "_id", "id" or "uuid", whichever the records have. Of known lists without them, such as memberships, the trigger knows the right fields.',
	},
	fieldNames,
);

const ignoreFields = fieldNamesOf({
	displayName: 'Ignore Fields',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. duration, translations',
	description:
		'Comma-separated fields to ignore when detecting updates. Use dots for nested fields. By default the time of the last login is ignored in the list of users, and the time spent and of the last activity in statistics.',
});

/** Infinity for all at once. */
const maxPerPoll = field(
	{
		displayName: 'Records per Poll',
		name: 'maxPerPoll',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'How many records one poll reports at most; the polls after it report the others. Set it to what your workflow can work through before the next poll, so that executions do not overlap. 0 reports all at once.',
	},
	(entered, property) => wholeNumber(entered, property) || Infinity,
);

const removalLimit = field(
	{
		displayName: 'Removal Limit',
		name: 'removalLimit',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 50,
		description:
			'How many percent of the known records may be removed at once. If more are missing, the poll fails and nothing counts as removed, since a fault of the service is more likely. Up to 10 records may always go; 100 lets all go.',
	},
	(entered, property) => wholeNumber(entered ?? property.default, property),
);

const optionsFor = (resource: Resource) =>
	optionsOf({
		addNames: addNamesOf(resource),
		emitOnFirstRun,
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		idField,
		ignoreFields,
		maxRetries,
		maxPerPoll,
		readWholeList: readWholeListOf(resource),
		removalLimit,
		reportEverythingOnce,
		reportEverythingAgain,
		splitBy: splitByOf(resource),
	});

/** The form of the trigger, as it is for one resource. n8n shows the fields of all, each under its condition. */
export const triggerForm = (resource: Resource) => ({
	triggerOn: forEach(triggerOnOf, resource),
	target: {
		...targetOf(resource),
		properties: resources.flatMap((each) => shownForResource(each, targetOf)),
	},
	filters: forEach(filtersOf, resource),
	output,
	options: forEach(optionsFor, resource),
});

/**
 * A field that differs by resource: n8n shows each for its own resource, and one of them is read.
 *
 * n8n's AI builder merges fields of one name and keeps the condition of the first, unless that one is hidden where the
 * others are shown. Inside a field it also keeps only the first of each name, so Other List, which has most, comes first.
 */
function forEach<Value>(
	fieldOf: (resource: Resource) => Field<Value>,
	resource: Resource,
): Field<Value> {
	const withList = resources.filter(({ list }) => list !== undefined);
	const hide = { resource: withList.map(({ value }) => value) };
	const others = resources.filter((each) => !withList.includes(each));
	const properties = [
		...others.flatMap((each) => updateDisplayOptions({ hide }, fieldOf(each).properties)),
		...withList.flatMap((each) => shownForResource(each, fieldOf)),
	];
	return { ...fieldOf(resource), properties };
}

function shownForResource(
	resource: Resource,
	fieldOf: (resource: Resource) => Field<unknown>,
): INodeProperties[] {
	return shownFor({ resource: [resource.value] }, fieldOf(resource)).properties;
}

export const triggerProperties: INodeProperties[] = [
	pollDefault,
	pollNotice,
	changesNotice,
	...watchedResource.properties,
	panelEntries,
	...resources.slice(0, 1).flatMap((any) => propertiesOf(triggerForm(any))),
];
