/** Names next to the IDs of records, for all operations and the trigger. */
export { namesFor } from './add';
export { unreadNamesOf, withNames } from './beside';
export { readNamedList, type NamedPage } from './pages';
