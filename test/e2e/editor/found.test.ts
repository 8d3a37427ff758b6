import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IBuilderHint, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import actionCodex from '../../../nodes/LearningPlatform/LearningPlatform.node.json';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import instantCodex from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node.json';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import triggerCodex from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node.json';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';

// Runs n8n's own searches: the node panel's and the AI workflow builder's. The builder also reads a type that n8n
// generates from each description.

type Described = Pick<INodeTypeDescription, 'name' | 'displayName' | 'group' | 'hidden'> & {
	codex?: object;
};

type Description = INodeTypeDescription & { builderHint: IBuilderHint };

/** n8n's functions that search and describe nodes. */
interface N8n {
	NodeSearchEngine: new (nodes: object[]) => {
		searchByName: (query: string, limit: number) => { name: string }[];
	};
	NodeTypeParser: new (nodes: object[]) => object;
	formatNodeResult: (parser: object, node: string) => string;
	synthesizeNodeTypeDef: (description: object) => string;
}

/** Scores items by their display names and aliases. */
type SublimeSearch = <T>(query: string, items: T[]) => { item: T; score: number }[];

const load = createRequire(__filename);
const modulesOf = (major: number) => join(__dirname, `../n8n-${major}/node_modules`);
const installed = (path: string, major = 2): unknown => load(join(modulesOf(major), path));

const CATALOG = '@n8n/ai-utilities/dist/cjs/node-catalog';
const modules = [
	...['search-engine', 'node-type-parser', 'search'].map((file) => `${CATALOG}/${file}.js`),
	'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
];
const { NodeSearchEngine, NodeTypeParser, formatNodeResult, synthesizeNodeTypeDef } = Object.assign(
	{},
	...modules.map((path) => installed(path)),
) as N8n;

const PACKAGE = 'n8n-nodes-learning-platform.';

const described = (description: INodeTypeDescription, codex: object) =>
	({ ...description, codex, name: `${PACKAGE}${description.name}` }) as Description;
const action = described(new LearningPlatform().description, actionCodex);
const trigger = described(new LearningPlatformTrigger().description, triggerCodex);
const instant = described(new LearningPlatformInstantTrigger().description, instantCodex);
const ours = [action, trigger];

const n8nNodes = (major: number) =>
	['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) =>
		(installed(`${name}/dist/types/nodes.json`, major) as Described[]).map((node) => ({
			...node,
			name: `${name}.${node.name.replace(/^.*\./, '')}`,
		})),
	);

const all = [...(installed('n8n-nodes-base/dist/types/nodes.json') as Described[]), ...ours];
const builder = new NodeSearchEngine(all);

/** The panel of a major version: its editor adds the popularity of n8n's own nodes to the score of a name. */
function panelOf(major: 1 | 2) {
	const file = major === 1 ? 'sublimeSearch' : 'sublime-search';
	const { sublimeSearch } = installed(`@n8n/utils/dist/search/${file}.cjs`, major) as {
		sublimeSearch: SublimeSearch;
	};
	const assets = join(modulesOf(major), 'n8n-editor-ui/dist/assets');
	const popularity = new Map(
		readdirSync(assets)
			.filter((name) => /^(canvas\.eventBus|nodeCreator\.store)-.*js$/.test(name))
			.flatMap((name) => [
				...readFileSync(join(assets, name), 'utf8').matchAll(
					/"?id"?:\s*["`]([^"`]+)["`],\s*"?popularity"?:\s*([\d.]+)/g,
				),
			])
			.map(([, id, share]) => [id, Number(share) * 100]),
	);
	if (popularity.size === 0) throw new Error("The editor's popularity of nodes was not found");
	const nodes = [...n8nNodes(major), action, trigger, instant].filter(({ hidden }) => !hidden);
	const latest = new Map(nodes.map((node) => [node.name, node]));
	const isTrigger = ({ group }: Described) => group.includes('trigger');
	// The panel shows a trigger as part of the node with the same name.
	const isPart = ({ name }: Described) =>
		name.endsWith('Trigger') && latest.has(name.replace('Trigger', ''));
	const items = [...latest.values()]
		.filter((node) => !(isTrigger(node) && isPart(node)))
		.map(({ displayName, name, codex }) => ({ name, properties: { displayName, codex } }));
	const ranked = <T>(query: string, among: (T & { name: string })[]) =>
		sublimeSearch(query.toLowerCase(), among)
			.map(({ item, score }) => ({ item, score: score + (popularity.get(item.name) ?? 0) }))
			.sort((one, other) => other.score - one.score)
			.map(({ item }) => item);
	return {
		nodes: (query: string) => ranked(query, items).map(({ name }) => name),
		actions: (query: string) =>
			ranked(query, actions).map(({ properties }) => properties.displayName),
	};
}

