import { UserFacingError } from '../transport/errors';
import { noteEmptiness } from './pollers';
import type { TriggerSettings } from './settings';
import type { Tracker } from './tracker';

/**
 * Whether what was read can be true. A list that had records and is empty all at once is more often a fault of
 * the service: its records would be told as removed now and as added when they are back. It counts when it is
 * empty a second time.
 *
 * @param key identifies workflow and node
 * @throws UserFacingError when removals are told, because then somebody should know
 */
export function isBelievable(tracker: Tracker, settings: TriggerSettings, key: string): boolean {
	const wasEmpty = noteEmptiness(key, settings.scope, tracker.lostAll);
	if (!tracker.lostAll || wasEmpty) return true;
	if (!settings.triggerOn.has('removed')) return false;
	throw new UserFacingError(
		`The list of ${settings.resource.plural} is empty, although it had records at the last poll`,
		'No record was reported as removed, in case this is a fault of the service. If the list is empty at the next poll as well, all of them are.',
	);
}
