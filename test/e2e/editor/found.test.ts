import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IBuilderHint, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import actionCodex from '../../../nodes/LearningPlatform/LearningPlatform.node.json';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import triggerCodex from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node.json';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';

// Runs n8n's own searches: the node panel's and the AI workflow builder's. The builder also reads a type that n8n
// generates from each description.

type Described = Pick<INodeTypeDescription, 'name' | 'displayName' | 'hidden'> & { codex?: object };

type Description = INodeTypeDescription & { builderHint: IBuilderHint };

/** n8n's functions that search and describe nodes. */
interface N8n {
	NodeSearchEngine: new (nodes: object[]) => {
		searchByName: (query: string, limit: number) => { name: string }[];
	};
	NodeTypeParser: new (nodes: object[]) => object;
	formatNodeResult: (parser: object, node: string) => string;
	synthesizeNodeTypeDef: (description: object) => string;
	sublimeSearch: <T>(
		query: string,
		items: T[],
		keys: { key: string; weight: number }[],
	) => { item: T }[];
}

const load = createRequire(__filename);
const installed = (path: string): unknown => load(join(__dirname, '../n8n-2/node_modules', path));

const CATALOG = '@n8n/ai-utilities/dist/cjs/node-catalog';
const modules = [
	...['search-engine', 'node-type-parser', 'search'].map((file) => `${CATALOG}/${file}.js`),
	'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
	'@n8n/utils/dist/search/sublime-search.cjs',
];
const { NodeSearchEngine, NodeTypeParser, formatNodeResult, synthesizeNodeTypeDef, sublimeSearch } =
	Object.assign({}, ...modules.map(installed)) as N8n;

const PACKAGE = 'n8n-nodes-learning-platform.';

const ours = [
	{ ...new LearningPlatform().description, codex: actionCodex },
	{ ...new LearningPlatformTrigger().description, codex: triggerCodex },
].map((description) => ({
	...description,
	name: `${PACKAGE}${description.name}`,
})) as Description[];
const [action, trigger] = ours as [Description, Description];

const all = [...(installed('n8n-nodes-base/dist/types/nodes.json') as Described[]), ...ours];
const builder = new NodeSearchEngine(all);

/** The nodes with the properties that the panel searches. */
const items = all
	.filter(({ hidden }) => hidden !== true)
	.map(({ displayName, name, codex }) => ({ name, properties: { displayName, codex } }));

const panelFinds = (query: string) =>
	sublimeSearch(query, items, [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	])
		.slice(0, 10)
		.map(({ item }) => item.name);

/** Search terms that people in learning and HR use. */
const QUESTIONS = `
	360, 360 learning, 360Learning, LMS, LXP, learning platform, e-learning, learning management
	system, training, hr, onboarding, compliance training, mandatory training, employee training,
	training records, course, courses, list courses, export courses, export courses to Excel, sync
	courses, course catalog, course catalogue, new course, course completed, course completion,
	completions, course statistics, certificates, certificate expiry, learners, new learner, learner
	progress, users of the LMS, enrollments, learning path, group members, skills, classrooms,
	attendance, elearning, list users, users, new user, employees, new employee, list learners,
	export learners, participants, members of a group, learning paths, path sessions, list path
	sessions, training sessions, training completed, completed training, path completed, path
	completion, learner completes a course, training progress, course progress, course results,
	course scores, training status, not completed, not finished, mandatory, compliance, assigned,
	overdue, enrolled, late, deadline, expiring, new hire, reminder, quiz, academy, e learning,
	invite, deactivate, create user, add user, update user, add to group, leaver, offboarding,
	provision, unenroll, welcome, new hires, reminders, user management, renewal, passed, report,
	manager, enroll, assign, HRIS, SCIM, certification, certificate, learner, group,
	completion, personnel number, remove from group, last day, department`
	.replace(/\s+/g, ' ')
	.split(',');

it.each(QUESTIONS.map((words) => words.trim()))(
	'"%s" finds the package in the panel and in the AI workflow builder',
	(query) => {
		const found = { panel: panelFinds(query), builder: builder.searchByName(query, 5) };
		expect(found.panel.some((name) => name.startsWith(PACKAGE))).toBe(true);
		expect(found.builder.some(({ name }) => name.startsWith(PACKAGE))).toBe(true);
	},
);

it('"custom fields" finds the package in the panel; the builder searches each word by itself', () => {
	expect(panelFinds('custom fields').some((name) => name.startsWith(PACKAGE))).toBe(true);
});

it.each(['Slack', 'email', 'invoice', 'Postgres'])('"%s" finds other nodes first', (query) => {
	expect(panelFinds(query)[0] ?? '').not.toContain(PACKAGE);
	expect(builder.searchByName(query, 5)[0]?.name).not.toContain(PACKAGE);
});

/** The node's actions, as the panel searches them. */
const actions = action.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[])
	.map((option) => ({ properties: { displayName: option.action ?? '' } }));

