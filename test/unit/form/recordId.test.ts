import { recordField } from '../../../nodes/LearningPlatform/form';
import { readIdSegment, recordProperty } from '../../../nodes/LearningPlatform/form/record';
import { entered, nodeWith } from './entered';

const ID = '5f0c1a2b3c4d5e6f70819203';
const OTHER = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const read = (courseId: unknown) => recordField('courseId').read(entered({ courseId }), nodeWith());
const url = (path: string) => ({ __rl: true, mode: 'url', value: `https://x.example${path}` });

it('From List is the default, but By ID comes first because n8n uses the first mode for stored text', () => {
	const { modes, default: initial } = recordProperty('pathId');
	expect(modes?.map(({ name }) => name)).toEqual(['id', 'list', 'url']);
	expect(initial).toEqual({ mode: 'list', value: '' });
});

describe('a record ID', () => {
	it.each([
		['an ID', { __rl: true, mode: 'id', value: ` ${ID} ` }, ID],
		['a chosen record', { __rl: true, mode: 'list', value: ID }, ID],
		['a number', 42, '42'],
		['an address with a query', url(`/${ID}?pathSessionId=${OTHER}`), ID],
		['an http address', `http://x.example/course/play/${ID}`, ID],
		['a page URL that names another record last', url(`/courses/${ID}/company/${OTHER}`), ID],
		['an unknown kind of page', url(`/company/${OTHER}/play/${ID}/`), ID],
		['an API address', url(`/api/v2/courses/${ID.toUpperCase()}`), ID.toUpperCase()],
	])('is read from %s', (_what, chosen, id) => {
		expect(read(chosen)).toBe(id);
	});

	it.each([
		['empty text', '', 'Course is empty'],
		['an expression without a result', undefined, 'Course is empty'],
		['an object', { name: 'Safety' }, 'Course is neither an ID nor a URL'],
		['a list', { mode: 'id', value: [ID] }, 'Course is neither an ID nor a URL'],
		['an ID in the query', url(`/?id=${ID}`), 'contains no ID'],
		['an ID as the host name', `https://${ID}/courses`, 'contains no ID'],
		['a longer number', url(`/${ID}00`), 'contains no ID'],
		['a page with two IDs', url(`/course/${ID}/course/${OTHER}`), `several IDs: ${ID}, ${OTHER}`],
		['text as an address', { mode: 'url', value: 'courses' }, 'contains no ID'],
		['several IDs', `${ID}, ${OTHER}`, `Course takes only one ID, not "${ID}, ${OTHER}"`],
		['a path', `stats/${ID}`, 'Course contains a part that cannot be sent'],
		['a control character', 'a\u0000b', 'Course contains a part that cannot be sent'],
	])('is not read from %s', (_what, chosen, message) => {
		expect(() => read(chosen)).toThrow(message);
	});

	it.each([
		['classroomSlotId', 'classroom-slots'],
		['classroomSlotId', 'classroomSlot'],
	])('for %s follows the word %s', (name, word) => {
		const address = `https://x.example/${word}/${ID}/other/${OTHER}`;
		expect(readIdSegment(address, { displayName: 'ID', name })).toBe(ID);
	});
});

it.each([
	[`https://x.example/company/${OTHER}/course/play/${ID}/a`, true],
	[`https://x.example/courses/${ID}?group=${OTHER}`, true],
])('the editor accepts the address %s: %p', (address, isValid) => {
	const mode = recordProperty('courseId').modes?.find(({ name }) => name === 'url');
	const { regex = '' } = (mode?.extractValue ?? {}) as { regex?: string };
	expect(new RegExp(`^${regex}$`).test(address)).toBe(isValid);
});
