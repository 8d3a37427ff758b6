import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { DESCRIPTION } from './form';
import { customOperations, operationProperties, subtitle } from './operations';
import { listHints } from './operations/hints';
import { methods } from './operations/methods';
import { outputsExpression } from './operations/sync';

/** An export example for n8n's AI workflow builder. */
const FILE = `<patterns>
<pattern title="An Excel file of all published courses">
const file = node({
  type: 'n8n-nodes-learning-platform.learningPlatform',
  version: 1,
  config: {
    name: 'Export courses',
    parameters: {
      resource: 'course',
      operation: 'export',
      format: 'xlsx',
      output: 'simplified',
      filters: { status: 'published' },
      options: { addNames: ['groups', 'users'] }
    }
  }
});
The file is in the "data" binary field. The next node can email or upload it.
</pattern>
</patterns>`;

export class LearningPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform',
		name: 'learningPlatform',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: DESCRIPTION,
		builderHint: {
			searchHint:
				'The write operations are "upsert" and "update" for users, "addMember", "removeMember", and "setMembers" for groups, and "enroll" and "unenroll" for path sessions. They check the current data and send only the differences, so they are safe to repeat. To create users from an HR table, use "upsert" after the node that reads the rows of the table; each item\'s "outcome" says "created", "updated", "unchanged", or, for people who are gone, "deleted" or "left". Agents cannot use the write operations. All other operations are read-only. To react when records are added, updated, or removed, or when somebody completes a course or a path, use the Learning Platform Trigger, not a Schedule Trigger with "list". To create a file or read thousands of records, use the "export" operation: it writes a CSV, Excel, or JSON Lines file, so Convert to File is not needed. To keep a table in sync with a list, use the "sync" operation after a node that reads all rows of the table and has Always Output Data turned on. The first output has the rows to upsert, and the second has the rows to delete. "trainingStatus" shows who has, or has not, completed a course or path, e.g. who is overdue or has not finished mandatory training. It has one record per person, including people who never started. "courseCompletion" has one record per attempt, and "pathCompletion" has one per enrollment. Enrollments, group members, certificates, and all other lists are under the "other" resource.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatformTrigger',
					relationHint:
						'Starts the workflow when records are added, updated, or removed, or when somebody completes a course or a path',
				},
				{
					nodeType: 'n8n-nodes-base.scheduleTrigger',
					relationHint: 'Runs an export on a schedule, e.g. every night',
				},
			],
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['course'], operation: ['export'] } },
					content: FILE,
				},
			],
		},
		defaults: { name: 'Learning Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsExpression,
		credentials: [{ name: 'learningPlatformApi', required: true }],
		hints: listHints,
		// In workflows, n8n runs `customOperations`, which cost far less per input item than routes.
		// Tools other than AI Agent 3 run the routes of List and Get; an object here makes n8n look for routes.
		requestDefaults: {},
		properties: operationProperties,
	};

	customOperations = customOperations;

	methods = methods;
}
