import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

// Writes docs/errors.md and docs/errors/: npx tsx scripts/docs/errors.ts

const NODES = join(__dirname, '../../nodes/LearningPlatform');

/** An error of the code; "..." stands for what it is filled with. */
export interface Row {
	/** Below `nodes/LearningPlatform/`. */
	file: string;
	message: string;
	/** What to do, in a sentence or two. */
	advice: string;
}

interface PageOfErrors {
	title: string;
	introduction: string;
	/** What errors are about, with the files that make them; those of the first that fits. */
	sections: [heading: string, files: RegExp][];
}

const PAGES: Record<string, PageOfErrors> = {
	'errors.md': {
		title: 'Errors',
		introduction: `What errors say, and below it what to do. \`...\` stands for a name or a number, and "the service" is your platform. Errors of
[credential and connection](errors/connection.md) and [answers of the platform](errors/answers.md) have pages of their own. Not listed are errors about
a field of the form: they name the field, and say what belongs in it.

![An error in n8n's editor: the platform does not know a field, and says which](images/error.png)

The error names the list and the page. Below it n8n says what helps, and how many records had been read.`,
		sections: [
			['Columns and files', /^(shape\/|file\/(?!form))/],
			['Sync', /^(table\/|operations\/sync)/],
			['Instant Trigger', /^instant\/(?!form)/],
			['Trigger', /^(trigger\/(?!form|events)|n8n\/scheduler)/],
			[
				'Lists',
				/^(list|names|operations)\/|errors\/userFacingError|service\/(answer|connection|ending|nextPage|pages)\.ts/,
			],
		],
	},
	'errors/connection.md': {
		title: 'Errors of credential and connection',
		introduction:
			'What goes wrong before your platform answers. [Errors](../errors.md) has the others.',
		sections: [
			['Access token', /^(token\/(?!credential)|service\/send)/],
			['Connection', /^errors\/system/],
		],
	},
	'errors/answers.md': {
		title: 'What the platform answered',
		introduction:
			'Errors about an answer of your platform, "the service". [Errors](../errors.md) has the others.',
		sections: [
			['Refused or failed', /^errors\/status/],
			['Not what was asked for', /^service\//],
		],
	},
};

/** What a clause begins with that says what to do. */
const IMPERATIVE =
	/^(ask|check|choose|copy|enter|fill|give|look|name the|narrow|poll|read the|remove|replace|run|set|tell|test|try|turn|under options, set|use|with other|if it keeps|if the records are really gone)\b/i;

const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
	// What the catalog calls a message is a field of a classroom, and a hint is no error.
	.filter((path) => path.endsWith('.ts') && !/^(catalog\/|.*hints)/.test(path))
	.sort()
	.map((path) => {
		const text = readFileSync(join(NODES, path), 'utf8');
		return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
	});

function* nodesBelow(node: ts.Node): Generator<ts.Node, void> {
	const children: ts.Node[] = [];
	ts.forEachChild(node, (child) => void children.push(child));
	for (const child of children) yield* nodesBelow(child);
	yield node;
}

/** What names stand for: those of a file, and those of all files that are in capitals. */
const constants = new Map<string, ts.Expression>();
for (const file of files) {
	for (const node of nodesBelow(file)) {
		if (!ts.isVariableDeclaration(node) || !node.initializer) continue;
		const name = node.name.getText();
		constants.set(`${file.fileName} ${name}`, node.initializer);
		if (/^[A-Z_]+$/.test(name)) constants.set(name, node.initializer);
	}
}

/**
 * The texts that an expression can be, as far as they can be read without running it.
 *
 * @param field the name of a field that a function is given
 */
function textsOf(node: ts.Node, field = '...'): string[] {
	const textsIn = (part: ts.Node) => textsOf(part, field);
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node)) {
		return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
	}
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce(
			(texts, { expression, literal }) =>
				texts.flatMap((text) => textsIn(expression).map((part) => text + part + literal.text)),
			[node.head.text],
		);
	}
	if (ts.isArrayLiteralExpression(node)) {
		const texts = node.elements.map((element) => textsIn(element).at(-1));
		return [texts.filter((text) => text !== '').join(' ')];
	}
	if (ts.isArrowFunction(node)) return textsIn(node.body);
	if (ts.isParenthesizedExpression(node)) return textsIn(node.expression);
	if (ts.isBinaryExpression(node)) return textsIn(node.right);
	if (ts.isCallExpression(node)) return textsOfCall(node);
	if (!ts.isIdentifier(node)) return ['...'];
	if (node.text === 'field') return [field];
	const ofFile = constants.get(`${node.getSourceFile().fileName} ${node.text}`);
	const value = ofFile ?? constants.get(node.text);
	const texts = value ? textsIn(value) : [];
	const known = texts.filter((text) => /^$|^(?!.*\.{3}).*[a-z]{4}/.test(text));
	return known.length > 0 ? known : ['...'];
}

