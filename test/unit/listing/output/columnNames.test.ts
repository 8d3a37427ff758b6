import {
	columnName,
	withUniqueNames,
} from '../../../../nodes/LearningPlatform/listing/output/columnNames';

describe('the name of a column', () => {
	it.each([
		['a name as it is', ['sourceLang'], 'sourceLang'],
		['a path with underscores', ['privacyPolicy', 'url'], 'privacyPolicy_url'],
		['spaces and other characters as an underscore', ['Due - Date'], 'Due_Date'],
		['dots as underscores', ['a.b'], 'a_b'],
		['letters without their accents', ['durée'], 'duree'],
		['no underscores at the start', ['__v'], 'v'],
		['something before a digit', ['1st'], 'field_1st'],
		['a number for an entry', ['translations', '0', 'name'], 'translations_0_name'],
		['a name where no character can stay', ['日本'], 'field'],
		['a name where there was none', [''], 'field'],
		['the owner before "id"', ['id'], 'courseId'],
		['the owner before "_id"', ['_id'], 'courseId'],
		['the owner before "createdAt"', ['createdAt'], 'courseCreatedAt'],
		['the owner before "updatedAt"', ['updatedAt'], 'courseUpdatedAt'],
		['the owner before a reserved name in another case', ['CREATEDAT'], 'courseCREATEDAT'],
		['the owner before what the trigger adds', ['syncAction'], 'courseSyncAction'],
		['the owner before the stamp of the trigger', ['syncRun'], 'courseSyncRun'],
		['no owner before a reserved name further in', ['author', 'id'], 'author_id'],
		['63 characters at most', ['a'.repeat(80)], 'a'.repeat(63)],
	])('has %s', (_what, path, name) => {
		expect(columnName(path, 'course')).toBe(name);
	});
});

describe('of several columns with the same name', () => {
	const namesOf = (...paths: string[][]) =>
		withUniqueNames(
			paths.map((path) => ({ path })),
			'course',
			['courseId'],
		).map(({ name }) => name);

	it.each<[what: string, paths: string[][], names: string[]]>([
		['the one whose field is called so keeps it', [['a', 'b'], ['a_b']], ['a_b_2', 'a_b']],
		['the shorter path keeps it', [['a', 'b'], ['a b']], ['a_b_2', 'a_b']],
		['those that differ in case count as well', [['name'], ['Name']], ['name_2', 'Name']],
		[
			'the number is one that no other has',
			[['a b'], ['a_b'], ['a_b_2']],
			['a_b_3', 'a_b', 'a_b_2'],
		],
		[
			'the key keeps its own',
			[['_id'], ['courseId'], ['id']],
			['courseId_3', 'courseId_2', 'courseId_4'],
		],
	])('%s', (_what, paths, names) => {
		expect(namesOf(...paths)).toEqual(names);
	});

	it('numbered names are no longer than others', () => {
		const long = 'a'.repeat(63);
		expect(namesOf([long], [`_${long}`])).toEqual([long, `${'a'.repeat(61)}_2`]);
	});

	it('the order decides nothing', () => {
		const paths = [['a.b', 'c'], ['a', 'b.c'], ['a', 'b', 'c'], ['a_b_c'], ['a b c']];
		const byPath = (ordered: string[][]) =>
			Object.fromEntries(
				namesOf(...ordered).map((name, at) => [JSON.stringify(ordered[at]), name]),
			);
		expect(byPath([...paths].reverse())).toEqual(byPath(paths));
	});
});
