import type { INodeProperties } from 'n8n-workflow';

import { AUTOMATIC, findKnownList, knownLists } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { booleanOf, lettersOf } from '../values/words';
import type { Field } from './field';

const label = { displayName: 'Read Faster', name: 'splitBy' } as const;

const WHAT =
	'How to read a long list several times as fast: in several parts at once, by a date that each record gets once and keeps. Records come part by part.';

const byCreation = (date: string): INodeProperties => ({
	...label,
	type: 'options',
	default: date,
	description: WHAT,
	options: [{ name: 'In Parts by Creation Date', value: date }],
});

const known = knownLists.filter(({ splitBy }) => splitBy !== undefined).map(({ name }) => name);

const ofOther: INodeProperties = {
	...label,
	type: 'string',
	default: AUTOMATIC,
	placeholder: 'e.g. createdAt',
	description: `${WHAT} "${AUTOMATIC}" knows the date of ${new Intl.ListFormat('en-US').format(known)}, and reads other lists as usual. For those, enter the name of a date that the service can filter by and that every record has: one without it may be left out.`,
};

/** The option Read Faster: AUTOMATIC, the date by which to split the list, or `undefined` to read it whole. */
export function splitByOf({ list }: Resource): Field<string | undefined> {
	const date = list === undefined ? undefined : findKnownList(list)?.splitBy;
	if (list !== undefined && date === undefined) return { properties: [], read: () => undefined };
	const properties = [date ? byCreation(date) : ofOther];
	return {
		properties,
		read: (parameter) => {
			const entered = parameter(label.name, '') ?? '';
			const isOn = booleanOf(entered);
			if (isOn !== undefined) return isOn ? AUTOMATIC : undefined;
			const name = typeof entered === 'string' ? entered.trim() : undefined;
			if (name === '') return undefined;
			if (lettersOf(name ?? '') === AUTOMATIC) return AUTOMATIC;
			if (name !== undefined && name === (date ?? name)) return name;
			throw new UserFacingError(
				`Read Faster must be ${date ? `"${date}"` : 'the name of a date'}, or "${AUTOMATIC}"`,
				'Choose it from the menu, enter the name of a field that has a date, or remove Read Faster under Options. If it is an expression, check what it returns.',
			);
		},
	};
}
