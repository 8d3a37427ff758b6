const { description } = require('./description');
const { begin } = require('./measurement.ts');

/** Emits empty items and starts the clock. */
exports.Begin = class Begin {
	description = description('Begin', {
		properties: [{ displayName: 'Items', name: 'items', type: 'number', default: 1 }],
	});

	async execute() {
		const items = this.getNodeParameter('items', 0);
		begin(this.getExecutionId());
		return [Array.from({ length: items }, () => ({ json: {} }))];
	}
};
