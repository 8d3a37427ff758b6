/** Where a service is and how to get in. */
export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

/** Who does the work. */
export type Contender =
	/** Our node's operation List with Return All. */
	| 'node'
	/** The same with Read Faster. */
	| 'nodeInParts'
	/** The same with Add Names Of groups and users. */
	| 'nodeWithNames'
	/** n8n's HTTP Request node, its pagination following the Link header. */
	| 'httpRequest'
	/** The lists of courses, groups and users, with Merge nodes that put names beside the IDs of courses. */
	| 'httpRequestsMerged'
	/** A bare loop with `fetch`, one page after the other. */
	| 'loop'
	/** Our node's operation Export to File, to CSV. */
	| 'export'
	/** A bare loop that fetches and parses pages and keeps nothing. */
	| 'countingLoop'
	/** A poll of our trigger, which has seen all records before. */
	| 'poll'
	/** The same, which asks only for what was changed since. */
	| 'pollChanges';

export interface Job {
	contender: Contender;
	account: Account;
	/** How many input items the contender is given; 1 unless told otherwise. */
	items?: number;
}

/** What one run took. */
export interface Measurement {
	ms: number;
	/** Of all threads of the process. */
	cpuMs: number;
	/** The most memory the process has ever had resident. */
	peakMb: number;
	records: number;
	/** Bytes of state that a trigger keeps, as stored. */
	stateBytes?: number;
}

/** A job that is ready to run, with a credential that was never used before. */
export interface Prepared {
	/** Runs in a process that goes on living and is warm after a few runs. */
	run(): Promise<Measurement>;
	/** Runs in a fresh process, whose memory is this run's alone. */
	runInOwnProcess(): Promise<Measurement>;
}

/** Something that runs n8n nodes. */
export interface Engine {
	/** For people, e.g. `n8n 2.41.1`. */
	name: string;
	contenders: readonly Contender[];
	prepare(job: Job): Promise<Prepared>;
	stop(): Promise<void>;
}
