const { description } = require('./description');

/** Renames the first rows, as an editor would. */
exports.Differ = class Differ {
	description = description('Differ', {
		properties: [{ displayName: 'Rows', name: 'rows', type: 'number', default: 0 }],
	});

	async execute() {
		const rows = this.getNodeParameter('rows', 0);
		const edited = ({ json, ...item }) => ({ ...item, json: { ...json, name: 'Edited' } });
		return [this.getInputData().map((item, at) => (at < rows ? edited(item) : item))];
	}
};
