import { bestAttempts } from '../../../nodes/LearningPlatform/training/bestAttempts';

const JANUARY = '2026-01-31T09:00:00.000Z';
const JUNE = '2026-06-30T09:00:00.000Z';

/** Creates one person's attempts from strings: score, progress, and completion month, or `-` if missing. */
const attempts = (...texts: string[]) =>
	texts.map((text) => {
		const [score, progress, month] = text.split(' ');
		return {
			userId: 'ana',
			progress: Number(progress),
			...(score !== '-' && { score: Number(score) }),
			...(month !== '-' && { completedAt: month === 'January' ? JANUARY : JUNE }),
		};
	});

it.each([
	['an open attempt', ['- 40 -'], 'inProgress null 40 null'],
	['a fail and a later pass', ['20 100 January', '95 100 June'], `completed 95 100 ${JUNE}`],
	['a new attempt after a pass', ['70 100 January', '90 50 -'], `completed 70 100 ${JANUARY}`],
	['an open attempt with a score', ['90 50 -', '- 100 June'], `completed null 100 ${JUNE}`],
	['two open attempts', ['- 40 -', '- 60 -'], 'inProgress null 60 null'],
])('the best attempt at a course: %s', (_what, texts, expected) => {
	for (const records of [attempts(...texts), attempts(...texts).reverse()]) {
		const found = bestAttempts('course');
		for (const record of records) found.add(record);
		const { status, score, progress, completedAt, attempts: count } = found.bestOf('ana') ?? {};
		expect(`${status} ${score} ${progress} ${completedAt}`).toBe(expected);
		expect(count).toBe(texts.length);
	}
});

/** Creates one person's enrollments from strings: status, score, and unenrollment date, or `-` if missing. */
const enrollments = (...texts: string[]) =>
	texts.map((text, at) => {
		const [type, score, unenrolled] = text.split(' ');
		return {
			userId: 'ana',
			status: { type },
			progress: 10,
			sessionId: `session ${at}`,
			...(score !== '-' && { score: Number(score) }),
			...(unenrolled !== '-' && { unenrolledAt: JUNE }),
		};
	});

it.each([
	[['toRetake - -'], 'toRetake 0'],
	[['late 90 -', 'successful 60 -'], 'successful 1'],
	[['unsuccessful 45 -', 'late - -'], 'late 1'],
	[['late 40 -', 'onTime 10 -'], 'late 0'],
	[['notYetStarted - -', 'late - -'], 'late 1'],
	[['onTime - -', 'awaitingCorrection - -'], 'awaitingCorrection 1'],
	[['sessionNotOpened - -', 'notYetStarted - -'], 'notYetStarted 1'],
	[['onLeave - -', 'late - -'], 'late 1'],
	[['late - June'], 'notEnrolled null'],
	[['late 50 June', 'onTime - -'], 'onTime 1'],
])('the best of the path enrollments %j is %s', (texts, expected) => {
	for (const records of [enrollments(...texts), enrollments(...texts).reverse()]) {
		const found = bestAttempts('path');
		for (const record of records) found.add(record);
		const { status, sessionId } = found.bestOf('ana') ?? {};
		expect(`${status} ${String(sessionId).replace('session ', '')}`).toBe(expected);
	}
});

/** Creates one person's enrollments from strings: session, status, score, and month of enrollment, or `-` if missing. */
const inSessions = (...texts: string[]) =>
	texts.map((text) => {
		const [sessionId, type, score, month] = text.split(' ');
		return {
			userId: 'ana',
			status: { type },
			...(sessionId !== '-' && { sessionId }),
			...(score !== '-' && { score: Number(score) }),
			...(month !== '-' && { enrolledAt: `2026-0${month}-10` }),
		};
	});

it.each([
	['late in the latest session', ['a toRetake 60 1', 'b late - 5'], 'b late'],
	['completed in an earlier session', ['a successful 60 1', 'b late 90 5'], 'a successful'],
	['completed twice', ['a successful 90 1', 'b successful 60 5'], 'b successful'],
	['failed in the latest session', ['a late - 1', 'b unsuccessful 90 5'], 'a late'],
	['failed twice', ['a unsuccessful 90 1', 'b unsuccessful 10 5'], 'b unsuccessful'],
	['back in an older session', ['a late 90 1', 'b onTime 50 3', 'a onTime 10 5'], 'a late'],
	['enrolled on unknown dates', ['a late 40 -', 'b onTime 10 -'], 'a late'],
	['enrolled without sessions', ['- toRetake 60 1', '- late - 5'], 'undefined late'],
])('the enrollment of somebody who is %s', (_who, texts, expected) => {
	for (const records of [inSessions(...texts), inSessions(...texts).reverse()]) {
		const found = bestAttempts('path');
		for (const record of records) found.add(record);
		const { status, sessionId, attempts } = found.bestOf('ana') ?? {};
		expect(`${sessionId ?? undefined} ${status}`).toBe(expected);
		expect(attempts).toBe(texts.length);
	}
});

it.each([
	['course', 'notStarted'],
	['path', 'notEnrolled'],
] as const)('a person without a %s record has the %s standing', (of, status) => {
	const nothing = { dueDate: null, completedAt: null, score: null, startedAt: null };
	const standing = { status, progress: 0, attempts: 0, sessionId: null, ...nothing };
	expect(bestAttempts(of).bestOf('ana')).toEqual(standing);
});

it.each([
	['failed despite its completion date', { status: { type: 'unsuccessful' } }, 'unsuccessful'],
	['completed if it has only a completion date', {}, 'successful'],
	['open if it has neither a status nor a date', { completedAt: undefined }, 'onTime'],
])('an enrollment counts as %s', (_how, record, status) => {
	const found = bestAttempts('path');
	found.add({ userId: 'ana', completedAt: JUNE, ...record });
	expect(found.bestOf('ana')?.status).toBe(status);
});

it.each([
	[['2026-01-10', '2026-05-10'], 1],
	[['2026-W10', '2026-01-10'], 0],
])('of two equal enrollments dated %j, the later one is used', (dates, expected) => {
	const found = bestAttempts('path');
	for (const [at, enrolledAt] of dates.entries()) {
		const record = { userId: 'ana', status: { type: 'late' }, sessionId: `session ${at}` };
		found.add({ ...record, enrolledAt, startedAt: '2026-06-01', dueDate: `2026-0${at + 6}-01` });
	}
	const { sessionId, dueDate, attempts } = found.bestOf('ana') ?? {};
	const latest = [`session ${expected}`, `2026-0${expected + 6}-01`, 2];
	expect([sessionId, dueDate, attempts]).toEqual(latest);
});

it.each([
	['100', '85.00', 100, 85],
	['half', 'passed', 0, null],
])('progress %j and score %j are read as %j and %j', (progress, score, ...expected) => {
	const found = bestAttempts('course');
	found.add({ userId: 'ana', progress, score });
	expect(found.bestOf('ana')).toMatchObject({ progress: expected[0], score: expected[1] });
});
