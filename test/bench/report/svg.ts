const FONT = 11;

/** One of a grid of plots: its elements, drawn from its own top left corner. */
export interface Panel {
	title: string;
	elements: string;
}

/** A round scale that begins at 0. */
export interface Scale {
	max: number;
	ticks: number[];
}

export function element(name: string, attributes: Record<string, string | number>, content = '') {
	const list = Object.entries(attributes).map(
		([key, value]) => ` ${key}="${typeof value === 'number' ? Number(value.toFixed(1)) : value}"`,
	);
	return `<${name}${list.join('')}>${content}</${name}>`;
}

/** @param anchor which end of the text is at the place */
export function label(text: string, x: number, y: number, anchor = 'middle'): string {
	return element('text', { x, y, 'text-anchor': anchor }, escaped(text));
}

export function line(x1: number, y1: number, x2: number, y2: number, color = '#ddd'): string {
	return element('line', { x1, y1, x2, y2, stroke: color });
}

/** The scale for values up to the highest, with four to ten ticks. */
export function scaleFor(highest: number): Scale {
	const power = 10 ** Math.floor(Math.log10(highest));
	const step = [0.1, 0.2, 0.5, 1].map((part) => part * power).find((one) => highest / one <= 6);
	const every = step ?? 2 * power;
	const count = Math.ceil(highest / every);
	return { max: count * every, ticks: Array.from({ length: count + 1 }, (_, at) => at * every) };
}

/** A picture of panels side by side and below each other, with a title and a legend. */
export function picture(
	title: string,
	panels: Panel[][],
	size: { left: number; width: number; height: number },
	legend: [name: string, color: string][] = [],
): string {
	const [top, gap] = [48, 58];
	const columns = Math.max(...panels.map((row) => row.length));
	const right = legend.length > 0 ? 150 : 20;
	const width = columns * (size.left + size.width) + right;
	const height = top + panels.length * (size.height + gap);
	const drawn = panels.flatMap((row, y) =>
		row.map((panel, x) => {
			const at = [size.left + x * (size.left + size.width), top + y * (size.height + gap)] as const;
			const content = label(panel.title, size.width / 2, -8) + panel.elements;
			return element('g', { transform: `translate(${at.join(' ')})` }, content);
		}),
	);
	const keys = legend.map(([name, color], at) => {
		const y = top + 18 * at;
		const box = element('rect', { x: width - right + 18, y, width: 11, height: 11, fill: color });
		return box + label(name, width - right + 35, y + 10, 'start');
	});
	const heading = element(
		'text',
		{ x: 6, y: 16, 'font-size': FONT + 2, 'font-weight': 'bold' },
		escaped(title),
	);
	const frame = {
		xmlns: 'http://www.w3.org/2000/svg',
		viewBox: `0 0 ${width} ${height}`,
		...{ width, height, 'font-family': 'sans-serif', 'font-size': FONT },
	};
	const background = element('rect', { width, height, fill: 'white' });
	return `${element('svg', frame, [background, heading, ...drawn, ...keys].join('\n'))}\n`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
