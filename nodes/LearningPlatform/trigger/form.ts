import type { INodeProperties } from 'n8n-workflow';

import {
	addNamesOf,
	boolean,
	escapeFormulas,
	field,
	fieldNamesOf,
	forEachResource,
	idFieldWith,
	filtersOf,
	maxRetries,
	oneOf,
	optionsOf,
	output,
	propertiesOf,
	removalLimitWith,
	resourceField,
	shownFor,
	shownForResource,
	splitByOf,
	targetOf,
} from '../form';
import { findResource, resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { pollTimes } from '../n8n/scheduler';
import { optionsOfCompletions, panelEntries, triggerOnOf } from './events';
import { readWholeListOf } from './plan';

const pollNotice: INodeProperties = {
	displayName:
		'Every poll reads the whole list and compares it with the last one. Every 15 minutes is often enough for most lists; poll less often, or narrow the list with Filters, if it has many thousand records.',
	name: 'pollNotice',
	type: 'notice',
	displayOptions: { hide: { '/options.readWholeList': ['hour', 'sixHours', 'day'] } },
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
			'Whether the first poll reports all existing records as added, completed, failed or late. Otherwise it only remembers them. The poll after a change of what is watched (such as Resource, Filters or Trigger On) is a first poll again.',
	},
	boolean,
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

const optionsFor = (resource: Resource) =>
	optionsOf({
		addNames: addNamesOf(resource),
		emitOnFirstRun,
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		idField: idFieldWith(
			'Leave empty for known lists, and for records with "_id", "id" or "uuid".',
		),
		ignoreFields,
		maxRetries,
		...optionsOfCompletions(resource),
		readWholeList: readWholeListOf(resource),
		removalLimit: removalLimitWith(
			'How many percent of the remembered records may be removed at once. If more are missing, the poll fails and nothing counts as removed, since a fault of the service is more likely. Up to 10 records may always go; 100 lets all go.',
		),
		splitBy: splitByOf(resource),
	});

/** The form of the trigger, as it is for one resource. n8n shows the fields of all, each under its condition. */
export const triggerForm = (resource: Resource) => ({
	triggerOn: forEachResource(triggerOnOf, resource),
	target: {
		...targetOf(resource),
		properties: resources.flatMap((each) => shownForResource(each, targetOf)),
	},
	filters: forEachResource(filtersOf, resource),
	output,
	options: forEachResource(optionsFor, resource),
});

export const triggerProperties: INodeProperties[] = [
	pollTimes,
	pollNotice,
	...watchedResource.properties,
	panelEntries,
	...resources.slice(0, 1).flatMap((any) => propertiesOf(triggerForm(any))),
];
