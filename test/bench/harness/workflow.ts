import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { Account } from '../extension/countRecords';

/** A node without its position in a workflow. */
type Part = ReturnType<typeof part>;

const part = (type: string, typeVersion: number, parameters: INodeParameters = {}) => ({
	type,
	typeVersion,
	parameters,
});

/** A link from one node to an input of another (the first input by default). */
type Link = [from: string, to: string, index?: number];

/** A contender's nodes and their links, from Begin to End. */
interface Parts {
	parts: Record<string, Part>;
	links: Link[];
}

const OURS = 'n8n-nodes-learning-platform.learningPlatform';
const MERGE = 'n8n-nodes-base.merge';
const COMPARE = 'n8n-nodes-base.compareDatasets';
const DIFFER = 'CUSTOM.differ';

const LIST = { resource: 'course', operation: 'list', returnAll: true };

/** Depends on the item, but is the same for all: the rows of a table would get other fields as well. */
const SINCE = "$itemIndex < 0 ? '' : '2000-01-01T00:00:00.000Z'";

const LIST_WITH_EXPRESSIONS = {
	...LIST,
	filters: { createdAfter: `={{ ${SINCE} }}` },
	options: { maxRetries: '={{ $itemIndex < 0 ? 0 : 4 }}' },
};

/** @param edited the number of rows that differ from the list */
type MakeParts = (baseUrl: string, edited: number) => Parts;

const CONTENDERS = {
	node: () => ours(LIST),
	nodeWithExpressions: () => ours(LIST_WITH_EXPRESSIONS),
	nodeWithNames: () => ours({ ...LIST, options: { addNames: ['groups', 'users'] } }),
	/** A table of courses, filled by Sync. */
	nodeOfTable: () => withTable({ parts: {}, links: [] }),
	nodeSyncs: (_, edited) =>
		withTable(
			{
				// Sync itself fills the table because it recognizes its own rows by their versions.
				parts: { Table: SYNC, Sync: SYNC },
				links: chain('Differ', 'Sync'),
			},
			edited,
		),
	nodesCompared,
	export: () => ours({ resource: 'course', operation: 'export' }),
	/** n8n's HTTP Request node, which follows the Link header from page to page. */
	httpRequest: (baseUrl: string) => alone(httpRequest(`${baseUrl}/api/v2/courses`)),
	httpRequestWithExpression: (baseUrl: string) =>
		alone(httpRequest(`=${baseUrl}/api/v2/courses?createdAt[gte]={{ ${SINCE} }}`)),
	/** The lists of courses, groups, and users, with Merge nodes that add names to the IDs in the courses. */
	httpRequestsMerged,
	/** A bare loop that fetches, parses, and discards pages. */
	loop: () => alone(part('CUSTOM.loop', 1)),
} satisfies Record<string, MakeParts>;

export type Contender = keyof typeof CONTENDERS;

/** The credential that a contender uses: ours or one written by following n8n's documentation. */
export function credentialFor(contender: Contender, account: Account) {
	const isOurs = contender.startsWith('node') || contender === 'export';
	return {
		name: `${contender} ${account.baseUrl}`,
		type: isOurs ? 'learningPlatformApi' : 'plainApi',
		data: {
			...account,
			accessToken: '',
			...(isOurs && { versionHeader: 'service-api-version', apiVersion: 'v2.0' }),
		},
	};
}

/**
 * Builds a workflow that measures a contender. The workflow starts manually or on a web request and responds
 * to the request with the measurement.
 *
 * @param items the number of input items
 * @param edited the number of rows that differ from the list
 */
