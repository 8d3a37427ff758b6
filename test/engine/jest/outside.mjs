/** A transformer that leaves a module to EngineEnvironment, and to jest in a test file with another environment. */
export default {
	process: (source) => ({
		code: `if (typeof outside === 'undefined') { ${source}\n} else { outside.load ??= require; module.exports = outside.require(__filename); }`,
	}),
	getCacheKey: (source, file) => `outside with load: ${file}`,
};
