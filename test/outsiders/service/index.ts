/** A service written from its specification and the RFCs alone, with any manners. */
export type { Send } from './http';
export { head, inChunks, untilClose, withLength } from './send';
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
