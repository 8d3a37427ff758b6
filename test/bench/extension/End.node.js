const { description } = require('./description');
const { end } = require('./measurement.ts');

/** Stops the clock; its one item tells the measurement, and so does a line of the process. */
exports.End = class End {
	description = description('End');

	async execute() {
		const items = this.getInputData();
		// A node that writes a file gives out one item, which says how many records are in it.
		const records = items.length === 1 ? (items[0].json.records ?? 1) : items.length;
		const measurement = end(this.getExecutionId(), records);
		console.log(`Measured ${JSON.stringify(measurement)}`);
		return [[{ json: measurement }]];
	}
};
