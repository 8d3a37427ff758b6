/** Names beside the IDs of records, for all operations and the trigger. */
export { namesFor } from './add';
export { unreadNamesOf, withNames } from './beside';
export { FEW_UNNAMED_PAGES, readNamedList, type NamedPage } from './pages';
