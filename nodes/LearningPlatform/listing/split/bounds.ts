import { UserFacingError } from '../../transport/errors';
import type { Range } from './part';

/** A time that means the same everywhere. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** A list's filters as a query string, to be narrowed to parts of the list (docs/service.md, Filters). */
export class SplitQuery {
	/** What the user's own filters leave of the field, in seconds; open where there is none. */
	readonly range: Range;

	/** The user's own filters for the ends of the range. */
	private readonly ends: { gte: string | undefined; lt: string | undefined };

	/** The filters that all parts have. */
	private readonly others: string[];

	/**
	 * @param whole the filters of the whole list, without a question mark
	 * @param field that the list is split by
	 * @throws UserFacingError for a range of the field whose ends cannot be read
	 */
	constructor(
		readonly whole: string,
		private readonly field: string,
	) {
		const filters = whole === '' ? [] : whole.split('&');
		const find = (operator: string) =>
			filters.find((filter) => filter.startsWith(this.prefix(operator)));
		const { gte, lt } = (this.ends = { gte: find('gte'), lt: find('lt') });
		this.range = {
			from: gte === undefined ? -Infinity : this.secondOf(gte),
			to: lt === undefined ? Infinity : this.secondOf(lt),
		};
		this.others = filters.filter((filter) => filter !== gte && filter !== lt);
	}

	/** The filters of a part, which is a range in seconds. Where it ends with the list, the user's own filter stays. */
	of(range: Range): string {
		const { from, to } = this.inner(range);
		const bounds = [
			Number.isFinite(from) ? this.filter('gte', from) : this.ends.gte,
			Number.isFinite(to) ? this.filter('lt', to) : this.ends.lt,
		];
		return [...this.others, ...bounds.filter((bound) => bound !== undefined)].join('&');
	}

	/** A range without the ends that the user's own filters make. */
	inner({ from, to }: Range): Range {
		return {
			from: from === this.range.from ? -Infinity : from,
			to: to === this.range.to ? Infinity : to,
		};
	}

	private filter(operator: string, second: number): string {
		return this.prefix(operator) + encodeURIComponent(timeText(second));
	}

	private prefix(operator: string): string {
		return `${encodeURIComponent(this.field)}[${operator}]=`;
	}

	/** The service ignores milliseconds. */
	private secondOf(filter: string): number {
		const text = decodeURIComponent(filter.slice(filter.indexOf(']=') + 2));
		const ms = TIME.test(text) ? Date.parse(text) : NaN;
		if (!Number.isNaN(ms)) return Math.floor(ms / 1_000);
		throw new UserFacingError(
			`The filter on "${this.field}" cannot be combined with Split By`,
			'Its value has to be a date and time with a time zone, e.g. "2026-01-31T00:00:00.000Z". Change the filter, or remove Split By.',
		);
	}
}

/** As the service writes times. */
function timeText(second: number): string {
	return new Date(second * 1_000).toISOString();
}

/** What a part is called in messages. */
export function nameOfPart({ from, to }: Range): string {
	const text = (second: number) => timeText(second).replace('.000Z', 'Z');
	if (Number.isFinite(from) && Number.isFinite(to)) return `from ${text(from)} to ${text(to)}`;
	return Number.isFinite(from) ? `from ${text(from)}` : `before ${text(to)}`;
}
