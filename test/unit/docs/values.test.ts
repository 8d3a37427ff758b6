import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { maxRetries } from '../../../nodes/LearningPlatform/form';
import { TOOL_LIMIT } from '../../../nodes/LearningPlatform/n8n/toolAnswer';
import { triggerProperties } from '../../../nodes/LearningPlatform/trigger/form';
import { page } from './pages';

const [property] = maxRetries.properties;
const { minValue = NaN, maxValue = NaN } = property?.typeOptions ?? {};
const retries = property?.default as number;
const pollTimes = triggerProperties.find(({ name }) => name === 'pollTimes')?.default as {
	item: [{ value: number; unit: string }];
};
const [{ value, unit }] = pollTimes.item;

it.each([
	['docs/troubleshooting.md', `(${minValue} to ${maxValue}, default ${retries})`],
	['README.md', `**From List** to choose one of ${knownLists.length} lists`],
	['README.md', `A new trigger polls every ${value} ${unit}.`],
	['docs/agents.md', `Limit is ${TOOL_LIMIT} unless you set it`],
])('%s matches the code: "%s"', (path, sentence) => {
	expect(page(path).text).toContain(sentence);
});
