import type { Contender } from '../harness/engine';
import type { Row } from '../harness/row';
import { number } from './cells';
import { element, label, line, picture, type Scale, scaleFor } from './svg';

/** The contenders as a reader knows them, and the order in which they are drawn. */
const NAMES: Partial<Record<Contender, string>> = {
	node: 'This node',
	httpRequest: 'HTTP Request node',
	loop: 'Bare loop',
	export: 'Export to File',
	countingLoop: 'Bare loop',
	poll: 'Trigger, whole list',
	pollChanges: 'Trigger, changes',
};

const COLORS = ['#1b7f5c', '#d1495b', '#8d99ae'];

interface PlotOptions {
	title: string;
	contenders: Contender[];
	figure: string;
	/** What the figure is divided by, e.g. 1,000 for seconds. */
	unit: number;
	axis: string;
}

interface Value {
	setting: string;
	color: string;
	median: number;
	min: number;
	max: number;
}

/** Bars for each setting, an engine below the other, with lines from minimum to maximum. */
export function bars(rows: Row[], options: PlotOptions): string {
	const size = { left: 60, width: 150, height: 130 };
	const settings = [...new Set(rows.map(({ setting }) => setting))];
	const panels = enginesOf(rows).map((engine) =>
		settings.map((setting) => {
			const here = rows.filter((row) => row.engine === engine && row.setting === setting);
			const values = valuesOf(here, options);
			const scale = scaleFor(Math.max(...values.map(({ max }) => max)));
			const y = (value: number) => size.height * (1 - value / scale.max);
			const width = size.width / options.contenders.length;
			const drawn = values.map(({ color, median, min, max }) => {
				const x = COLORS.indexOf(color) * width;
				const bar = { x: x + 2, y: y(median), width: width - 4, height: size.height - y(median) };
				const middle = x + width / 2;
				const spread = line(middle, y(min), middle, y(max), 'black');
				return element('rect', { ...bar, fill: color }) + spread;
			});
			const title = `${engine}, ${setting}`;
			const elements = verticalAxis(scale, size, options.axis) + drawn.join('');
			return { title, elements };
		}),
	);
	return picture(options.title, panels, size, legendOf(options));
}

/** A line for each contender over the number of records, an engine beside the other. */
export function lines(rows: Row[], options: PlotOptions): string {
	const size = { left: 70, width: 300, height: 220 };
	const values = valuesOf(rows, options);
	const scale = scaleFor(Math.max(...values.map(({ max }) => max)));
	const records = scaleFor(Math.max(...values.map(recordsOf)));
	const x = (value: Value) => (size.width * recordsOf(value)) / records.max;
	const y = (value: number) => size.height * (1 - value / scale.max);
	const panels = enginesOf(rows).map((engine) => {
		const here = valuesOf(
			rows.filter((row) => row.engine === engine),
			options,
		);
		const drawn = COLORS.map((color) => {
			const points = here.filter((value) => value.color === color);
			const places = (end: 'median' | 'min' | 'max') =>
				points.map((value) => `${x(value).toFixed(1)},${y(value[end]).toFixed(1)}`);
			const area = [...places('min'), ...places('max').reverse()].join(' ');
			return [
				element('polygon', { points: area, fill: color, 'fill-opacity': '0.15' }),
				element('polyline', { points: places('median').join(' '), fill: 'none', stroke: color }),
				...points.map((value) =>
					element('circle', { cx: x(value), cy: y(value.median), r: 3, fill: color }),
				),
			].join('');
		});
		const below = horizontalAxis(records, size, 'Records');
		return {
			title: engine,
			elements: below + verticalAxis(scale, size, options.axis) + drawn.join(''),
		};
	});
	return picture(options.title, [panels], size, legendOf(options));
}

/** How many times faster each list is than one cursor can be, by its pages and the pace of the service. */
export function gains(
	title: string,
	values: { pace: string; pages: number; list: string; gain: number }[],
): string {
	const inOrder = <T>(of: (value: (typeof values)[number]) => T) => [...new Set(values.map(of))];
	const lists = inOrder(({ list }) => list);
	const size = { left: 235, width: 180, height: 20 * lists.length };
	const scale = scaleFor(Math.max(...values.map(({ gain }) => gain)));
	const panels = inOrder(({ pages }) => pages).map((pages) =>
		inOrder(({ pace }) => pace).map((pace) => {
			const drawn = lists.map((list, at) => {
				const found = values.find(
					(value) => value.pages === pages && value.pace === pace && value.list === list,
				);
				const width = (size.width * (found?.gain ?? 0)) / scale.max;
				const bar = element('rect', {
					x: 0,
					y: 20 * at + 2,
					width,
					height: 16,
					fill: COLORS[0] ?? '',
				});
				return label(list, -6, 20 * at + 14, 'end') + bar;
			});
			const below = horizontalAxis(scale, size, 'Times faster than one cursor can be');
			return { title: `${pages} pages, ${pace}`, elements: below + drawn.join('') };
		}),
	);
	return picture(title, panels, size);
}

function verticalAxis(
	{ max, ticks }: Scale,
	size: { width: number; height: number },
	name: string,
) {
	const marks = ticks.map((tick) => {
		const y = size.height * (1 - tick / max);
		return line(0, y, size.width, y) + label(shown(tick), -6, y + 4, 'end');
	});
	const turned = element(
		'g',
		{ transform: `translate(-48 ${size.height / 2}) rotate(-90)` },
		label(name, 0, 0),
	);
	return marks.join('') + turned;
}

function horizontalAxis(
	{ max, ticks }: Scale,
	size: { width: number; height: number },
	name: string,
) {
	const marks = ticks.map((tick) => {
		const x = (size.width * tick) / max;
		return line(x, 0, x, size.height) + label(shown(tick), x, size.height + 14);
	});
	return marks.join('') + label(name, size.width / 2, size.height + 29);
}

const shown = (tick: number) => number(tick, Number.isInteger(tick) ? 0 : 1);

const recordsOf = ({ setting }: Value) => Number(setting.replaceAll(',', ''));

const enginesOf = (rows: Row[]) => [...new Set(rows.map(({ engine }) => engine))];

function valuesOf(rows: Row[], { contenders, figure, unit }: PlotOptions): Value[] {
	return rows.flatMap(({ setting, contender, figures }) => {
		const series = figures[figure];
		const color = COLORS[contenders.indexOf(contender)];
		if (series === undefined || color === undefined) return [];
		const { median, min, max } = series;
		return [{ setting, color, median: median / unit, min: min / unit, max: max / unit }];
	});
}

function legendOf({ contenders }: PlotOptions): [name: string, color: string][] {
	return contenders.map((contender, at) => [NAMES[contender] ?? contender, COLORS[at] ?? '']);
}
