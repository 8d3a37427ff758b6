/** A list as a user asks for it: whole, from a page on, or by name. Also a single record. */
export type { ListedPage } from '../service';
export type { Filter } from '../values/filter';
export { splitFilters } from './filters';
export { browseList, readList, readOne, type Listing, type ReadOptions } from './read';