it.each([
	['create user', 'Create or update user'],
	['update user', 'Update or deactivate user'],
	['deactivate', 'Update or deactivate user'],
	['leavers', 'Find leavers: users who are not in a table'],
	['not in', 'Find leavers: users who are not in a table'],
	['add to group', 'Add member to group'],
	['enroll', 'Enroll user in path session'],
	['unenroll', 'Unenroll user from path session'],
	['move', 'Move members between groups'],
	['not completed', 'List people who have not completed training'],
])('among the actions, "%s" finds "%s" first', (query, found) => {
	const keys = [{ key: 'properties.displayName', weight: 1.3 }];
	expect(sublimeSearch(query, actions, keys)[0]?.item.properties.displayName).toBe(found);
});

describe.each(ours)("the builder's description of $displayName", (description) => {
	const { name, builderHint } = description;

	it('says when to use the node and which nodes work well with it', () => {
		const found = formatNodeResult(new NodeTypeParser(all), name);
		expect(builderHint.searchHint).not.toBe('');
		expect(found).toContain(`@builderHint ${builderHint.searchHint}`);
		for (const { nodeType, relationHint } of builderHint.relatedNodes ?? []) {
			expect(found).toContain(`- ${nodeType}: "${relationHint}"`);
		}
	});

	it('names only existing nodes', () => {
		const related = builderHint.relatedNodes?.map(({ nodeType }) => nodeType) ?? [];
		const names = all.map((one) => one.name);
		expect(related.length).toBeGreaterThan(0);
		expect(names.map((one) => (one.includes('.') ? one : `n8n-nodes-base.${one}`))).toEqual(
			expect.arrayContaining(related),
		);
	});

	it('contains no expression that n8n would evaluate', () => {
		const hints = JSON.stringify(description, (key, value: unknown) =>
			['displayCondition', 'subtitle', 'baseURL', 'itemTitle', 'outputs'].includes(key)
				? undefined
				: value,
		);
		expect(hints).not.toContain('={{');
	});

	it('contains each field once, with its hint', () => {
		const { text, objects } = typeOf(description);
		const twice = objects.flatMap(({ owner, names }) =>
			names.filter((name, index) => names.indexOf(name) < index).map((name) => `${owner}.${name}`),
		);
		expect(twice).toEqual([]);
		expect(text).toContain('"row" for spreadsheets');
		for (const { path } of knownLists) expect(text).toContain(` ${path}`);
		expect(text).toContain('listPath contains {userId}');
	});
});

it('only the operation that writes a file describes file names', () => {
	const { comments, text } = typeOf(action);
	expect(text.split('<pattern title="An Excel file').length - 1).toBe(1);
	expect(comments.get('filters')).not.toContain('<pattern');
});

it('the trigger has one Filters field and one Options field for all resources', () => {
	const { objects, comments, text } = typeOf(trigger);
	const namesIn = (field: string) => objects.find(({ owner }) => owner === field)?.names;
	expect(comments.get('filters')).not.toContain('@displayOptions');
	expect(comments.get('options')).not.toContain('@displayOptions');
	expect(namesIn('filters')).toEqual(expect.arrayContaining(['nameContains', 'status']));
	expect(namesIn('options')).toEqual(expect.arrayContaining(['readWholeList']));
	expect(text).toContain(
		"addNames?: Array<'courses' | 'groups' | 'managers' | 'paths' | 'tags' | 'users'>",
	);
});

it('the trigger tells the builder to leave out its schedule', () => {
	expect(typeOf(trigger).text).toContain('@builderHint Omit pollTimes');
});

it('the types of groups and other lists do not mention courses', () => {
	const types = [...typeOf(action).comments].filter(([name]) =>
		/(Group|Other)\w+Params$/.test(name),
	);
	expect(types).toHaveLength(10);
	for (const [, comment] of types) expect(comment).not.toMatch(/course/);
});

/** Parses a node's type and returns its objects, the owner of each object, and the comment before each name. */
function typeOf(description: Description) {
	const text = synthesizeNodeTypeDef(description);
	const file = ts.createSourceFile('type.ts', text, ts.ScriptTarget.Latest);
	const objects: { owner: string; names: string[] }[] = [];
	const comments = new Map<string, string>();
	const visit = (node: ts.Node, owner: string): void => {
		const hasName =
			ts.isPropertySignature(node) ||
			ts.isInterfaceDeclaration(node) ||
			ts.isTypeAliasDeclaration(node);
		const name = hasName ? node.name.getText(file) : owner;
		if (hasName) comments.set(name, text.slice(node.getFullStart(), node.getStart(file)));
		if (ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)) {
			const names = node.members.map((member) => member.name?.getText(file) ?? '');
			objects.push({ owner: name, names });
		}
		ts.forEachChild(node, (child) => {
			visit(child, name);
		});
	};
	visit(file, '');
	return { text, objects, comments };
}
