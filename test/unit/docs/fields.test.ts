import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fieldsIn } from '../../../scripts/docs/fields';

it('docs/fields.md has the fields that the node knows: `npx tsx scripts/docs/fields.ts` writes it', () => {
	const page = readFileSync(join(__dirname, '../../../docs/fields.md'), 'utf8');
	const words = (text: string) => text.replace(/[ -]+/g, ' ');
	for (const section of fieldsIn()) expect(words(page)).toContain(words(section));
});
