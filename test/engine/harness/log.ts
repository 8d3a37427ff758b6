import './environment';

import { PollContext } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData, Logger, LogMetadata } from 'n8n-workflow';

/** A node's line in n8n's log, at any log level. */
export interface LogEntry {
	level: keyof Logger;
	message: string;
	metadata: LogMetadata;
}

interface Context {
	additionalData: IWorkflowExecuteAdditionalData;
}

const levels = ['error', 'warn', 'info', 'debug'] as const;
const logs = new WeakMap<IWorkflowExecuteAdditionalData, LogEntry[]>();

/** Records the lines of `this.logger` in an execution; the list grows as the execution runs. */
export function recordLog(
	additionalData: IWorkflowExecuteAdditionalData,
	entries: LogEntry[] = [],
): LogEntry[] {
	logs.set(additionalData, entries);
	return entries;
}

// n8n's services write to the same logger, so this file replaces the logger in the nodes' contexts.
const contexts = Object.getPrototypeOf(PollContext.prototype) as Context;
const original = Object.getOwnPropertyDescriptor(contexts, 'logger');
if (!original?.get) throw new Error('This version of n8n-core keeps its logger elsewhere.');

// Test files share n8n; a benchmark does not, and has no `afterAll`.
if ('afterAll' in globalThis) afterAll(() => Object.defineProperty(contexts, 'logger', original));

Object.defineProperty(contexts, 'logger', {
	configurable: true,
	get(this: Context): Logger {
		// n8n's getter caches its result on the object that it is called on.
		const logger = original.get?.call({}) as Logger;
		const entries = logs.get(this.additionalData);
		return entries ? recording(logger, entries) : logger;
	},
});

function recording(logger: Logger, entries: LogEntry[]): Logger {
	const copy = Object.create(logger) as Logger;
	for (const level of levels) {
		copy[level] = (message, metadata = {}) => {
			entries.push({ level, message, metadata: { ...metadata } });
			// n8n captures a stack trace for each line, even when the log is silent.
			if (process.env.N8N_LOG_LEVEL !== 'silent') logger[level](message, metadata);
		};
	}
	return copy;
}
