import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { findResource, resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	escapeFormulas,
	field,
	fieldNamesOf,
	idFieldOption,
	filtersOf,
	maxRetries,
	menu,
	constantField,
	oneOf,
	optionsOf,
	outputs,
	propertiesOf,
	readForm,
	removalLimitWith,
	resourceField,
	shownFor,
	subjectExpression,
	targetOf,
	toggle,
	type Field,
	type FormNode,
	type ReadParameter,
} from '../form';
import { pollTimes } from '../n8n/pollTimes';
import { checkTriggerOn, optionsOfCompletions, panelEntries, triggerOnOf } from './events';

const pollNotice: INodeProperties = {
	displayName:
		'Every poll reads the whole list and compares it with the list from the last poll. For most lists, polling every 15 minutes is enough. If the list has many thousands of records, poll less often or narrow the list with Filters.',
	name: 'pollNotice',
	type: 'notice',
	displayOptions: { hide: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
	default: '',
};

const watchedResource = field(resourceField, (entered) => {
	const found = findResource(entered);
	if (found) return found;
	throw new UserFacingError(
		'This version of the node does not recognize the selected resource',
		`Resource must be ${oneOf(resources.map(({ name }) => name))}. Choose one of them, or update the node package.`,
	);
});

const emitOnFirstRun = toggle({
	name: 'emitOnFirstRun',
	default: false,
	description:
		'Whether the first poll reports all existing records as added, completed, failed, or late. Otherwise, it only remembers them. After you change Resource, Filters, or Trigger On, the next poll counts as a first poll.',
	displayName: 'Emit on First Run',
});

const ignoreFields = fieldNamesOf({
	displayName: 'Ignore Fields',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. duration, translations',
	description:
		"Comma-separated fields to ignore when detecting updates. Use dots for nested fields. By default, the node ignores users' last logins and, in statistics, the time spent and the last activity.",
});

/** In ms. */
const PERIODS = { poll: 0, hour: 3_600_000, sixHours: 21_600_000, day: 86_400_000 };

const wholeListMenu = menu(
	'readWholeList',
	'poll',
	'How often a poll reads the whole list. Polls in between find only additions, edits, and completions. Removed, archived, or translated records and failed or late learners are found only when the whole list is read.',
	{ poll: 'Every Poll', hour: 'Every Hour', sixHours: 'Every Six Hours', day: 'Every Day' },
	{ displayName: 'Read the Whole List' },
	'poll',
);

/** The time between two reads of the whole list, in ms. */
const readWholeList: Field<number> = {
	...wholeListMenu,
	read: (parameter, node) => PERIODS[wholeListMenu.read(parameter, node)],
};

const canHaveDates = ({ list }: Resource) =>
	list === undefined || listAt(list).changedBy !== undefined;

const optionsFor = (resource: Resource) =>
	optionsOf({
		addNames: addNamesOf(resource),
		emitOnFirstRun,
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		idField: idFieldOption,
		ignoreFields,
		maxRetries,
		...optionsOfCompletions(resource),
		readWholeList: canHaveDates(resource) ? readWholeList : constantField(0),
		removalLimit: removalLimitWith(
			'Maximum percentage of remembered records that can be removed at once. If more are missing, none count as removed, and the poll fails if Trigger On includes Removed. Up to 10 are always accepted; 100 means no limit.',
		),
	});

/**
 * Creates a field that differs by resource. n8n shows the chosen resource's field, and the code reads the same field.
 *
 * n8n's AI builder merges fields with the same name, even nested ones. It keeps the first display condition unless it
 * hides the field whenever the others are shown. Other List has the most nested fields, so it comes first.
 */
function forEachResource<Value>(
	fieldOf: (resource: Resource) => Field<Value>,
	resource: Resource,
): Field<Value> {
	const ofLists = resources.filter(({ list }) => list !== undefined);
	const others = resources.filter(({ list }) => list === undefined);
	const hide = { resource: ofLists.map(({ value }) => value) };
	const properties = [
		...others.flatMap((each) => updateDisplayOptions({ hide }, fieldOf(each).properties)),
		...ofLists.flatMap((each) => shownFor({ resource: [each.value] }, fieldOf(each)).properties),
	];
	return { ...fieldOf(resource), properties };
}

/** The trigger's form for one resource. n8n receives every resource's fields, each with its own display condition. */
const triggerForm = (resource: Resource) => ({
	triggerOn: forEachResource(triggerOnOf, resource),
	target: {
		...targetOf(resource),
		properties: resources.flatMap(
			(each) => shownFor({ resource: [each.value] }, targetOf(each)).properties,
		),
	},
	filters: forEachResource(filtersOf, resource),
	output: outputs.items,
	options: forEachResource(optionsFor, resource),
});

/** Reads the trigger's form. @throws UserFacingError for an invalid field */
export function readTriggerForm(parameter: ReadParameter, node: FormNode) {
	const resource = watchedResource.read(parameter, node);
	const form = readForm(triggerForm(resource), parameter, node);
	checkTriggerOn(form.triggerOn, form.target.path);
	return { resource, ...form };
}

/** Shortened to fit the canvas: "Completed: Course". "Added: Course" would mean something else. */
export const triggerSubtitle =
	`={{ ($parameter["triggerOn"].map((event) => event[0].toUpperCase() + event.slice(1)).join(", ") + ": " + ${subjectExpression}).replace(/^((Completed|Failed|Late|, )+: \\w+) Completion$/, "$1") }}` as const;

export const triggerProperties: INodeProperties[] = [
	pollTimes,
	pollNotice,
	...watchedResource.properties,
	panelEntries,
	...resources.slice(0, 1).flatMap((any) => propertiesOf(triggerForm(any))),
];
