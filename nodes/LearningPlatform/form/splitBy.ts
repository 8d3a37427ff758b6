import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AUTOMATIC, findKnownList, knownLists } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { booleanOf, lettersOf } from '../values/words';
import type { Field } from './field';

const label = { displayName: 'Read Faster', name: 'splitBy' } as const;

const menuOf = (choice: INodePropertyOptions): INodeProperties => ({
	...label,
	type: 'options',
	// The name of a date that was entered for a list is no mistake.
	allowArbitraryValues: true,
	default: choice.value,
	description:
		'How to read a long list several times as fast: in several parts at once, by a date that each record gets once and keeps. Records come part by part.',
	options: [choice],
});

const known = knownLists.filter(({ splitBy }) => splitBy !== undefined).map(({ name }) => name);

const ofKnownList = menuOf({
	name: 'In Parts Where Possible',
	value: AUTOMATIC,
	description: `${new Intl.ListFormat('en-US').format(known)}. All other lists are read as usual.`,
});

const ofPath: INodeProperties = {
	...label,
	type: 'string',
	default: '',
	placeholder: 'e.g. createdAt',
	description:
		'Name of a date by which a long list is read in several parts at once, several times as fast. The service must be able to filter by this date, and every record must have it and keep it: one without it may be left out. Records come part by part.',
};

/** The option Read Faster: AUTOMATIC, the date by which to split the list, or '' to read it whole. */
export function splitByOf({ list }: Resource): Field<string> {
	const date = list === undefined ? undefined : findKnownList(list)?.splitBy;
	if (list !== undefined && date === undefined) return { properties: [], read: () => '' };
	// n8n would drop a stored value that no property shows, so there is always one of the two.
	const fromList = { '/listPath.mode': ['list'] };
	const properties = date
		? [menuOf({ name: 'In Parts by Creation Date', value: date })]
		: [
				{ ...ofKnownList, displayOptions: { show: fromList } },
				{ ...ofPath, displayOptions: { hide: fromList } },
			];
	return {
		properties,
		read: (parameter) => {
			const entered = parameter(label.name, '') ?? '';
			const isOn = booleanOf(entered);
			if (isOn !== undefined) return isOn ? AUTOMATIC : '';
			const name = typeof entered === 'string' ? entered.trim() : undefined;
			if (lettersOf(name ?? '') === AUTOMATIC) return AUTOMATIC;
			if (name === '' || (name !== undefined && name === (date ?? name))) return name;
			throw new UserFacingError(
				`Read Faster must be ${date ? `"${date}"` : 'the name of a date'}, or "${AUTOMATIC}"`,
				'Choose it from the menu, enter the name of a field that has a date, or remove Read Faster under Options. If it is an expression, check what it returns.',
			);
		},
	};
}