function textsOfCall({ expression, arguments: [argument] }: ts.CallExpression): string[] {
	const callee = expression.getText();
	if (callee === 'aboutAddress' && argument) return textsOf(argument, 'Service or Base URL');
	if (callee === 'withOther' && argument) {
		return textsOf(argument).map((text) => `With Other as Service: ${text}`);
	}
	if (callee === 'notInTest' && argument) return textsOf(argument);
	if (callee === 'withField') return [''];
	const isTrim = ts.isPropertyAccessExpression(expression) && expression.name.text === 'trim';
	return isTrim ? textsOf(expression.expression) : ['...'];
}

/** The sentences of an error for readers whose node has a field. */
function sentencesOnFields(error: ts.Node): string[] {
	return [...nodesBelow(error)].flatMap((part) => {
		const call = ts.isIdentifier(part) ? constants.get(part.text) : part;
		const isOnField =
			call && ts.isCallExpression(call) && call.expression.getText() === 'withField';
		return isOnField && call.arguments[1] ? textsOf(call.arguments[1]) : [];
	});
}

/** What a row of a table, or the facts of an error, say about a part of it. */
function textIn(object: ts.Node | undefined, name: string): string | undefined {
	if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
	const part = object.properties.find((property) => property.name?.getText() === name);
	return part && ts.isPropertyAssignment(part) ? textsOf(part.initializer).at(-1) : undefined;
}

/** The errors that a part of the code makes. */
function rowsAt(node: ts.Node): Row[] {
	const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
	const [, maker] = isCall
		? (/^(UserFacingError|serviceError|credentialError)$/.exec(node.expression.getText()) ?? [])
		: [];
	const [first, second, third] = maker && isCall ? (node.arguments ?? []) : [];
	const messages = first ? textsOf(first) : [textIn(node, 'message') ?? ''];
	const advice = second ? (textsOf(second).at(-1) ?? '') : textIn(node, 'advice');
	if (advice === undefined) return [];
	const step = maker === 'credentialError' ? advice : textIn(third ?? node, 'step');
	const toDo = [...sentencesOnFields(node), step ?? advice.trim()];
	const { fileName: file } = node.getSourceFile();
	return (
		messages
			.map((message) => message.replace(/\w+_\.\.\./, '...'))
			// Of the others all words are filled in, or those before a parenthesis.
			.filter((message) => /^(?!\.\.\. \().*[a-z]{4}/.test(message))
			.map((message) => ({ file, message, advice: toDo.map(shortened).join(' ').trim() }))
	);
}

/** The first clause that says what to do, or else the first sentence. */
function shortened(advice: string): string {
	const clauses = advice.split(/(?<=(?<!e\.g|(?<!\.)\.\.)\.) |(?<=[:;]) (?=[a-z])/);
	const [first = ''] = advice.split(/(?<=\.) (?=[A-Z])/);
	const clause = clauses.find((one) => IMPERATIVE.test(one)) ?? first;
	return clause
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/[:;]$/, '.')
		.replace(/\.{4}$/, '...');
}

/** Every error of the package. */
export const rows: Row[] = files.flatMap((file) => [...nodesBelow(file)].flatMap(rowsAt));

const places = Object.entries(PAGES).flatMap(([path, { sections }]) =>
	sections.map(([heading, pattern]) => ({ path, heading, pattern })),
);

/** The section of an error, if it has one. */
export function placeOf({ file }: Row): (typeof places)[number] | undefined {
	return places.find(({ pattern }) => pattern.test(file));
}

function sectionOf(place: (typeof places)[number]): string {
	const byAdvice = new Map<string, Set<string>>();
	for (const { message, advice } of rows.filter((row) => placeOf(row) === place)) {
		byAdvice.set(advice, (byAdvice.get(advice) ?? new Set()).add(message));
	}
	const lines = [...byAdvice].map(
		([advice, messages]) => `- **${[...messages].join('<br>')}**\\\n  ${advice}`,
	);
	return [`## ${place.heading}\n`, ...lines].join('\n');
}

/** The pages, by their files below docs/. Errors about fields are on none: they say what belongs in the field. */
export function pagesOfErrors(): Map<string, string> {
	const end = '<!-- Made by scripts/docs/errors.ts -->\n';
	return new Map(
		Object.entries(PAGES).map(([path, { title, introduction }]) => {
			const sections = places.filter((place) => place.path === path).map(sectionOf);
			return [path, [`# ${title}`, introduction, ...sections, end].join('\n\n')];
		}),
	);
}

/** Prettier is an ES module in part, which only the script needs. */
async function main(): Promise<void> {
	const { format } = await import('prettier');
	for (const [file, text] of pagesOfErrors()) {
		const page = await format(text, { parser: 'markdown' });
		await writeFile(join(__dirname, '../../docs', file), page);
	}
}

if (require.main === module) void main();
