const sources = '^(nodes|credentials)/';
const node = '^nodes/LearningPlatform/';
const transport = `${node}transport/`;

// The layers of the package, from what users see to the wire: an import may point down, never up.
const layers = [
	`${node}[^/]+\\.node\\.ts$`,
	`${node}operations/`,
	`${node}(export|trigger)/`,
	`${node}listing/`,
	`${transport}pages/`,
	`${transport}request/`,
	`${transport}token/`,
	`${transport}errors/`,
	`${transport}(isObject|listingLimit|log|promises|requestPace)\\.ts$`,
	`${node}resources\\.ts$`,
	`${node}courseFilters\\.ts$`,
];

const rooms = [
	...['pages', 'request', 'token', 'errors'].map((room) => `transport/${room}/`),
	'listing/output/',
	'listing/split/',
	'export/xlsx/',
	'export/zip/',
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
		mayNotImport('no-cycles', 'No file imports itself, by whatever way.', {}, { circular: true }),
		...layers
			.slice(1)
			.map((layer, index) =>
				mayNotImport(
					'layers-point-down',
					'See docs/design.md, Layout.',
					{ path: layer },
					{ path: layers.slice(0, index + 1) },
				),
			),
		mayNotImport(
			'export-and-trigger-stand-side-by-side',
			'They share what is in listing/.',
			{ path: `${node}(export|trigger)/` },
			{ path: `${node}(export|trigger)/`, pathNot: `${node}$1/` },
		),
		...rooms.map((room) =>
			mayNotImport(
				'rooms-have-one-door',
				'What a room offers is in its index.ts.',
				{ path: sources, pathNot: `${node}${room}` },
				{ path: `${node}${room}`, pathNot: `${node}${room}index\\.ts$` },
			),
		),
		mayNotImport(
			'only-n8n',
			'What is published runs on n8n-workflow and the built-ins that n8n allows.',
			{ path: sources },
			{ pathNot: [sources, '^node_modules/n8n-workflow/', '^(node:)?crypto$'] },
		),
		mayNotImport(
			'credentials-stand-on-the-token',
			'The credential type is a page without logic of its own.',
			{ path: '^credentials/' },
			{ path: sources, pathNot: `${transport}token/index\\.ts$` },
		),
		mayNotImport(
			'the-sandbox-restates-the-service',
			'A mistake of the package must not be shared by what it is tested against.',
			{ path: '^test/sandbox/' },
			{ path: '^(nodes|credentials|dist|scripts)/|^test/(?!sandbox/)' },
		),
	],
	options: {
		doNotFollow: { path: ['node_modules', '^dist/'] },
		tsPreCompilationDeps: true,
		combinedDependencies: true,
	},
};
