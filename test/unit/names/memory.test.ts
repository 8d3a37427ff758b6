import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { isFullCampaign } from '../../campaign';

const USERS = 30_000;

it('the names of 30,000 users take at most 9 MB', () => {
	if (!isFullCampaign) return;
	const script = join(__dirname, 'heldNames.ts');
	const said = execFileSync(
		process.execPath,
		['--expose-gc', '--import', 'tsx', script, String(USERS)],
		{ encoding: 'utf8' },
	);
	const { bytes, last } = JSON.parse(said) as { bytes: number; last: unknown };
	expect(last).toMatchObject({ mail: expect.stringContaining(`.${USERS - 1}@`) as string });
	expect(bytes / 1_000_000).toBeLessThanOrEqual(9);
});
