/** The description of a node with one input and one output. */
exports.description = (name, more) => ({
	displayName: name,
	name: name.toLowerCase(),
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});
