import { writeFile } from 'node:fs/promises';
import type { TopLevelSpec } from 'vega-lite' with { 'resolution-mode': 'import' };

/** Draws a plot into a file. */
export async function writeSvg(file: string, spec: TopLevelSpec): Promise<void> {
	// Both are ECMAScript modules, which this one is not.
	const [{ compile }, { parse, View }] = await Promise.all([import('vega-lite'), import('vega')]);
	const view = new View(parse(compile(spec).spec), { renderer: 'none' });
	await writeFile(file, `${await view.toSVG()}\n`);
	view.finalize();
}
