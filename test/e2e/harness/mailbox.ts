import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ImportedCredential } from './workflow';

/** A mail server that keeps what it gets. */
export interface Mailbox {
	/** For n8n. */
	credential: ImportedCredential;
	/** Each mail as it came: header, and MIME parts. */
	mails: string[];
	stop(): Promise<void>;
}

/** Starts it on 127.0.0.1: as much of SMTP as one mail after the other needs (RFC 5321, section 4.1). */
export async function startMailbox(): Promise<Mailbox> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
		socket.write('220 mailbox\r\n');
		let waiting = '';
		let isMail = false;
		socket.on('data', (chunk) => {
			waiting += chunk.toString('latin1');
			for (;;) {
				const end = isMail ? '\r\n.\r\n' : '\r\n';
				const at = waiting.indexOf(end);
				if (at === -1) return;
				const text = waiting.slice(0, at);
				waiting = waiting.slice(at + end.length);
				if (isMail) mails.push(text);
				const isData = !isMail && text.toUpperCase() === 'DATA';
				const isQuit = !isMail && text.toUpperCase() === 'QUIT';
				isMail = isData;
				socket.write(isData ? '354 go on\r\n' : isQuit ? '221 bye\r\n' : '250 ok\r\n');
			}
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false };
	return {
		credential: {
			id: 'smtp',
			name: 'smtp',
			type: 'smtp',
			data: { ...data, disableStartTls: true, hostName: '' },
		},
		mails,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
