/** A transformer that leaves a module to EngineEnvironment. */
export default {
	process: () => ({
		code: 'outside.load ??= require; module.exports = outside.require(__filename)',
	}),
	getCacheKey: () => 'outside with load',
};
