const sources = '^(nodes|credentials)/';
const node = '^nodes/LearningPlatform/';
const leaves = [
	'transport/(linkHeader|errorTable|errorBody|jsonPieces|linkedAbort)',
	'listing/filters',
	'trigger/(changes|fingerprint|identity|pollers|state)',
].map((file) => `${node}${file}\\.ts$`);
const fileFormats = `${node}export/(cells|columns|csvFile|csvRow|fileName|fileText|jsonLinesFile)\\.ts$`;

// The arrows of the package: an import may point to the right, never back.
//   *.node.ts -> resources -> export -> listing -> transport
//   trigger node -> trigger -> listing, transport
//   credentials -> transport
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
		mayNotImport(
			'no-cycles',
			'No file imports itself, by whatever way round.',
			{},
			{ circular: true },
		),
		mayNotImport(
			'only-n8n',
			'What is published runs on n8n-workflow and the built-ins that n8n allows.',
			{ path: sources },
			{ pathNot: [sources, '^node_modules/n8n-workflow/', '^(node:)?crypto$'] },
		),
		mayNotImport(
			'transport-is-the-end',
			'transport/ knows the wire only.',
			{ path: `${node}transport/` },
			{ path: sources, pathNot: `${node}transport/` },
		),
		mayNotImport(
			'listing-stands-on-transport',
			'listing/ knows nothing of fields, routes and triggers.',
			{ path: `${node}listing/` },
			{ path: sources, pathNot: `${node}(listing|transport)/` },
		),
		mayNotImport(
			'resources-stand-on-listing',
			'resources/ describe operations and leave the wire to listing/.',
			{ path: `${node}resources/` },
			{ path: sources, pathNot: `${node}(resources|export|listing)/` },
		),
		mayNotImport(
			'export-stands-on-listing',
			'export/ knows nothing of fields, routes and triggers.',
			{ path: `${node}export/` },
			{ path: sources, pathNot: `${node}(export|listing|transport)/` },
		),
		mayNotImport(
			'file-formats-are-pure',
			'What a file looks like can be read and tested without lists and requests.',
			{ path: fileFormats },
			{ path: sources, pathNot: fileFormats },
		),
		mayNotImport(
			'a-resource-is-by-itself',
			'Resources share fields, and nothing of one another.',
			{ path: `${node}resources/([^/]+)/` },
			{ path: `${node}resources/[^/]+/`, pathNot: `${node}resources/$1/` },
		),
		mayNotImport(
			'the-node-is-a-table-of-contents',
			'The action node names its resources and nothing else.',
			{ path: `${node}LearningPlatform\\.node\\.ts$` },
			{ path: sources, pathNot: `${node}resources/` },
		),
		mayNotImport(
			'the-trigger-shows-no-operations',
			'The trigger node lists, compares and remembers.',
			{ path: `${node}LearningPlatformTrigger\\.node\\.ts$` },
			{
				path: sources,
				pathNot: `${node}((trigger|listing|transport)/|resources/triggerFields\\.ts$)`,
			},
		),
		mayNotImport(
			'the-trigger-stands-on-listing',
			'trigger/ follows a list and knows nothing of fields and routes.',
			{ path: `${node}trigger/` },
			{ path: sources, pathNot: `${node}(trigger|listing|transport)/` },
		),
		mayNotImport(
			'credentials-stand-on-transport',
			'The credential shares the access token and the address with transport/.',
			{ path: '^credentials/' },
			{ path: sources, pathNot: `${node}transport/` },
		),
		mayNotImport(
			'leaves-import-nothing-of-ours',
			'Pure rules, to be read and tested alone.',
			{ path: leaves },
			{ path: sources },
		),
		mayNotImport(
			'errors-stand-on-their-table',
			'Whatever fails can be told apart and put into words anywhere.',
			{ path: `${node}transport/errors\\.ts$` },
			{ path: sources, pathNot: `${node}transport/(errorTable|errorBody)\\.ts$` },
		),
		mayNotImport(
			'sources-know-no-tests',
			'What is published imports neither tests nor scripts.',
			{ path: sources },
			{ path: '^(test|scripts|examples|docs)/' },
		),
		mayNotImport(
			'the-sandbox-restates-the-service',
			'A mistake of the package must not be shared by what it is tested against.',
			{ path: '^test/sandbox/' },
			{ path: '^(nodes|credentials|dist|scripts)/|^test/(?!sandbox/)' },
		),
		mayNotImport(
			'the-harness-runs-what-is-built',
			'Engine tests see the package as n8n does, and the harness serves scripts without jest.',
			{ path: '^test/engine/harness/', pathNot: '\\.test\\.ts$' },
			{ path: `${sources}|^test/(?!engine/harness/)|^node_modules/(@jest|jest)` },
		),
	],
	options: {
		doNotFollow: { path: ['node_modules', '^dist/'] },
		tsPreCompilationDeps: true,
		combinedDependencies: true,
	},
};
