import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../../..');

const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return filesIn(path);
		return path.endsWith('.ts') ? [path] : [];
	});

/** Finds the regular expressions in the package's source: all literals, and the files that create others. */
export function expressionsInSource() {
	const literals: [where: string, expression: RegExp][] = [];
	const creators: string[] = [];
	for (const file of ['nodes', 'credentials'].flatMap(filesIn)) {
		const text = readFileSync(join(root, file), 'utf8');
		const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		const visit = (node: ts.Node): void => {
			if (ts.isRegularExpressionLiteral(node)) {
				const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
				const end = node.text.lastIndexOf('/');
				const expression = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
				literals.push([`${file}:${line} ${node.text}`, expression]);
			}
			const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
			if (isCall && node.expression.getText() === 'RegExp') creators.push(file);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}
	return { literals, creators };
}
