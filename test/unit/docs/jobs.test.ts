import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { aliases, jobs } from '../../../scripts/docs/jobs';
import { page } from './pages';

/** Returns the values of a menu, for a resource if its form differs by resource. */
function valuesOf(properties: INodeProperties[], name: string, resource?: string): unknown[] {
	return properties
		.filter((one) => one.name === name)
		.filter(({ displayOptions: { show = {}, hide = {} } = {} }) =>
			resource === undefined
				? true
				: (show.resource?.includes(resource) ?? hide.resource?.includes(resource) === false),
		)
		.flatMap(({ options }) => options as INodePropertyOptions[])
		.map(({ value }) => value);
}

const action = new LearningPlatform().description.properties;
const trigger = new LearningPlatformTrigger().description.properties;
const instant = new LearningPlatformInstantTrigger().description.properties;

it.each(aliases())('the aliases in %s are what `npm run docs` writes', (file, alias) => {
	const { text } = page(`nodes/LearningPlatform/${file}`);
	expect((JSON.parse(text) as { alias: string[] }).alias).toEqual(alias);
});

it.each(jobs)('a node does what people look for with "$words"', (job) => {
	const found = [
		...(job.action ? [valuesOf(action, 'operation', job.action[0]).includes(job.action[1])] : []),
		...(job.trigger
			? [valuesOf(trigger, 'triggerOn', job.trigger[0]).includes(job.trigger[1])]
			: []),
		...(job.instant ? [valuesOf(instant, 'event').includes(job.instant)] : []),
	];
	expect(found).not.toHaveLength(0);
	expect(found).not.toContain(false);
});

/** Returns text without formatting and articles. */
const plain = (text: string) =>
	text
		.toLowerCase()
		.replace(/[*_`-]+|\ban? /g, ' ')
		.replace(/\s+/g, ' ');

it.each(jobs.flatMap(({ words, page: path }) => words.split(', ').map((word) => [path, word])))(
	'%s has the words "%s"',
	(path, word) => {
		expect(plain(page(path).text)).toContain(plain(word));
	},
);
