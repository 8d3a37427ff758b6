import tsJest from 'ts-jest';
import { orOutside } from './outside.mjs';

/** Lets EngineEnvironment run a TypeScript file; jest only compiles the file and finds its imports. */
export default {
	createTransformer(options) {
		const transformer = tsJest.default.createTransformer(options);
		return {
			process: (...all) => {
				const { code } = transformer.process(...all);
				const exported = `outside.runOnce(__filename, ${JSON.stringify(code)}, require)`;
				return { code: orOutside(code, exported) };
			},
			getCacheKey: (...all) => `outside: ${transformer.getCacheKey(...all)}`,
		};
	},
};
