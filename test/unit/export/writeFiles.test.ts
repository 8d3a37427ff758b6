import { defaultFileName } from '../../../nodes/LearningPlatform/export/writeFiles';

describe('a file without a name of its own is called', () => {
	it.each([
		['by list and date', 'courses', 'csv', '2026-01-31T12:00:00Z', 'UTC', 'courses-2026-01-31.csv'],
		['by its format', 'groups', 'jsonl', '2026-01-31T12:00:00Z', 'UTC', 'groups-2026-01-31.jsonl'],
		[
			'with two digits a month and a day',
			'groups',
			'csv',
			'2026-03-04T12:00:00Z',
			'UTC',
			'groups-2026-03-04.csv',
		],
		[
			'by the day it is far in the east',
			'courses',
			'csv',
			'2026-01-31T11:00:00Z',
			'Pacific/Kiritimati',
			'courses-2026-02-01.csv',
		],
		[
			'by the day it is far in the west',
			'courses',
			'csv',
			'2026-02-01T03:00:00Z',
			'America/New_York',
			'courses-2026-01-31.csv',
		],
	])('%s', (_what, list, extension, now, timeZone, name) => {
		expect(defaultFileName(list, extension, new Date(now), timeZone)).toBe(name);
	});
});
