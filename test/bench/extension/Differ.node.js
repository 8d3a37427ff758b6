const { description } = require('./description');
const { begin } = require('./measurement.ts');

/** Renames the first rows as an editor would and restarts the clock because the table is now complete. */
exports.Differ = class Differ {
	description = description('Differ', {
		properties: [{ displayName: 'Rows', name: 'rows', type: 'number', default: 0 }],
	});

	async execute() {
		const rows = this.getNodeParameter('rows', 0);
		const edited = ({ json, ...item }) => ({ ...item, json: { ...json, name: 'Edited' } });
		const table = this.getInputData().map((item, at) => (at < rows ? edited(item) : item));
		begin(this.getExecutionId());
		return [table];
	}
};
