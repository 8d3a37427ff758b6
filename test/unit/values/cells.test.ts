import {
	foldBlanks,
	isBrokenCell,
	withoutEscape,
} from '../../../nodes/LearningPlatform/values/cells';

it.each([
	'#N/A',
	'#REF!',
	'#VALUE!',
	'#DIV/0!',
	'#NAME?',
	'#NULL!',
	'#NUM!',
	'#SPILL!',
	'#CALC!',
	'#BEZUG!',
	'#NV',
	'#WERT!',
	'#¡REF!',
	'#N/D',
	'#Н/Д',
	'#ERROR!',
	'#GETTING_DATA',
	'#YOK',
	'undefined',
	'null',
	'NaN',
	'[object Object]',
	'undefined undefined',
	'null null',
	'Invalid DateTime',
	'Invalid Date',
	'Ana [object Object]',
	'{{ $json.name }}',
])('%s is broken', (text) => {
	expect(isBrokenCell(text)).toBe(true);
});

it.each([
	'Ana',
	'Null',
	'NULL',
	'#1',
	'#TEAM',
	'# N/A',
	'C#',
	'nullable',
	'Undefined Ltd',
	'',
	'-',
	'n/a',
	'#42 Main St.',
	'Jennifer Null',
	'{draft}',
	'[objects]',
])('%s is not broken', (text) => {
	expect(isBrokenCell(text)).toBe(false);
});

it.each([
	["'+49 30 1234", '+49 30 1234'],
	["'=1+1", '=1+1'],
	["'-5", '-5'],
	["'@ana", '@ana'],
	["'\tx", '\tx'],
	["'007", "'007"],
	["''+1", "''+1"],
])('%s becomes %s', (escaped, text) => {
	expect(withoutEscape(escaped)).toBe(text);
});

it('treats repeated and surrounding blanks as one', () => {
	expect(foldBlanks('  Ana \u00A0 Maria\n')).toBe('Ana Maria');
});
