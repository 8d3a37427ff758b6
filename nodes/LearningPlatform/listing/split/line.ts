import { isRising, type Range } from './part';

/** No list of such a service has older records; nothing but the speed depends on it. */
const BEGINNING = Date.UTC(2010) / 1_000;

/** The line on which a plan lays out seconds: from left to right as the service lists them. */
export class Line {
	private constructor(
		private readonly isReversed: boolean,
		/** Where an open range is supposed to end. */
		readonly horizon: number,
	) {}

	/** @param seconds of the first page; in no order they are laid out from the oldest on */
	static along(seconds: readonly number[]): Line {
		const isReversed = !isRising(seconds) && isRising(seconds.map((second) => -second));
		return isReversed ? new Line(true, -BEGINNING) : new Line(false, Date.now() / 1_000);
	}

	positionOf(second: number): number {
		return this.isReversed ? -second - 1 : second;
	}

	/** From seconds to positions, and back. */
	turn({ from, to }: Range): Range {
		return this.isReversed ? { from: -to, to: -from } : { from, to };
	}
}
