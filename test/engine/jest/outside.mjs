/** A transformer that leaves a module to EngineEnvironment. */
export default {
	process: () => ({ code: 'module.exports = outside.require(__filename)' }),
	getCacheKey: () => 'outside',
};
