/** Reads lists (filtered, searched, or from a given page) and single records. */
export type { ListedPage } from '../service';
export type { Filter } from '../values/filter';
export { splitFilters } from './filters';
export {
	browseList,
	readList,
	readOne,
	type ListClient,
	type Listing,
	type ReadOptions,
} from './read';
