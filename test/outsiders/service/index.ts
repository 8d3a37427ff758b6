/** A service based only on the specification and the RFCs; tests can make it misbehave. */
export type { Send } from './http';
export { head, inChunks, untilClose, withLength } from './send';
export {
	fiveCourses,
	OPAQUE,
	startOutsider,
	type Answer,
	type Asked,
	type Quirk,
	type Outsider,
	type OutsiderOptions,
} from './service';
