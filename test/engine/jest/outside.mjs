/** Leaves a module to EngineEnvironment, or to jest in a test file with another environment. */
export default {
	process: (source) => ({
		code: `if (typeof outside === 'undefined') { ${source}\n} else { outside.load ??= require; module.exports = outside.require(__filename); }`,
	}),
	getCacheKey: (source, file) => `outside with load: ${file}`,
};
