/** Lets EngineEnvironment load a module, or jest in test files with another environment. */
export default {
	process: (source) => ({
		code: `if (typeof outside === 'undefined') { ${source}\n} else { outside.load ??= require; module.exports = outside.require(__filename); }`,
	}),
	getCacheKey: (source, file) => `outside with load: ${file}`,
};