const wordsIn = (text: string) => text.split(',').map((words) => words.trim().replace(/\s+/g, ' '));

/** Words for which the package has to come first. */
const FIRST = wordsIn(`
	invite, create user, add user, provision, welcome, new hire, new hires, onboarding, user
	management, custom fields, HRIS, SCIM, deactivate, update user, offboarding, leaver, leavers,
	add to group, move between groups, enroll, assign, unenroll, training, not completed,
	compliance, overdue, late, deadline, reminder, reminders, passed, quiz, completion,
	certificates, certification, expiring, renewal, academy, LMS, learner, 360`);

/** Other search terms that people in learning and HR use. */
const QUESTIONS = wordsIn(`
	course, group, certificate, report, manager, 360 learning, 360Learning, LXP, learning
	platform, e-learning, learning management system, hr, compliance training, mandatory training,
	employee training, training records, courses, list courses, export courses, export courses to
	Excel, sync courses, course catalog, course catalogue, new course, course completed, course
	completion, completions, course statistics, certificate expiry, learners, new learner, learner
	progress, users of the LMS, enrollments, learning path, group members, skills, classrooms,
	attendance, elearning, list users, users, new user, employees, new employee, list learners,
	export learners, participants, members of a group, learning paths, path sessions, list path
	sessions, training sessions, training completed, completed training, path completed, path
	completion, learner completes a course, training progress, course progress, course results,
	course scores, training status, not finished, mandatory, assigned, enrolled, e learning,
	personnel number, remove from group, last day, department, sync users, supervisor, rehire,
	suspend, termination, reactivate, recertification, due date, escalation, inactive, transcript,
	cancel enrollment, learning history, training hours, waitlist, data warehouse`);

/** The node's actions, as the panel searches them. */
const actions = action.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[])
	.map((option) => ({ name: action.name, properties: { displayName: option.action ?? '' } }));

const panels = [1, 2].map((major) => panelOf(major as 1 | 2));

it.each(FIRST)('in both panels, "%s" finds the node first', (word) => {
	expect(panels.map((panel) => panel.nodes(word)[0])).toEqual([action.name, action.name]);
});

it.each([
	['invite', 'Create, invite, or update user'],
	['create user', 'Create, invite, or update user'],
	['update user', 'Update or deactivate user'],
	['deactivate', 'Update or deactivate user'],
	['leaver', 'Find leavers: users who are not in a table'],
	['not in', 'Find leavers: users who are not in a table'],
	['add to group', 'Add member to group'],
	['move', 'Move members between groups'],
	['enroll', 'Enroll user in path session'],
	['unenroll', 'Unenroll user from path session'],
	['training', 'List people who have not completed training'],
	['not completed', 'List people who have not completed training'],
	['completion', 'List course completions'],
	['certificate', 'List certificates, enrollments, and other lists'],
])('among the actions of both panels, "%s" finds "%s" first', (word, found) => {
	expect(panels.map((panel) => panel.actions(word)[0])).toEqual([found, found]);
});

it.each([
	['report', 'quickChart'],
	['manager', 'manualTrigger'],
	['certificate', 'awsCertificateManager'],
	['course', 'discourse'],
	['group', 'summarize'],
])('in both panels, "%s" finds the node second, after %s, which is more popular', (word, other) => {
	const first = [`n8n-nodes-base.${other}`, action.name];
	for (const panel of panels) expect(panel.nodes(word).slice(0, 2)).toEqual(first);
});

// The builder searches each word by itself.
it.each([...QUESTIONS, ...FIRST].filter((query) => query !== 'custom fields'))(
	'"%s" finds the package in both panels and in the AI workflow builder',
	(query) => {
		const found = panels.map((panel) => panel.nodes(query).slice(0, 10));
		for (const names of [...found, builder.searchByName(query, 5).map(({ name }) => name)]) {
			expect(names.join()).toContain(PACKAGE);
		}
	},
);

it.each(['Slack', 'email', 'invoice', 'Postgres'])('"%s" finds other nodes first', (query) => {
	for (const panel of panels) expect(panel.nodes(query)[0]).not.toContain(PACKAGE);
	expect(builder.searchByName(query, 5)[0]?.name).not.toContain(PACKAGE);
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
