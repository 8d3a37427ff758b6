const { dest, parallel, src } = require('gulp');

// tsc writes the code, but n8n also needs icons, codex files and output schemas next to it.
const assets = () =>
	src(
		[
			'nodes/**/*.{svg,png}',
			'nodes/**/*.node.json',
			'nodes/**/__schema__/**/*.json',
			'credentials/**/*.{svg,png}',
		],
		{
			base: '.',
			encoding: false,
			allowEmpty: true,
		},
	).pipe(dest('dist'));

const entry = () => src('index.js').pipe(dest('dist'));

exports.default = parallel(assets, entry);
