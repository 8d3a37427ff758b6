import type { Part } from '../../../../nodes/LearningPlatform/listing/split/part';
import { Plan, type PartSize } from '../../../../nodes/LearningPlatform/listing/split/plan';

/** A list by the positions of its records, and how it is read. */
export interface VirtualList {
	positions: number[];
	pageSize: number;
	horizon: number;
	slots: number;
	/** How many pages may wait for those before them. */
	maxWaiting?: number;
	/** By default, as large as parts can be. */
	partPages?: PartSize;
	/** A number from 0 to 1 for each request: how much later than usual its headers come. */
	delay?: () => number;
}

export interface VirtualRun {
	/** In the order in which they were handed on. */
	records: number[];
	requests: number;
	/** In times to first byte; a body takes half as long. */
	time: number;
}

interface Reading {
	part: Part;
	pages: number[][];
	isStopped: boolean;
	hasSlot: boolean;
	resume: (() => void) | undefined;
}

const BODY = 0.5;

/** Reads a list as a plan wants it, in virtual time: what the reader does over HTTP. */
export function readVirtually(list: VirtualList): VirtualRun {
	const { positions, pageSize, slots, maxWaiting = Infinity, delay = () => 0 } = list;
	const { partPages = { min: 1, max: 6 } } = list;
	const plan = new Plan({ from: -Infinity, to: Infinity }, list.horizon, partPages);
	const run: VirtualRun = { records: [], requests: 0, time: 0 };
	const events: { at: number; happens: () => void }[] = [];
	let readings: Reading[] = [];
	let isLong = false;

	const after = (time: number, happens: () => void) => {
		events.push({ at: run.time + time, happens });
	};
	const inUse = () => readings.filter(({ hasSlot }) => hasSlot).length;
	const isFull = () => readings.reduce((sum, { pages }) => sum + pages.length, 0) >= maxWaiting;
	const isHead = ({ part }: Reading) => part === plan.parts[0];

	const begin = (part: Part) => {
		const found = positions.filter((position) => position >= part.from && position < part.to);
		const count = Math.max(1, Math.ceil(found.length / pageSize));
		const hasSlot = inUse() < slots;
		const reading: Reading = { part, pages: [], isStopped: false, hasSlot, resume: undefined };
		readings.push(reading);
		const request = (index: number) => {
			const isLast = index === count - 1;
			run.requests += 1;
			after(1 + delay(), () => {
				if (reading.isStopped) return;
				if (index > 0 && !isLast) isLong = true;
				const next = () => {
					request(index + 1);
				};
				part.isEnding = isLast;
				if (isLast) reading.hasSlot = false;
				else if (isFull() && !isHead(reading)) {
					reading.hasSlot = false;
					reading.resume = next;
				} else next();
				after(BODY, () => {
					if (reading.isStopped) return;
					const page = found.slice(index * pageSize, (index + 1) * pageSize);
					reading.pages.push(page);
					plan.add(part, page, isLast);
					handOn();
					useSlots();
				});
				useSlots();
			});
		};
		request(0);
	};
	const handOn = () => {
		for (;;) {
			const head = readings.find(isHead);
			if (!head || !(head.part.isFollowed || head.part.state === 'read')) return;
			run.records.push(...head.pages.splice(0).flat());
			if (head.part.state !== 'read') return;
			plan.parts.shift();
			readings = readings.filter((one) => one !== head);
		}
	};
	const drop = (part: Part) => {
		readings = readings.filter((one) => {
			one.isStopped ||= one.part === part;
			return !one.isStopped;
		});
	};
	const useSlots = () => {
		if (!isLong) return;
		for (const { part, resume } of [...readings]) {
			if (isFull() && resume && plan.cutIfTooLong(part)) drop(part);
		}
		for (const reading of readings) {
			const { resume } = reading;
			if (!resume || !((!isFull() && inUse() < slots) || isHead(reading))) continue;
			reading.resume = undefined;
			reading.hasSlot = inUse() < slots;
			resume();
		}
		while ((inUse() < slots && !isFull()) || plan.parts[0]?.state === 'open') {
			const part = plan.next(slots);
			const cut = part ? undefined : plan.cutLongest();
			if (part) begin(part);
			else if (cut) drop(cut);
			else return;
		}
	};

	begin(plan.whole);
	while (events.length > 0) {
		const next = events.reduce((first, event) => (event.at < first.at ? event : first));
		events.splice(events.indexOf(next), 1);
		run.time = next.at;
		next.happens();
	}
	return run;
}
