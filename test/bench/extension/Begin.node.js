const { description } = require('./description');
const { begin } = require('./measurement.ts');

/** Emits items with values for expressions and starts the clock. */
exports.Begin = class Begin {
	description = description('Begin', {
		properties: [{ displayName: 'Items', name: 'items', type: 'number', default: 1 }],
	});

	async execute() {
		const items = this.getNodeParameter('items', 0);
		begin(this.getExecutionId());
		return [Array.from({ length: items }, () => ({ json: { since: '2000-01-01T00:00:00.000Z', retries: 4 } }))];
	}
};
