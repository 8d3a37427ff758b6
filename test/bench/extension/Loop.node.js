const { countRecords } = require('./countRecords.ts');
const { description } = require('./description');

/** A bare loop inside of n8n: the floor for code that asks for one page after the other. */
exports.Loop = class Loop {
	description = description('Loop', { credentials: [{ name: 'plainApi', required: true }] });

	async execute() {
		const records = await countRecords(await this.getCredentials('plainApi'));
		return [[{ json: { records } }]];
	}
};
