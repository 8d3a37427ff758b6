const { description } = require('./description');
const { end } = require('./measurement.ts');

/** Stops the clock, then emits and prints the measurement. */
exports.End = class End {
	description = description('End');

	async execute() {
		const items = this.getInputData();
		// A node that writes a file emits one item with the record count.
		const records = items.length === 1 ? (items[0].json.records ?? 1) : items.length;
		const measurement = end(this.getExecutionId(), records);
		console.log(`Measured ${JSON.stringify(measurement)}`);
		return [[{ json: measurement }]];
	}
};
