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
const UNKNOWN = /^Output Fields has a name that this list is not known to have/;

const selected = (outputFields: string, more: INodeParameters = {}) => ({
	...{ output: 'selected', outputFields, ...more },
});
const other = (mode: string, value: string) => ({
	...{ resource: 'other', listPath: { __rl: true, mode, value } },
});

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
	['a misspelled field', 'learningPlatform', selected('name, modifedAt'), [UNKNOWN]],
	[
		'a misspelled column of a row',
		'learningPlatform',
		{ ...selected('nmae'), output: 'row' },
		[UNKNOWN],
	],
	['a misspelled field of a poll', 'learningPlatformTrigger', selected('nmae'), [UNKNOWN]],
	['known fields in any case', 'learningPlatform', selected(' _id,NAME,, modifiedat '), []],
	['a path into a field', 'learningPlatform', selected('translations.0.lang'), []],
	['a name beside an ID', 'learningPlatform', selected('groupName, coAuthorNames'), []],
	['a field that only another list has', 'learningPlatform', selected('mail'), [UNKNOWN]],
	['no field', 'learningPlatform', selected(''), []],
	['an expression that gives no text', 'learningPlatform', selected('={{ undefined }}'), []],
	[
		'fields where they do not count',
		'learningPlatform',
		{ ...selected('nmae'), output: 'raw' },
		[],
	],
	[
		'a misspelled column of a file',
		'learningPlatform',
		selected('nmae', { operation: 'export' }),
		[],
	],
	['a field of a group', 'learningPlatform', selected('parentId', { resource: 'group' }), []],
	[
		'a field of a course, for groups',
		'learningPlatform',
		selected('duration', { resource: 'group' }),
		[UNKNOWN],
	],
	['a field of users', 'learningPlatform', selected('mail', other('list', 'users')), []],
	[
		'a misspelled field of users',
		'learningPlatform',
		selected('email', other('list', 'users')),
		[UNKNOWN],
	],
	[
		'a field of a list with an ID in its path',
		'learningPlatform',
		selected('rolle', other('list', 'groups/{groupId}/roles')),
		[UNKNOWN],
	],
	[
		'any field of a list that is not known',
		'learningPlatform',
		selected('any', other('path', 'shops')),
		[],
	],
])('n8n shows what there is to say of %s', (_of, node, parameters, hints) => {
	const found = hintsFor(node, { resource: 'course', operation: 'list', ...parameters });
	expect(found).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
});
