/** Compiles a module that runs `code` in jest and, in test files with EngineEnvironment, exports `exported`. */
export const orOutside = (code, exported) =>
	`if (typeof outside === 'undefined') { ${code}\n} else { module.exports = ${exported}; }`;

/** Lets EngineEnvironment load a module; in test files with a different environment, jest loads it. */
export default {
	process: (source) => ({ code: orOutside(source, 'outside.require(__filename)') }),
	getCacheKey: (source, file) => `outside: ${file}`,
};
