import { errorFromResponse, explainStatus, proseOf } from '../../../nodes/LearningPlatform/errors';

describe('a status is explained:', () => {
	it.each([
		[202, undefined, 'The service answered with a status that no list has', 'complete'],
		[203, undefined, 'The answer of the service was changed on its way', 'proxy'],
		[204, undefined, 'The service answered without any content', 'Not even an empty list'],
		[206, undefined, 'The service answered with a part of what was asked for', 'complete'],
		[
			304,
			undefined,
			'The service answered that nothing has changed since the last request',
			'cache',
		],
		[425, undefined, 'The service did not accept the request yet', 'Try again later'],
		[301, undefined, 'The service redirects to another address', 'Base URL'],
		[307, undefined, 'The service redirects to another address', 'Base URL'],
		[400, undefined, 'The service refused the request as invalid', 'API Version'],
		[400, 'invalid_request', 'The service refused the request as invalid', 'Version Header Name'],
		[401, undefined, 'The service refused the access token', 'API credentials'],
		[401, 'invalid_token', 'The service refused the access token', 'API credentials'],
		[403, undefined, 'The service does not allow this request', 'scope'],
		[403, 'invalid_scope', 'The API credentials lack a permission for this list', 'the scope'],
		[400, 'invalid_token', 'The service refused the access token', 'API credentials'],
		[404, undefined, 'The service has no such list', 'Base URL'],
		[404, 'groupNotFound', 'The service has no group with this ID', 'Check the ID'],
		[404, 'classroomSlotNotFound', 'The service has no classroom slot with this ID', 'deleted'],
		[404, 'pathNotFound', 'The service has no path with this ID', 'Check the ID'],
		[404, 'notFound', 'The service has no such list', 'Base URL'],
		[404, 'routeNotFound', 'The service has no such list', 'Base URL'],
		[404, '<b>NotFound', 'The service has no such list', 'Base URL'],
		[
			400,
			'skillSolutionNotEnabled',
			'The platform has turned off a feature that this request needs',
			'Ask an administrator',
		],
		[
			400,
			'sessionNotBelongToPath',
			'The IDs of this request do not belong together',
			'Check each ID',
		],
		[400, 'bulkOperationNotRun', 'The bulk operation has not run yet', 'try again later'],
		[408, undefined, 'The service did not get the request in time', 'Try again later'],
		[407, undefined, 'The proxy asks for a user name and a password', 'who runs'],
		[413, undefined, 'The request is too long for the service', 'fewer values'],
		[414, undefined, 'The request is too long for the service', 'fewer values'],
		[418, undefined, 'The service refused the request', 'API Version'],
		[431, undefined, 'The request is too long for the service', 'fewer values'],
		[429, 'tooManyRequests', 'The service is receiving too many requests', 'Max Retries'],
		[500, undefined, 'The service failed to answer', 'Max Retries'],
		[503, 'maintenance', 'The service failed to answer', 'Try again later'],
		[501, undefined, 'The service failed to answer', 'tell the administrators'],
		[511, undefined, 'The network of n8n asks for a sign-in', 'who runs the network'],
		[529, undefined, 'The service failed to answer', 'Max Retries'],
		[599, undefined, 'The service failed to answer', 'Max Retries'],
		[500, 'courseNotFound', 'The service failed to answer', 'Try again later'],
		[999, undefined, 'The service answered with a status that is not known', 'Base URL'],
	])('%d with the code %s', (status, code, message, advice) => {
		const explanation = explainStatus(status, code);
		expect(explanation.message).toBe(message);
		expect(proseOf([explanation.step ?? '', explanation.advice].flat())).toContain(advice);
	});

	it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
		'403 with the code "%s", which every object has',
		(code) => {
			expect(explainStatus(403, code).message).toBe('The service does not allow this request');
		},
	);
});

it.each([
	[400, undefined, 'checkFilters'],
	[403, undefined, 'addScope'],
	[403, 'invalid_scope', 'addScope'],
	[404, undefined, 'checkPath'],
	[404, 'courseNotFound', undefined],
	[407, undefined, 'enterProxy'],
])('the node knows what else helps: %d %s', (status, code, remedy) => {
	expect(explainStatus(status, code).remedy).toBe(remedy);
});

it('Max Retries is advised where there are retries, and nowhere else', () => {
	for (let status = 400; status < 700; status += 1) {
		const { description, isTransient } = errorFromResponse(status, '');
		const isAdvised = description.includes('Max Retries');
		expect({ status, isTransient: isTransient || !isAdvised }).toEqual({
			status,
			isTransient: true,
		});
	}
});

it('a 403 with a web page comes from a proxy or firewall', () => {
	const { message, description } = errorFromResponse(403, ' <html>');
	expect(message).toBe('The request was refused, probably by a proxy or firewall');
	expect(description).toContain('to let the requests of n8n through');
});
