const { countRecords } = require('./countRecords.ts');
const { description } = require('./description');

/** A bare loop inside n8n: the fastest way to request one page after another. */
exports.Loop = class Loop {
	description = description('Loop', { credentials: [{ name: 'plainApi', required: true }] });

	async execute() {
		const records = await countRecords(await this.getCredentials('plainApi'));
		return [[{ json: { records } }]];
	}
};
