import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ImportedCredential } from './workflow';

/** A mail server that keeps all emails. */
export interface Mailbox {
	/** The credential for n8n. */
	credential: ImportedCredential;
	/** The raw emails, including headers and MIME parts. */
	mails: string[];
	/** Rejects all emails, emails to one address, or none. */
	refuse(what: boolean | string): void;
	stop(): Promise<void>;
}

/** Starts a mail server on 127.0.0.1 that supports the SMTP commands for simple emails (RFC 5321, section 4.1). */
export async function startMailbox(): Promise<Mailbox> {
	const mails: string[] = [];
	let refused: boolean | string = false;
	const sockets = new Set<Socket>();
	const answerTo = (command: string) => {
		if (refused === true && command.startsWith('MAIL')) return '451 try again later';
		const isRefused = typeof refused === 'string' && command.includes(refused.toUpperCase());
		if (isRefused && command.startsWith('RCPT')) return '550 no such mailbox';
		return { DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 ok';
	};
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
				const command = isMail ? '' : text.toUpperCase();
				isMail = command === 'DATA';
				socket.write(`${answerTo(command)}\r\n`);
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
		refuse: (what) => {
			refused = what;
		},
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** Returns the attachments with this name. */
export function attachmentsOf(mail: string, fileName: string): Buffer[] {
	return mail
		.split(/\r\n--/)
		.filter((part) => new RegExp(`filename="?${fileName}"?`).test(part))
		.map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64'));
}

/** Returns an email's recipient. */
export function addresseeOf(mail: string): string {
	return /^To: (.*)\r$/m.exec(mail)?.[1] ?? '';
}

/** Returns the body lines of an email without attachments. */
export function linesOf(mail: string): string[] {
	const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
	if (!/^Content-Transfer-Encoding: quoted-printable\r$/m.test(mail)) return body.split('\r\n');
	// "=" precedes an encoded byte or continues a line (RFC 2045, section 6.7).
	const bytes = body.replace(/=(?:\r\n|([\dA-F]{2}))/g, (_, byte?: string) =>
		byte === undefined ? '' : String.fromCharCode(parseInt(byte, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString().split('\r\n');
}
