import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { page, root, tablesOf } from './pages';

const nodes = join(root, 'nodes/LearningPlatform');

/** A text of the code as the documentation writes it: "..." stands for what it is filled with. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `...${literal.text}`).join('');
}

function textsBelow(node: ts.Node): string[] {
	const own = textOf(node);
	if (own !== undefined) return [own];
	const found: string[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...textsBelow(child));
	});
	return found;
}

/** What the errors say that are made below a node: the first argument, or the row of a table. */
function messagesBelow(node: ts.Node): string[] {
	const found: string[] = [];
	if (
		(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
		/^(UserFacingError|serviceError|credentialError)$/.test(node.expression.getText())
	) {
		const [message] = node.arguments ?? [];
		if (message) found.push(...textsBelow(message));
	}
	if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') {
		found.push(...textsBelow(node.initializer));
	}
	ts.forEachChild(node, (child) => {
		found.push(...messagesBelow(child));
	});
	return found;
}

const messages = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
	// What the catalog calls a message is a field of a classroom, and a hint is no error.
	.filter((path) => path.endsWith('.ts') && !/^(catalog\/|form\/hints)/.test(path))
	.map((path) => {
		const text = readFileSync(join(nodes, path), 'utf8');
		const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
		return { path, texts: messagesBelow(file).filter((message) => /[a-z]{4}/.test(message)) };
	});

const documented = ['docs/credential.md', 'docs/errors.md'].flatMap((path) =>
	tablesOf(page(path))
		.filter(([[head = ''] = []]) => head === 'Error')
		.flatMap(([, ...rows]) => rows.flatMap(([cell = '']) => cell.split('<br>'))),
);

it.each(documented)('there is an error "%s"', (message) => {
	const all = messages.flatMap(({ texts }) => texts);
	expect(all.some((text) => text.startsWith(message))).toBe(true);
});

it.each([...new Set(messages.flatMap(({ texts }) => texts))])(
	'docs/errors.md says what to do about "%s"',
	(message) => {
		expect(documented).toContain(message);
	},
);
