/** A service that was written from its specification and the RFCs alone, and whatever manners it may have. */
export type { Send } from './http';
export { afterInterim, cut, dripping, inChunks, untilClose, withLength } from './send';
export {
	fiveCourses,
	OPAQUE,
	startOutsider,
	type Answer,
	type Asked,
	type Manner,
	type Outsider,
	type OutsiderOptions,
} from './service';
