const { begin } = require('./measurement');

/** Gives out as many empty items as asked for, and starts the clock. */
exports.Begin = class Begin {
	description = {
		displayName: 'Begin',
		name: 'begin',
		group: ['transform'],
		version: 1,
		description: 'Starts a measurement',
		defaults: { name: 'Begin' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Items', name: 'items', type: 'number', default: 1 }],
	};

	async execute() {
		const items = this.getNodeParameter('items', 0);
		begin(this.getExecutionId());
		return [Array.from({ length: items }, () => ({ json: {} }))];
	}
};
