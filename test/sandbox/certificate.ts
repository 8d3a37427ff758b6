/**
 * Creates a self-signed certificate for this machine, in PEM format.
 *
 * @param hosts additional hosts for the certificate
 */
export async function selfSignedCertificate(
	hosts: string[] = [],
): Promise<{ key: string; cert: string }> {
	// Imported on demand: this module takes as long to load as the rest of the sandbox.
	const { generate } = await import('selfsigned');
	const names = [{ name: 'commonName', value: 'localhost' }];
	const pems = await generate(names, {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
					...hosts.map((value) => ({ type: 2 as const, value })),
				],
			},
		],
	});
	return { key: pems.private, cert: pems.cert };
}
