const sources = '^(nodes|credentials)/';
const node = '^nodes/LearningPlatform/';

// The package's layers, from the user interface down to the network: imports may only point down.
const rooms = [
	`${node}[^/]+\\.node\\.ts$`,
	`${node}operations/`,
	`${node}(file|instant|table|training|trigger|write)/`,
	`${node}nodeErrors/`,
	`${node}errors/`,
	`${node}people/`,
	`${node}form/`,
	`${node}labels/`,
	`${node}list/`,
	`${node}authentication/`,
	`${node}service/`,
	`${node}token/`,
	`${node}shape/`,
	`${node}n8n/`,
	`${node}catalog/`,
	`${node}failures/`,
	`${node}values/`,
];

const withIndex = [
	'authentication',
	'errors',
	'file',
	'form',
	'instant',
	'labels',
	'list',
	'nodeErrors',
	'people',
	'service',
	'shape',
	'table',
	'token',
	'training',
	'trigger',
	'write',
];

const mayNotImport = (name, comment, from, to) => ({
	name,
	comment,
	severity: 'error',
	from,
	to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		mayNotImport('no-cycles', 'No import cycles.', {}, { circular: true }),
		...rooms
			.slice(1)
			.map((room, index) =>
				mayNotImport(
					'imports-point-down',
					'See docs/engineers/design.md, Rooms.',
					{ path: room },
					{ path: rooms.slice(0, index + 1) },
				),
			),
		mayNotImport(
			'no-sibling-imports',
			'Rooms of one layer share code through the rooms below them.',
			{ path: `${node}(file|instant|table|training|trigger|write)/` },
			{ path: `${node}(file|instant|table|training|trigger|write)/`, pathNot: `${node}$1/` },
		),
		mayNotImport(
			'no-sibling-imports-in-write',
			'Operations on users, groups, and sessions share code through the files of write/, which run any operation.',
			{ path: `${node}write/(groups|sessions|users)/` },
			{ path: `${node}write/(groups|sessions|users|index|run)`, pathNot: `${node}write/$1/` },
		),
		...withIndex.map((room) =>
			mayNotImport(
				'import-only-the-index',
				'A room exports through its index.ts.',
				{ path: sources, pathNot: `${node}${room}/` },
				{ path: `${node}${room}/`, pathNot: `${node}${room}/index\\.ts$` },
			),
		),
		mayNotImport(
			'no-dependencies',
			'The published package may use only n8n-workflow and luxon, which n8n provides, and the built-ins that n8n allows.',
			{ path: sources },
			{ pathNot: [sources, '^node_modules/(n8n-workflow|luxon)/', '^(node:)?crypto$'] },
		),
		mayNotImport(
			'service-is-independent',
			"Reading pages requires neither the catalog nor n8n's log nor the shape of items.",
			{ path: `${node}service/` },
			{ path: sources, pathNot: `${node}(service|token|failures|values)/` },
		),
		mayNotImport(
			'credentials-contain-no-logic',
			'The credential type only describes its fields.',
			{ path: '^credentials/' },
			{ path: sources, pathNot: `${node}(authentication|errors|token)/index\\.ts$` },
		),
		mayNotImport(
			'only-credentials-authenticate',
			"n8n authenticates the node's requests with the credential.",
			{ path: node, pathNot: `${node}authentication/` },
			{ path: `${node}authentication/` },
		),
		mayNotImport(
			'errors-import-no-requests',
			'The sentences about failures depend on the failures, not on the requests that fail.',
			{ path: `${node}(errors|nodeErrors)/` },
			{ path: sources, pathNot: `${node}(errors|nodeErrors|failures|n8n|values)/` },
		),
		mayNotImport(
			'sandbox-is-independent',
			'The tests must not share a mistake with the package.',
			{ path: '^test/sandbox/' },
			{ path: '^(nodes|credentials|dist|scripts)/|^test/(?!contract/|sandbox/)' },
		),
		mayNotImport(
			'outsiders-test-from-outside',
			'They depend only on the specification of the service and on what the package does in n8n.',
			{ path: '^test/outsiders/' },
			{ path: '^(nodes|credentials|dist|scripts)/|^test/(?!outsiders/|engine/harness/|repeats)' },
		),
		mayNotImport(
			'outsider-service-is-self-contained',
			'It is written from the RFCs.',
			{ path: '^test/outsiders/service/' },
			{ path: '^test/(?!outsiders/service/)' },
		),
	],
	options: {
		doNotFollow: { path: ['node_modules', '^dist/'] },
		tsPreCompilationDeps: true,
		combinedDependencies: true,
	},
};
