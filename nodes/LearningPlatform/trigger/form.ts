import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import {
	addNamesOf,
	boolean,
	choice,
	escapeFormulas,
	field,
	fieldNamesOf,
	filterText,
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
import type { TriggerEvent } from './changes';
import { hasCompletions } from './completion';
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
		'The service sends no change notifications, so every poll reads the whole list. Every 15 minutes is often enough for most lists; poll less often, or narrow the list with Filters, if it has many thousand records.',
	name: 'pollNotice',
	type: 'notice',
	displayOptions: { hide: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
	default: '',
};

const changesNotice: INodeProperties = {
	displayName:
		'Most polls ask only for what was changed since, which takes one request if nothing was. Removals, and edits that do not move the date of modification, are reported when the whole list is read, as often as Read the Whole List says.',
	name: 'changesNotice',
	type: 'notice',
	displayOptions: { show: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
	default: '',
};

/** What to poll. The other fields follow from it. */
export const resource = field(resourceField, (entered) => {
	const found = findResource(entered);
	if (found) return found;
	throw new UserFacingError(
		'Resource is not one that this version of the node knows',
		`Resource must be ${oneOf(resources.map(({ name }) => name))}. Choose one of them, or update the node package.`,
	);
});

/**
 * n8n's panel makes its entries for a trigger of the first field with this label, and an entry sets that field alone. So
 * this one stands for Resource, which has the same name, and Trigger On follows from it by its default.
 */
const panelEntries: INodeProperties = {
	...resourceField,
	displayName: 'Events',
	type: 'hidden',
	options: resources.map((each) => ({
		name: each.name,
		value: each.value,
		action: hasCompletions(each)
			? `${achievementOf(each)} Completed`
			: `${each.list === undefined ? 'Record of Another List' : each.name} Added, Updated or Removed`,
	})),
};

/** What is completed, such as "Course" of "Course Completion". */
function achievementOf({ name }: Resource): string {
	return name.replace(/ Completion$/, '');
}

const changes: [INodePropertyOptions, ...INodePropertyOptions[]] = [
	{
		name: 'Added',
		value: 'added',
		description: 'A record is in the list that was not there at the last poll',
	},
	{
		name: 'Removed',
		value: 'removed',
		description: 'A record is no longer in the list. The item contains only its ID.',
	},
	{
		name: 'Updated',
		value: 'updated',
		description: 'Any field of a record has changed, whether or not its date of modification has',
	},
];

/** @param what is completed, in lower case */
const completed = (what: string): INodePropertyOptions => ({
	name: 'Completed',
	value: 'completed',
	description: `A learner has completed a ${what}. Each learner and ${what} is reported once.`,
});

const EVENTS: readonly TriggerEvent[] = ['added', 'completed', 'removed', 'updated'];

/** Completed is offered where records can have a date of completion, and alone where that is what they are for. */
function triggerOnOf(of: Resource): Field<ReadonlySet<TriggerEvent>> {
	const isOffered = hasCompletions(of) || of.list === undefined;
	const what = of.list === undefined ? 'course or path' : achievementOf(of).toLowerCase();
	const [added, ...others] = changes;
	const options = isOffered ? [added, completed(what), ...others] : changes;
	return field(
		{
			displayName: 'Trigger On',
			name: 'triggerOn',
			type: 'multiOptions',
			required: true,
			noDataExpression: true,
			default: [hasCompletions(of) ? 'completed' : 'added'],
			description:
				'What to start the workflow for. With filters, a record is added when it begins to match them and removed when it no longer does.',
			options,
		},
		(entered) => {
			const names = namesIn(entered);
			const events = EVENTS.filter((event) => names.includes(event));
			if (events.length > 0) return new Set(events);
			throw new UserFacingError(
				'No event is selected in Trigger On',
				`Choose at least one of ${options.map(({ name }) => name).join(', ')}. If it is an expression, check what it returns.`,
			);
		},
	);
}

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

/** None to find it. */
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
	namesIn,
);

const ignoreFields = fieldNamesOf(
	{
		displayName: 'Ignore Fields',
		name: 'ignoreFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. duration, translations',
		description:
			'Comma-separated fields to ignore when detecting updates. Use dots for nested fields. By default the time of the last login is ignored in the list of users, and the time spent and of the last activity in statistics.',
	},
	namesIn,
);

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

/** '' for nothing. */
const reportEverythingOnce = field(
	{
		displayName: 'Report Everything Once',
		name: 'reportEverythingOnce',
		type: 'string',
		default: '',
		placeholder: 'e.g. table restored on 31 January',
		description:
			'Any text that was not here before: the next poll reports all records as "refreshed", once. To have it again, change the text.',
	},
	(entered) => filterText(entered)?.trim() ?? '',
);

const reportEverythingAgain = choice(
	{
		displayName: 'Report Everything Regularly',
		name: 'reportEverythingAgain',
		type: 'options',
		default: 'never',
		description:
			'When to report all records as "refreshed", changed or not, so that a table which missed a change is right again: at the first poll, and then at the first one of each day, week (from Monday) or month. Additions and updates that such a poll finds are reported as "refreshed", too. With the output Row an item with the action "sweep" follows when rows with an older stamp can be deleted.',
		options: [
			{ name: 'Never', value: 'never' },
			{ name: 'Every Day', value: 'day' },
			{ name: 'Every Week', value: 'week' },
			{ name: 'Every Month', value: 'month' },
		],
	},
	(periods) =>
		new UserFacingError(
			'Report Everything Regularly is set to an unknown period',
			`Choose one of ${periods.join(', ')}. If it is an expression, check what it returns.`,
		),
	'never',
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
 * A field that is another one for each resource: all are shown, each for its own, and one of them is read.
 *
 * n8n's AI builder makes one field of those with the same name, under the condition of the first, unless that is hidden
 * where the others are shown. It reads of each name within only the first, too, so Other List comes first, which can do most.
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

/** What n8n shows of the trigger. */
export const triggerProperties: INodeProperties[] = [
	pollDefault,
	pollNotice,
	changesNotice,
	...resource.properties,
	panelEntries,
	...resources.slice(0, 1).flatMap((any) => propertiesOf(triggerForm(any))),
];

/** Names as a list, which an expression may return, or as text with commas. */
function namesIn(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	return entries
		.filter((entry) => typeof entry === 'string')
		.flatMap((entry) => entry.split(','))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
