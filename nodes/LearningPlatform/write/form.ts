import { invalidEntry } from '../failures/userFacingError';
import { field, maxRetries, optionsOf, readUser, toggle, userProperty, type Form } from '../form';
import { isBlank } from '../values/cells';

const dryRun = toggle(
	'dryRun',
	true,
	'Whether to report the changes without writing them. Items then have a dryRun field, and new users have no _id.',
	{},
	false,
);

/** The options whose expressions must not be empty: that would lead to writes, or to emails. */
const NEVER_EMPTY = { dryRun: 'Dry Run', sendInvitation: 'Send Invitation' };

/** Creates Options. */
export function writeOptions<F extends Form>(more: F) {
	const options = optionsOf({ dryRun, maxRetries, ...more });
	const read: (typeof options)['read'] = (parameter, node) => {
		const entered = (parameter('options', {}) ?? {}) as Record<string, unknown>;
		for (const [name, label] of Object.entries(NEVER_EMPTY)) {
			if (Object.hasOwn(entered, name) && isBlank(entered[name])) {
				throw invalidEntry(`${label} is empty`, 'Turn it on or off, or remove the option.');
			}
		}
		return options.read(parameter, node);
	};
	return { ...options, read };
}

export const user = field(userProperty, readUser);
