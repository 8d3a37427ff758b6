import { existsSync } from 'node:fs';

import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;
const nodesBase = (set) => ({
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: n8nNodesBase.configs[set].rules,
});

// Without these packages, most types in the end-to-end tests are unknown. `npm run lint` installs them.
const withE2e = existsSync(new URL('test/e2e/node_modules', import.meta.url));

export default defineConfig(
	globalIgnores(['dist/', 'out/', 'coverage/', '.editor/', ...(withE2e ? [] : ['test/e2e/'])]),
	{
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression).argument',
					message: 'Write the entries of the literal without the spread.',
				},
			],
		},
	},
	{
		files: ['**/*.{js,mjs,cjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{ files: ['**/*.js'], languageOptions: { sourceType: 'commonjs' } },
	{
		files: ['**/*.ts'],
		extends: [
			js.configs.recommended,
			tseslint.configs.strictTypeChecked,
			tseslint.configs.stylisticTypeChecked,
		],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			eqeqeq: 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [communityNodes],
		// n8n's scanner, which determines whether a package is verified, runs these rules and ignores comments that switch them off.
		linterOptions: { noInlineConfig: true },
		rules: { 'no-console': 'error' },
	},
	{
		files: ['nodes/**/*.ts'],
		extends: [nodesBase('nodes')],
		rules: {
			// These rules require the string 'main'; the other plugin (`node-connection-type-literal`) requires the constant.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		extends: [nodesBase('credentials')],
		rules: {
			// Meant for credentials in n8n's own repository. For packages, another rule in the same plugin requires a URL
			// (`cred-class-field-documentation-url-not-http-url`), and no value satisfies both.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['package.json'],
		extends: [communityNodes, nodesBase('community')],
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	prettier,
);
