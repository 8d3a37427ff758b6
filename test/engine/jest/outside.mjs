/** Lets EngineEnvironment load a module; in test files with a different environment, jest loads it. */
export default {
	process: (source) => ({
		code: `if (typeof outside === 'undefined') { ${source}\n} else { outside.load ??= require; module.exports = outside.require(__filename); }`,
	}),
	getCacheKey: (source, file) => `outside with load: ${file}`,
};