export function measuringWorkflow(
	contender: Contender,
	{ items = 1, edited = 0 }: { items?: number; edited?: number },
	path: string,
	credential: { id: string; name: string; type: string; data: { baseUrl: string } },
) {
	const { id, name, type, data } = credential;
	const { parts, links } = CONTENDERS[contender](data.baseUrl, edited);
	const nodes = [
		node('Manual', part('n8n-nodes-base.manualTrigger', 1)),
		{
			...node('Webhook', part('n8n-nodes-base.webhook', 2, { path, responseMode: 'lastNode' })),
			webhookId: path,
		},
		node('Begin', part('CUSTOM.begin', 1, { items })),
		...Object.entries(parts).map(([step, one]) => ({
			...node(step, one),
			...(needsCredential(one) && { credentials: { [type]: { id, name } } }),
		})),
		// n8n runs the lowest branch last.
		{ ...node('End', part('CUSTOM.end', 1)), position: [0, 1] as INode['position'] },
	];
	const connections: IConnections = {};
	const starts: Link[] = [
		['Manual', 'Begin'],
		['Webhook', 'Begin'],
	];
	for (const [from, to, index = 0] of [...starts, ...links]) {
		(connections[from] ??= { main: [[]] }).main?.[0]?.push({ node: to, type: 'main', index });
	}
	const settings = {
		executionOrder: 'v1',
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'none',
	};
	return { name: path, nodes, connections, settings, active: false };
}

const needsCredential = ({ type }: Part) => ![MERGE, COMPARE, DIFFER].includes(type);

const node = (name: string, one: Part): INode => ({ id: name, name, position: [0, 0], ...one });

const chain = (...names: string[]): Link[] => names.slice(1).map((to, at) => [names[at] ?? '', to]);

const alone = (one: Part): Parts => ({
	parts: { Contender: one },
	links: chain('Begin', 'Contender', 'End'),
});

function ours(parameters: INodeParameters): Parts {
	return alone(part(OURS, 1, parameters));
}

function httpRequest(url: string): Part {
	const pagination = {
		paginationMode: 'responseContainsNextURL',
		nextURL: '={{ $response.headers.link.match(/<([^>]*)>/)[1] }}',
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.headers.link }}',
	};
	return part('n8n-nodes-base.httpRequest', 4.3, {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'plainApi',
		options: { pagination: { pagination } },
	});
}

/**
 * Three lists and a Merge node for each kind of name. Merge takes only the first match, which is faster, and adds a
 * suffix to all fields because courses, groups, and users share field names.
 */
function httpRequestsMerged(baseUrl: string): Parts {
	const list = (name: string) => httpRequest(`${baseUrl}/api/v2/${name}`);
	return {
		parts: {
			Courses: list('courses'),
			Groups: list('groups'),
			Users: list('users'),
			'With groups': merge('groupId'),
			'With users': merge('authorId_1'),
		},
		links: [
			...chain('Begin', 'Courses', 'With groups', 'With users', 'End'),
			...chain('Begin', 'Groups'),
			...chain('Begin', 'Users'),
			['Groups', 'With groups', 1],
			['Users', 'With users', 1],
		],
	};
}

function merge(field1: string): Part {
	return part(MERGE, 3.2, {
		mode: 'combine',
		combineBy: 'combineByFields',
		advanced: true,
		mergeByFields: { values: [{ field1, field2: '_id' }] },
		joinMode: 'enrichInput1',
		options: {
			multipleMatches: 'first',
			clashHandling: { values: { resolveClash: 'addSuffix' } },
		},
	});
}

const ROW = {
	resource: 'course',
	outputFields: '_id, name, status, type, groupId, authorId, createdAt, modifiedAt',
};

const SYNC = part(OURS, 1, { ...ROW, operation: 'sync' });

const listOfRows = part(OURS, 1, { ...ROW, operation: 'list', returnAll: true, output: 'row' });

/** The nodes that process a table with edited rows. End is on the last branch, so it runs after them. */
function withTable({ parts, links }: Parts, edited = 0): Parts {
	return {
		parts: { Table: listOfRows, Differ: part(DIFFER, 1, { rows: edited }), ...parts },
		links: [...chain('Begin', 'Table', 'Differ'), ...links, ...chain('Begin', 'End')],
	};
}

function nodesCompared(_baseUrl: string, edited: number): Parts {
	const keys = { values: [{ field1: 'courseId', field2: 'courseId' }] };
	const compare = part(COMPARE, 2.3, { mergeByFields: keys, resolve: 'preferInput2' });
	const links: Link[] = [
		...chain('Differ', 'Compare'),
		...chain('Begin', 'List'),
		['List', 'Compare', 1],
	];
	return withTable({ parts: { List: listOfRows, Compare: compare }, links }, edited);
}
