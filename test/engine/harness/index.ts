import './environment';

export { credentialFor, StoredCredential } from './credential';
export type { LogEntry } from './log';
export { InstalledPackage, projectDirectory } from './nodeTypes';
export { type NodeOptions, type NodeRun, runNode } from './runNode';
export { type PollOptions, type PollRun, runPoll } from './runPoll';
export { readMapperFields, runSearch, type SearchOptions, type SearchRun } from './runSearch';
export {
	readBinaryData,
	runWorkflow,
	type WorkflowJson,
	type WorkflowOptions,
	type WorkflowRun,
} from './runWorkflow';
export { testCredential } from './testCredential';
