import ts from 'typescript';

/** A small change to a source file that the file's tests should notice. */
export interface Mutation {
	/** 1-based. */
	line: number;
	start: number;
	end: number;
	replacement: string;
	/** The change in words, e.g. `< becomes <=`. */
	what: string;
}

const OPERATORS = new Map([
	['<', '<='],
	['<=', '<'],
	['>', '>='],
	['>=', '>'],
	['===', '!=='],
	['!==', '==='],
	['&&', '||'],
	['||', '&&'],
	['??', '&&'],
	['+', '-'],
	['-', '+'],
	['*', '/'],
]);

/** Returns all possible changes to a file outside its types, imports, and comments, in source order. */
export function mutationsOf(path: string, text: string): Mutation[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
	const found: Mutation[] = [];
	const add = (start: number, end: number, replacement: string, what: string) => {
		const line = file.getLineAndCharacterOfPosition(start).line + 1;
		found.push({ line, start, end, replacement, what });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) {
			return;
		}
		change(node, add);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found.sort((left, right) => left.start - right.start);
}

type Add = (start: number, end: number, replacement: string, what: string) => void;

function change(node: ts.Node, add: Add): void {
	const [start, end, text] = [node.getStart(), node.getEnd(), node.getText()];
	if (ts.isBinaryExpression(node)) {
		const operator = node.operatorToken;
		const other = OPERATORS.get(operator.getText());
		if (other === undefined) return;
		add(operator.getStart(), operator.getEnd(), other, `${operator.getText()} becomes ${other}`);
	}
	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression, add);
	if (ts.isConditionalExpression(node)) negate(node.condition, add);
	if (ts.isExpressionStatement(node)) add(start, end, ';', 'the statement is dropped');
	if (ts.isReturnStatement(node) && node.expression && text !== 'return undefined;') {
		add(start, end, 'return undefined as never;', 'nothing is returned');
	}
	if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) {
		const parts = ts.isArrayLiteralExpression(node) ? node.elements : node.properties;
		const last = parts.at(-1);
		if (last && parts.length > 1) {
			add(last.getStart(), last.getEnd(), '', `${shortened(last.getText())} is dropped`);
		}
	}
	if (ts.isCallExpression(node) && node.arguments.length > 1) {
		const [before, last] = node.arguments.slice(-2);
		if (before && last) add(before.getEnd(), last.getEnd(), '', 'the last argument is dropped');
	}
	if (ts.isNumericLiteral(node)) add(start, end, `(${text} + 1)`, `${text} is increased by one`);
	if (node.kind === ts.SyntaxKind.TrueKeyword) add(start, end, 'false', 'true becomes false');
	if (node.kind === ts.SyntaxKind.FalseKeyword) add(start, end, 'true', 'false becomes true');
	if (ts.isStringLiteral(node) && node.text.includes(' ')) {
		add(start, end, "''", `${shortened(text)} becomes empty`);
	}
}

function negate(condition: ts.Expression, add: Add): void {
	const text = condition.getText();
	add(condition.getStart(), condition.getEnd(), `!(${text})`, 'the condition is negated');
}

function shortened(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Applies a change to a file. */
export function mutated(text: string, { start, end, replacement }: Mutation): string {
	return text.slice(0, start) + replacement + text.slice(end);
}

/** Returns up to `most` of the matching entries, spread evenly. */
export function sampled<T>(all: T[], most: number, fits: (one: T) => boolean = () => true): T[] {
	const start = (at: number) => Math.floor((at * all.length) / most);
	return Array.from({ length: most }, (_, at) =>
		all.slice(start(at), start(at + 1)).find(fits),
	).filter((one) => one !== undefined);
}
