import type { Measurement } from '../harness/engine';

export function begin(executionId: number | string): void;

export function end(executionId: number | string, records: number): Measurement;
