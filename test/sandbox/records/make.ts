import type { ContractType } from '../../contract';
import { dateOf } from './dates';
import { FIELDS } from './fields';
import { DECIDING, published, textOf } from './makers';
import { idOf, targetOf } from './references';
import { hashOf } from './random';
import type { Make, Moment } from './world';
import { LANGUAGES, type Words } from './words';

/** Every nth record omits an optional field. No type's number of variants is a multiple of n. */
const LACKING = 7;

/** Fields that few groups have. */
const RARE = /Policy$|Charter$|^termsOfUse$|^imprint$|ImageId$/;

/**
 * Returns the maker for a field: by name if fields.ts lists it, otherwise by type.
 *
 * @param kind the list's kind: fields can have a different meaning in some lists
 */
export function makerOf(kind: string, type: ContractType, name = '', within = ''): Make {
	const known = FIELDS[`${within === '' ? kind : within}.${name}`] ?? FIELDS[name];
	if (known) return known;
	if (type.oneOf) {
		const makes = type.oneOf.map((variant) => makerOf(kind, variant, name, within));
		return (moment) => {
			const { turn } = moment;
			// Nested variants take turns independently.
			moment.turn = Math.floor(turn / makes.length);
			const made = makes[turn % makes.length]?.(moment);
			moment.turn = turn;
			return made;
		};
	}
	if (type.fields) return objectMaker(kind, type, name);
	if (type.items) return arrayMaker(kind, type.items, name, within);
	return scalarMaker(kind, type, name, within);
}

function objectMaker(kind: string, type: ContractType, name: string): Make {
	const { fields = {}, required = [] } = type;
	const isRecord = name === '';
	const [variant = name, ...others] = fields.type?.enum ?? [];
	const within = isRecord ? '' : others.length > 0 ? name : variant;
	const makes = Object.entries(fields).flatMap(([field, fieldType]) => {
		// The record already has its `_id`.
		if (isRecord && field === '_id') return [];
		const make = makerOf(kind, fieldType, field, within);
		const isSure = required.includes(field) || DECIDING.has(make);
		const lacksAt = hashOf(`${name} ${field}`) % LACKING;
		const lacks = RARE.test(field)
			? ({ index }: Moment) => index % 10 > 0
			: ({ turn }: Moment) => !isSure && turn % LACKING === lacksAt;
		return [{ field, make, lacks }];
	});
	return (moment) => {
		const made: Record<string, unknown> = isRecord ? moment.record : {};
		for (const { field, make, lacks } of makes) {
			const value = lacks(moment) ? undefined : make(moment);
			if (value !== undefined) made[field] = value;
		}
		return made;
	};
}

function arrayMaker(kind: string, items: ContractType, name: string, within: string): Make {
	const list = items.format === 'ObjectId' ? targetOf(kind, name, within) : undefined;
	if (list !== undefined) {
		return ({ random, world }) => {
			const count = world.count(list);
			const start = random.below(count);
			const length = Math.min(random.below(4), count);
			return Array.from({ length }, (_, nth) => world.id(list, (start + nth) % count));
		};
	}
	const make = makerOf(kind, items, `${name}[]`, within);
	return (moment) => {
		const { turn, random } = moment;
		const length = items.oneOf ? 4 : random.below(4);
		const entries = Array.from({ length }, (_, nth) => {
			moment.turn = turn * length + nth;
			return make(moment);
		});
		moment.turn = turn;
		return entries;
	};
}

function scalarMaker(kind: string, type: ContractType, name: string, within: string): Make {
	const { enum: values, format, minimum = 0, maximum = minimum + 100 } = type;
	if (values) {
		if (values.join() === 'archived,published') return published;
		const common = LANGUAGES.filter((language) => values.includes(language));
		const choices = (common.length > 1 ? common : values) as unknown as Words;
		return choices.length === 1 ? () => choices[0] : ({ random }) => random.pick(choices);
	}
	if (type.type === 'boolean') return ({ random }) => random.below(2) === 0;
	if (type.type === 'integer' || type.type === 'number') {
		const least = Math.ceil(minimum);
		return ({ random }) => least + random.below(Math.min(maximum - least, 500) + 1);
	}
	if (type.type === 'object') return () => ({});
	if (format === 'date-time') return dateOf(name);
	return format === 'ObjectId' ? idOf(kind, name, within) : textOf(name);
}
