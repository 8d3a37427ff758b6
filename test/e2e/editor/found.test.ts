import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import actionCodex from '../../../nodes/LearningPlatform/LearningPlatform.node.json';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import triggerCodex from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node.json';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';

// n8n's own searches, over all of its nodes and ours: that of the panel, and that of its AI workflow builder.

type Described = Pick<INodeTypeDescription, 'name' | 'displayName' | 'hidden'> & { codex?: object };

interface Builder {
	NodeSearchEngine: new (nodes: object[]) => {
		searchByName: (query: string, limit: number) => { name: string }[];
	};
}

interface Panel {
	sublimeSearch: <T>(
		query: string,
		items: T[],
		keys: { key: string; weight: number }[],
	) => { item: T }[];
}

const load = createRequire(__filename);
const installed = (path: string): unknown => load(join(__dirname, '../n8n-2/node_modules', path));

const { NodeSearchEngine } = installed(
	'@n8n/ai-utilities/dist/cjs/node-catalog/search-engine.js',
) as Builder;
const { sublimeSearch } = installed('@n8n/utils/dist/search/sublime-search.cjs') as Panel;

const PACKAGE = 'n8n-nodes-learning-platform.';

const ours = [
	{ ...new LearningPlatform().description, codex: actionCodex },
	{ ...new LearningPlatformTrigger().description, codex: triggerCodex },
].map((description) => ({ ...description, name: `${PACKAGE}${description.name}` }));

const all = [...(installed('n8n-nodes-base/dist/types/nodes.json') as Described[]), ...ours];
const builder = new NodeSearchEngine(all);

/** What the panel has at hand of a node. */
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

/** As people in learning and HR put it. */
const QUESTIONS = [
	...['360', '360 learning', '360Learning', 'LMS', 'LXP', 'learning platform', 'e-learning'],
	...['learning management system', 'training', 'hr', 'onboarding', 'compliance training'],
	...['mandatory training', 'employee training', 'training records'],
	...['course', 'courses', 'list courses', 'export courses', 'export courses to Excel'],
	...['sync courses', 'course catalog', 'course catalogue', 'new course', 'course completed'],
	...[
		'course completion',
		'completions',
		'course statistics',
		'certificates',
		'certificate expiry',
	],
	...['learners', 'new learner', 'learner progress', 'users of the LMS', 'enrollments'],
	...['learning path', 'group members', 'skills', 'classrooms', 'attendance'],
	...['elearning', 'list users', 'users', 'new user', 'employees', 'new employee'],
	...['list learners', 'export learners', 'participants', 'members of a group'],
	...['learning paths', 'path sessions', 'list path sessions', 'training sessions'],
	...['training completed', 'completed training', 'path completed', 'path completion'],
	...['learner completes a course', 'training progress', 'course progress'],
	...['course results', 'course scores', 'training status', 'not completed', 'not finished'],
	...['mandatory', 'compliance', 'assigned', 'overdue', 'enrolled'],
];

it.each(QUESTIONS)(
	'"%s" finds the package in the panel and in the AI workflow builder',
	(query) => {
		const found = { panel: panelFinds(query), builder: builder.searchByName(query, 5) };
		expect(found.panel.some((name) => name.startsWith(PACKAGE))).toBe(true);
		expect(found.builder.some(({ name }) => name.startsWith(PACKAGE))).toBe(true);
	},
);

it.each(['Slack', 'email', 'invoice', 'Postgres'])('"%s" finds others first', (query) => {
	expect(panelFinds(query)[0] ?? '').not.toContain(PACKAGE);
	expect(builder.searchByName(query, 5)[0]?.name).not.toContain(PACKAGE);
});
