import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';

const TEXTS = new Set(['action', 'activationMessage', 'description', 'displayName', 'name', 'url']);

/** Where a text that people read is empty, by the names on the way to it. */
function emptyTexts(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]) =>
		TEXTS.has(key) && part === '' ? [`${path}.${key}`] : emptyTexts(part, `${path}.${key}`),
	);
}

it.each(
	Object.entries({
		LearningPlatform: new LearningPlatform().description,
		LearningPlatformInstantTrigger: new LearningPlatformInstantTrigger().description,
		LearningPlatformTrigger: new LearningPlatformTrigger().description,
		LearningPlatformApi: new LearningPlatformApi(),
	}),
)('no field and no choice of %s is without a label or a description', (_, described) => {
	expect(emptyTexts(described)).toEqual([]);
});
