import type { Contender } from '../harness/engine';
import type { Series } from '../harness/series';
import { comparisons, ratio, range } from './cells';
import type { ScenarioResult } from './results';

/** A figure of one engine, by scenario, setting and contender. */
type Figure = (
	scenario: string,
	setting: string,
	contender: Contender,
	figure: string,
) => Series | undefined;

/** A row of the summary; its question links to the section that answers at length. */
interface Claim {
	question: string;
	answer: (figure: Figure) => string;
}

const CLAIMS: Claim[] = [
	{
		question:
			'[A list of 20 pages](#listing-time-by-the-speed-of-the-service), 200 / 100 ms a page: times as fast',
		answer: (figure) => times(figure, 'listing', '200 / 100 ms', 'ms'),
	},
	{
		question:
			'[100,000 records](#size-time-cpu-and-memory-by-the-length-of-the-list) at once: times as fast',
		answer: (figure) => times(figure, 'size', '100,000', 'ms'),
	},
	{
		question: '[200 input items](#input-items-many-lists-at-once), a list each: times as fast',
		answer: (figure) => times(figure, 'items', '200', 'ms'),
	},
	{
		question: 'The same at 50 requests a second: time / what the limit allows',
		answer: (figure) => {
			const of = (name: string) => figure('items', LIMITED, 'node', name);
			return `${ratio(of('ms'), of('soonestMs'))} (fails)`;
		},
	},
	{
		question:
			'[Names beside IDs](#names-groups-and-users-beside-their-ids) of 10,000 courses: times as fast as with Merge nodes',
		answer: (figure) => {
			const of = (contender: Contender) => figure('names', WITH_NAMES, contender, 'ms');
			return ratio(of('httpRequestsMerged'), of('nodeWithNames'));
		},
	},
	{
		question: '[Expired tokens](#tokens-what-expiry-costs): requests refused',
		answer: (figure) => beside(figure, 'tokens', '3 lifetimes', 'refused'),
	},
	{
		question: '[One answer in a hundred fails](#faults-what-arrives): lists that arrive, of 50',
		answer: (figure) => beside(figure, 'faults', '50 lists', 'completed'),
	},
	{
		question:
			'[Export of 1,000,000 records](#export-files-of-any-size): memory beyond that of 1,000',
		answer: (figure) => growth(figure, 'export', '1,000,000', 'export'),
	},
	{
		question:
			'[Workbook of 200,000 records](#export-workbooks-and-compressed-files): memory beyond that of 1,000',
		answer: (figure) => growth(figure, 'workbook', '200,000', 'exportXlsx'),
	},
];

const WITH_NAMES = '10,000, 1,000, 5,000';

const LIMITED = '200, at most 50 requests a second';

/** What the results say on one screen: a row for each claim, a column for each n8n. */
export function summary(results: ScenarioResult[]): string[][] {
	const compared = new Map(results.map(({ name, rows }) => [name, comparisons(rows)]));
	const engines = [...new Set((compared.get('listing') ?? []).map(({ engine }) => engine))];
	const majors = engines.filter((engine) => !engine.startsWith('n8n-core'));
	const figureOf =
		(engine: string): Figure =>
		(scenario, setting, contender, figure) =>
			compared
				.get(scenario)
				?.find((one) => one.engine === engine && one.setting === setting)
				?.of(contender, figure);
	return [
		['', ...majors],
		...CLAIMS.map(({ question, answer }) => [
			question,
			...majors.map((engine) => answer(figureOf(engine))),
		]),
	];
}

function times(figure: Figure, scenario: string, setting: string, name: string): string {
	const of = (contender: Contender) => figure(scenario, setting, contender, name);
	return ratio(of('httpRequest'), of('node'));
}

/** The HTTP Request node's in brackets. */
function beside(figure: Figure, scenario: string, setting: string, name: string): string {
	const of = (contender: Contender) => range(figure(scenario, setting, contender, name), '');
	return `${of('node')} (${of('httpRequest')})`;
}

function growth(figure: Figure, scenario: string, setting: string, contender: Contender): string {
	const of = (records: string) => figure(scenario, records, contender, 'peakMb')?.median;
	const [large, small] = [of(setting), of('1,000')];
	return large && small ? `${Math.round(large - small)} MB` : '-';
}
