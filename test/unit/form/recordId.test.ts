import { readIdSegment, recordProperty } from '../../../nodes/LearningPlatform/form/record';
import { recordField } from '../../../nodes/LearningPlatform/form';
import { entered, nodeWith } from './entered';

const ID = '5f0c1a2b3c4d5e6f70819203';
const OTHER = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const read = (courseId: unknown) => recordField('courseId').read(entered({ courseId }), nodeWith());
const url = (value: string) => ({ __rl: true, mode: 'url', value });

it('n8n shows a text that was stored in the first mode, and a new field in the second', () => {
	const { modes, default: initial } = recordProperty('pathId');
	expect(modes?.map(({ name }) => name)).toEqual(['id', 'list', 'url']);
	expect(initial).toEqual({ mode: 'list', value: '' });
});

describe('the ID of a record', () => {
	it.each([
		['an ID', { __rl: true, mode: 'id', value: ` ${ID} ` }, ID],
		['a record of the list', { __rl: true, mode: 'list', value: ID }, ID],
		['an expression for the whole field', ID, ID],
		['a number', 42, '42'],
		['text that has to be encoded', 'a3215H-7 é', 'a3215H-7%20%C3%A9'],
		['a page of the platform', url(`https://acme.example.com/course/play/${ID}`), ID],
		['a page below it', url(`http://acme.example.com/course/play/${ID}/attempts/${OTHER}`), ID],
		['an address with a query', url(`https://x.example/${ID}?pathSessionId=${OTHER}`), ID],
		['an address with a fragment', url(`https://x.example/a/${ID}#${OTHER}`), ID],
		['an address where an ID was asked for', `https://x.example/course/play/${ID}`, ID],
		['the same without encryption', `http://x.example/course/play/${ID}`, ID],
		['a page among those of another', url(`https://x.example/company/${OTHER}/course/${ID}`), ID],
		['a page above that of another', url(`https://x.example/courses/${ID}/company/${OTHER}`), ID],
		['a page of no known kind', url(`https://x.example/company/${OTHER}/play/${ID}/`), ID],
		['the same ID twice', url(`https://x.example/courses/${ID}/course/${ID}`), ID],
		['the API', url(`https://x.example/api/v2/courses/${ID.toUpperCase()}`), ID.toUpperCase()],
	])('is read from %s', (_what, chosen, id) => {
		expect(read(chosen)).toBe(id);
	});

	it.each([
		['nothing', '', 'Course is empty'],
		['a field that was never touched', { __rl: true, mode: 'list', value: '' }, 'Course is empty'],
		['an empty address', url(''), 'Course is empty'],
		['an expression that finds nothing', undefined, 'Course is empty'],
		['an object', { name: 'Safety' }, 'Course is neither an ID nor an address'],
		['a list', { mode: 'id', value: [ID] }, 'Course is neither an ID nor an address'],
		['a page without an ID', url('https://x.example/courses'), 'The address in Course has no ID'],
		['an ID in the query only', url(`https://x.example/?id=${ID}`), 'has no ID'],
		['an ID as host only', url(`https://${ID}/courses`), 'has no ID'],
		['a longer number', url(`https://x.example/${ID}00`), 'has no ID'],
		[
			'a page of two courses',
			url(`https://x.example/course/${ID}/course/${OTHER}`),
			`The address in Course has several IDs: ${ID}, ${OTHER}`,
		],
		['no address', url('courses'), 'has no ID'],
		['several IDs', `${ID}, ${OTHER}`, `Course takes only one ID, not "${ID}, ${OTHER}"`],
		['a path', `stats/${ID}`, 'Course has a part that cannot be sent'],
		['a way up', '..', 'Course has a part that cannot be sent'],
		['a control character', 'a\u0000b', 'Course has a part that cannot be sent'],
	])('is not read from %s', (_what, chosen, message) => {
		expect(() => read(chosen)).toThrow(message);
	});
});

it.each([
	['an ID in its path', `https://x.example/company/${OTHER}/course/play/${ID}/a`, true],
	['a query behind it', `https://x.example/courses/${ID}?group=${OTHER}`, true],
	['an ID in its query alone', `https://x.example/courses?id=${ID}`, false],
	['a longer number', `https://x.example/courses/${ID}00`, false],
])("n8n's editor looks whether an address has an ID: with %s", (_which, address, isOne) => {
	const mode = recordProperty('courseId').modes?.find(({ name }) => name === 'url');
	const { regex = '' } = (mode?.extractValue ?? {}) as { regex?: string };
	// n8n does so when it looks for what is wrong with a node.
	expect(new RegExp(`^${regex}$`).test(address)).toBe(isOne);
});

it.each([
	['classroomSlotId', 'classroom-slots'],
	['classroomSlotId', 'classroomSlot'],
	['pathId', 'path'],
])('the address of a %s has the word %s', (name, word) => {
	const address = `https://x.example/${word}/${ID}/other/${OTHER}`;
	expect(readIdSegment(address, { displayName: 'ID', name })).toBe(ID);
});
