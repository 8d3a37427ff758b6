/** A list that is read in parts at once, each a range of a date that all records have (docs/design.md, Parts of a list). */
export { listInParts, type SplitOptions } from './listInParts';
