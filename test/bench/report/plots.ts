import type { TopLevelSpec } from 'vega-lite' with { 'resolution-mode': 'import' };

import type { Contender } from '../harness/engine';
import type { Row } from '../harness/row';

/** The contenders as a reader knows them, and the order in which they are drawn. */
const NAMES: Partial<Record<Contender, string>> = {
	node: 'This node',
	httpRequest: 'HTTP Request node',
	loop: 'Bare loop',
	export: 'Export to File',
	countingLoop: 'Bare loop',
	poll: 'Trigger',
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

/** Bars for each setting, an engine beside the other, with lines from minimum to maximum. */
export function bars(rows: Row[], options: PlotOptions): TopLevelSpec {
	const { contenders, axis } = options;
	const settings = [...new Set(rows.map(({ setting }) => setting))];
	return {
		...frame(rows, options),
		facet: {
			column: { field: 'setting', type: 'nominal', sort: settings, title: null },
			row: { field: 'engine', type: 'nominal', title: null },
		},
		spec: {
			width: 150,
			height: 130,
			layer: [
				{
					mark: 'bar',
					encoding: {
						x: { field: 'who', type: 'nominal', sort: names(contenders), axis: null },
						y: { field: 'median', type: 'quantitative', title: axis },
						color: colors(contenders),
					},
				},
				{
					mark: { type: 'rule', strokeWidth: 1.5 },
					encoding: {
						x: { field: 'who', type: 'nominal', sort: names(contenders) },
						y: { field: 'min', type: 'quantitative' },
						y2: { field: 'max' },
					},
				},
			],
		},
		resolve: { scale: { y: 'independent' } },
	};
}

/** A line for each contender over the number of records, an engine beside the other. */
export function lines(rows: Row[], options: PlotOptions): TopLevelSpec {
	const { contenders, axis } = options;
	return {
		...frame(rows, options),
		facet: { column: { field: 'engine', type: 'nominal', title: null } },
		spec: {
			width: 300,
			height: 220,
			layer: [
				{ mark: { type: 'line', point: true }, encoding: { y: quantity('median', axis) } },
				{
					mark: { type: 'area', opacity: 0.15 },
					encoding: { y: quantity('min', axis), y2: { field: 'max' } },
				},
			],
			encoding: {
				x: { field: 'records', type: 'quantitative', title: 'Records', axis: { tickCount: 5 } },
				color: colors(contenders),
			},
		},
	};
}

/** How many times faster each list is than one cursor can be, by its pages and the pace of the service. */
export function gains(
	title: string,
	values: { pace: string; pages: number; list: string; gain: number }[],
): TopLevelSpec {
	const inOrder = (name: 'pace' | 'list') => [...new Set(values.map((value) => value[name]))];
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		title,
		background: 'white',
		data: { values },
		config: { font: 'sans-serif' },
		facet: {
			column: { field: 'pace', type: 'nominal', sort: inOrder('pace'), title: null },
			row: { field: 'pages', type: 'ordinal', title: 'Pages' },
		},
		spec: {
			width: 220,
			mark: 'bar',
			encoding: {
				y: {
					field: 'list',
					type: 'nominal',
					sort: inOrder('list'),
					title: null,
					axis: { labelLimit: 300 },
				},
				x: {
					field: 'gain',
					type: 'quantitative',
					title: 'Times faster than one cursor can be',
				},
				color: { value: COLORS[0] ?? '' },
			},
		},
	};
}

function frame(rows: Row[], { title, contenders, figure, unit }: PlotOptions) {
	const values = rows
		.filter(({ contender }) => contenders.includes(contender))
		.map(({ engine, setting, contender, figures }) => {
			const { median = 0, min = 0, max = 0 } = figures[figure] ?? {};
			const records = Number(setting.replaceAll(',', ''));
			const who = NAMES[contender];
			return {
				engine,
				setting,
				...(Number.isNaN(records) ? {} : { records }),
				who,
				median: median / unit,
				min: min / unit,
				max: max / unit,
			};
		});
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json' as const,
		title,
		background: 'white',
		data: { values },
		config: { font: 'sans-serif' },
	};
}

function quantity(field: string, title: string) {
	return { field, type: 'quantitative' as const, title };
}

function colors(contenders: Contender[]) {
	const domain = names(contenders);
	return {
		field: 'who',
		type: 'nominal' as const,
		title: null,
		scale: { domain, range: COLORS.slice(0, domain.length) },
	};
}

function names(contenders: Contender[]): string[] {
	return contenders.map((contender) => NAMES[contender] ?? contender);
}
