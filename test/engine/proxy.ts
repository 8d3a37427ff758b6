import { type Proxy, startProxy as start } from '../proxy';
import { atEndOfTest } from './service';

export type { Proxy };

/** Starts an HTTP proxy for one test. */
export async function startProxy(...parameters: Parameters<typeof start>): Promise<Proxy> {
	const proxy = await start(...parameters);
	atEndOfTest(() => {
		proxy.stop();
	});
	return proxy;
}
