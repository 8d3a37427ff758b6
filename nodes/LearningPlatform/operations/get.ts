import type { INodeExecutionData } from 'n8n-workflow';

import { maxRetries, optionsField } from '../listing/fields';
import {
	escapeFormulasInRows,
	readOutput,
	shapeFieldsWithTool,
	shapeRecord,
} from '../listing/output';
import { readMaxRetries } from '../listing/parameters';
import { readOne } from '../listing/readList';
import { recordField } from '../listing/recordField';
import { readIdSegment } from '../listing/recordId';
import { ServiceError } from '../transport/errors';
import { ListingLog } from '../transport/log';
import type { Operation } from './operation';
import { routeOf, type RouteRun } from './route';
import { toolDescription } from './toolDescription';

/** The operation Get: one record by its ID. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	isFor: ({ idName }) => idName !== undefined,
	option: (resource) => {
		const name = resource.name.toLowerCase();
		return {
			action: `Get a ${name}`,
			description: `Get one ${name} by its ID`,
			routing: routeOf(resource, getItem),
		};
	},
	fields: ({ idName, name }) => [
		toolDescription(`Get one ${name.toLowerCase()} of the learning platform by its ID.`),
		...(idName ? [recordField(idName, { required: true })] : []),
		...shapeFieldsWithTool,
		optionsField([escapeFormulasInRows, maxRetries]),
	],
};

async function getItem({
	context,
	resource,
	target,
	network,
}: RouteRun): Promise<INodeExecutionData[]> {
	const read = context.getNodeParameter.bind(context);
	const id = readIdSegment(read(resource.idName ?? '', ''), resource.name);
	const output = readOutput(read);
	const log = new ListingLog(context, target.listName);
	const itemIndex = context.getItemIndex();
	try {
		const record = await readOne(context, {
			path: `${target.path}/${id}`,
			log,
			itemIndex,
			maxRetries: readMaxRetries(read),
			network,
		});
		const { records, missingFields } = shapeRecord(output, resource, record);
		log.fieldsMissing(missingFields);
		return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	} catch (error) {
		throw isMissing(error) ? missing(error, resource.name.toLowerCase(), id) : error;
	}
}

function isMissing(error: unknown): error is ServiceError {
	return error instanceof ServiceError && error.reason === '404';
}

function missing({ reason, answer }: ServiceError, name: string, id: string): ServiceError {
	return new ServiceError(
		`The service has no ${name} with the ID "${id}"`,
		`Check the ID: it may be misspelled, its record may have been deleted, or belong to another platform than the one of the credential. ${answer}`,
		{ reason },
	);
}
