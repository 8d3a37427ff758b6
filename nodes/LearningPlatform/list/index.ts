/** Reads lists as users want them: filtered, searched, or from a given page. Also single records. */
export type { ListedPage } from '../service';
export type { Filter } from '../values/filter';
export { splitFilters } from './filters';
export { browseList, readList, readOne, type Listing, type ReadOptions } from './read';
