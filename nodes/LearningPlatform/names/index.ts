/** Adds names next to the IDs in records, for all operations and the trigger. */
export { namesFor } from './add';
export { unreadNamesOf, withNames } from './beside';
export { readNamedList, type NamedPage } from './pages';
