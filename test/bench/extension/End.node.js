const { end } = require('./measurement');

/** Stops the clock; its one item tells the measurement, and so does a message to the parent process. */
exports.End = class End {
	description = {
		displayName: 'End',
		name: 'end',
		group: ['transform'],
		version: 1,
		description: 'Ends a measurement',
		defaults: { name: 'End' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute() {
		const items = this.getInputData();
		// A node that writes a file gives out one item, which says how many records are in it.
		const records = items.length === 1 ? (items[0].json.records ?? 1) : items.length;
		const measurement = end(this.getExecutionId(), records);
		process.send?.(measurement);
		return [[{ json: measurement }]];
	}
};
