import { type INodeParameters, Workflow } from 'n8n-workflow';

import { InstalledPackage } from './harness';

let installed: InstalledPackage;

beforeAll(async () => {
	installed = await InstalledPackage.load();
});

/** What n8n's editor shows beside the items of a form: the texts of hints whose conditions it finds true. */
function hintsFor(name: string, parameters: INodeParameters): string[] {
	const type = installed.typeName(name);
	const node = { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters };
	const workflow = new Workflow({
		...{ nodes: [node as never], connections: {}, active: false, nodeTypes: installed },
	});
	const { hints = [] } = installed.getByNameAndVersion(type).description;
	return hints
		.filter(({ displayCondition = '' }) =>
			workflow.expression.getParameterValue(
				...[displayCondition, null, 0, 0, 'Node', [], 'manual' as const, {}],
			),
		)
		.map(({ message }) => message.replace(/<\/?b>/g, ''));
}

const TOO_LONG = /^For a list of many thousand records/;

it.each<[string, string, INodeParameters, RegExp[]]>([
	['all of a list as items', 'learningPlatform', { returnAll: true }, [TOO_LONG]],
	['all of a list, by a tool', 'learningPlatformTool', { returnAll: true }, []],
	['some of a list as items', 'learningPlatform', { returnAll: false }, []],
	[
		'all of a list as a file, by a form that had listed before',
		'learningPlatform',
		{ operation: 'export', returnAll: true },
		[],
	],
])('n8n shows what there is to say of %s', (_of, node, parameters, hints) => {
	const found = hintsFor(node, { resource: 'course', operation: 'list', ...parameters });
	expect(found).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
});
