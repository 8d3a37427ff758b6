import { UserFacingError } from '../transport/errors';
import { filterText } from './filterText';
import { lettersOf } from './lettersOf';
import { oneOf } from './oneOf';

/** What the service knows (docs/service.md, Filters), and what else people, expressions and AI models call it. */
const OPERATORS: Record<string, string[]> = {
	eq: ['equals', 'equal', 'equal to', 'is', '=', '=='],
	gte: ['greater than or equal', 'greater than or equal to', '>='],
	in: ['one of', 'is one of'],
	lt: ['less than', '<'],
	ne: ['not equal', 'not equals', 'not equal to', 'is not', '!=', '<>'],
	nin: ['not in', 'is not one of', 'not one of'],
};

const BY_WORDS = new Map(
	Object.entries(OPERATORS).flatMap(([operator, names]) =>
		[operator, ...names].map((name) => [lettersOf(name), operator]),
	),
);

/**
 * The operator of a filter as the service spells it. Nothing stands for Equals.
 *
 * @param place of the filter, in the user's words
 * @throws UserFacingError that names all operators
 */
export function readOperator(operator: unknown, place: string): string {
	const words = lettersOf(filterText(operator ?? '') ?? '?');
	const found = words === '' ? 'eq' : BY_WORDS.get(words);
	if (found !== undefined) return found;
	throw new UserFacingError(
		`The operator of ${place} must be ${oneOf(Object.keys(OPERATORS))}`,
		'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
	);
}
