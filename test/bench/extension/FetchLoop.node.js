const { fetchLoop } = require('./fetchLoop');

/** A bare loop inside of n8n: the floor for code that asks for one page after the other. */
exports.FetchLoop = class FetchLoop {
	description = {
		displayName: 'Fetch Loop',
		name: 'fetchLoop',
		group: ['transform'],
		version: 1,
		description: 'Lists courses with a bare loop',
		defaults: { name: 'Fetch Loop' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'Account', name: 'account', type: 'json', default: '{}' },
			{ displayName: 'Only Count', name: 'onlyCount', type: 'boolean', default: false },
		],
	};

	async execute() {
		const account = JSON.parse(this.getNodeParameter('account', 0));
		if (this.getNodeParameter('onlyCount', 0)) return [[{ json: await count(account) }]];
		const lists = this.getInputData().map(async () => {
			const items = [];
			await fetchLoop(account, (records) => {
				for (const json of records) items.push({ json });
			});
			return items;
		});
		return [(await Promise.all(lists)).flat()];
	}
};

async function count(account) {
	let records = 0;
	await fetchLoop(account, (page) => {
		records += page.length;
	});
	return { records };
}
