import { createServer, type AddressInfo } from 'node:net';

/** A port on 127.0.0.1 that was free a moment ago, for servers that must be told theirs. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
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
