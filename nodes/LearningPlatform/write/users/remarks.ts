import type { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { worded } from '../../nodeErrors';
import { asProblem } from '../../people';
import type { Row } from '../operation';

/** Remarks on fields that cannot be written even though the row succeeds. */
export function failedFields(remarks: Row['remarks'], names: string[], error: unknown): string[] {
	const { message, step, description }: Partial<UserFacingError> = worded(asProblem(error));
	const sentence = `${names.map(userFieldLabel).join(', ')} could not be written: ${message}.`;
	const detail = [step, description].filter(Boolean).join(' ');
	remarks.push({ sentence, detail, isWarning: true });
	return names;
}

/** Remarks on fields that the platform stored otherwise than they were sent. */
export function missedFields(remarks: Row['remarks'], names: readonly string[]): readonly string[] {
	for (const name of names) {
		const sentence = `The platform did not store ${userFieldLabel(name)} as it was sent. The next run will send it again.`;
		remarks.push({ sentence, isWarning: true });
	}
	return names;
}
