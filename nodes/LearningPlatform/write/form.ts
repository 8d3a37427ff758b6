import { invalidEntry } from '../failures/userFacingError';
import { field, maxRetries, optionsOf, readUser, toggle, userProperty, type Form } from '../form';

const dryRun = toggle(
	'dryRun',
	true,
	'Whether to report the changes without writing them. Items then have a dryRun field, and new users have no _id.',
	{},
	false,
);

/** Creates Options. An expression for Dry Run that returns nothing must not lead to writes. */
export function writeOptions<F extends Form>(more: F) {
	const options = optionsOf({ dryRun, maxRetries, ...more });
	const read: (typeof options)['read'] = (parameter, node) => {
		const entered = (parameter('options', {}) ?? {}) as Record<string, unknown>;
		const text = entered.dryRun ?? '';
		const isEmpty = typeof text === 'string' && text.trim() === '';
		if (Object.hasOwn(entered, 'dryRun') && isEmpty) {
			throw invalidEntry('Dry Run is empty', 'Turn it on or off, or remove the option.');
		}
		return options.read(parameter, node);
	};
	return { ...options, read };
}

export const user = field(userProperty, readUser);
