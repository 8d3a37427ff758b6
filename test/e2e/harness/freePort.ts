import { createServer, type AddressInfo } from 'node:net';

/** Ports that were handed out and whose server may not listen yet. */
const handedOut = new Set<number>();

/** A port on 127.0.0.1 that was free a moment ago, for servers that must be told theirs. */
export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (handedOut.has(port)) return await freePort();
	handedOut.add(port);
	return port;
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
export async function isFree(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => true,
		() => false,
	);
}

async function listenOnce(wanted: number): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
