import type { Contender } from '../harness/engine';
import type { Row } from '../harness/row';
import type { Series } from '../harness/series';

/** What a table says where something was not measured. */
const NOTHING = '-';

/** The rows of one engine in one setting, by contender. */
export interface Comparison {
	engine: string;
	setting: string;
	of: (contender: Contender, figure: string) => Series | undefined;
}

/** Puts the contenders of each engine and setting side by side, in the order of the rows. */
export function comparisons(rows: Row[]): Comparison[] {
	const places = new Map(rows.map((row) => [`${row.engine} ${row.setting}`, row]));
	return [...places.values()].map(({ engine, setting }) => {
		const here = rows.filter((row) => row.engine === engine && row.setting === setting);
		return {
			engine,
			setting,
			of: (contender, figure) => here.find((row) => row.contender === contender)?.figures[figure],
		};
	});
}

/** How many times as much: the medians' ratio. */
export function ratio(
	dividend: Series | number | undefined,
	divisor: Series | number | undefined,
): string {
	if (dividend === undefined || divisor === undefined) return NOTHING;
	return (medianOf(dividend) / medianOf(divisor)).toFixed(2);
}

/** Median, and minimum and maximum in brackets when there are any: `4.27 s (4.25-4.31)`. */
export function range(series: Series | undefined, unit: 'ms' | 'MB' | ''): string {
	if (!series) return NOTHING;
	const { median, min, max } = series;
	const inSeconds = unit === 'ms' && max >= 1_000;
	const [divisor, shown] = inSeconds ? [1_000, 's'] : [1, unit];
	const text = (value: number) => number(value / divisor, inSeconds ? 2 : 0);
	const spread = text(min) === text(max) ? '' : ` (${text(min)}-${text(max)})`;
	return `${text(median)}${shown && ` ${shown}`}${spread}`;
}

/** With the thousands apart. */
export function number(value: number, digits = 0): string {
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

function medianOf(value: Series | number): number {
	return typeof value === 'number' ? value : value.median;
}
