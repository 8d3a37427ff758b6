import { gunzipSync } from 'node:zlib';

import { startService } from '../service';
import { exportFile, fileIn } from './exports';

describe.each(['csv', 'jsonl'])('a compressed %s file', (format) => {
	it('has what the file has otherwise', async () => {
		const sandbox = await startService({ courses: 1234 });
		const whole = await exportFile(sandbox, { format });
		const { items } = await exportFile(sandbox, { format, options: { compress: true } });
		const [plain, file] = [await fileIn(whole.items[0]), await fileIn(items[0])];
		expect(gunzipSync(file).equals(plain)).toBe(true);
		expect(file.length).toBeLessThan(plain.length / 3);
	});

	it.each([
		['by list, date and format', '', `courses-\\d{4}-\\d\\d-\\d\\d\\.${format}\\.gz`],
		['as the user says, and .gz', `all.${format}`, `all\\.${format}\\.gz`],
	])('is called %s', async (_how, fileName, name) => {
		const sandbox = await startService({ courses: 1 });
		const parameters = { format, fileName, options: { compress: true } };
		const { items } = await exportFile(sandbox, parameters);
		expect(items[0]).toMatchObject({
			json: { fileName: expect.stringMatching(new RegExp(`^${name}$`)) as string, format },
			binary: { data: { mimeType: 'application/gzip', fileExtension: 'gz' } },
		});
	});
});
