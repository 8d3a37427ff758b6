import type { Sandbox } from '.';

/** What a person needs to know to use a running sandbox. */
export function announcement(sandbox: Sandbox): string {
	const { baseUrl, clientId, clientSecret, versionHeader, apiVersion, catalogue } = sandbox;
	const curl = sandbox.certificate ? 'curl -k' : 'curl';
	const grant = JSON.stringify({
		grant_type: 'client_credentials',
		client_id: clientId,
		client_secret: clientSecret,
	});
	return `Learning platform sandbox: ${catalogue.count('courses')} courses, ${catalogue.count('groups')} groups

  Base URL         ${baseUrl}
  Client ID        ${clientId}
  Client secret    ${clientSecret}
  Version header   ${versionHeader}: ${apiVersion}

A token:

  ${curl} ${baseUrl}/api/v2/oauth2/token \\
    -H 'accept: application/json' -H 'content-type: application/json' \\
    -d ${quoted(grant)}

Published courses, page by page (the address of the next page is in the Link header):

  ${curl} -i -g ${quoted(`${baseUrl}/api/v2/courses?status[eq]=published`)} \\
    -H 'authorization: Bearer TOKEN' -H ${quoted(`${versionHeader}: ${apiVersion}`)}

Ctrl-C stops it.
`;
}

/** The facts that a program needs, as one line of JSON. */
export function facts(sandbox: Sandbox): string {
	const { baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion } = sandbox;
	return `${JSON.stringify({
		...{ baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion },
		certificate: sandbox.certificate,
		pid: process.pid,
	})}\n`;
}

/** The requests that came, as one line of JSON. */
export function summary(sandbox: Sandbox): string {
	const tokensIssued = sandbox.tokens.issued;
	return `${JSON.stringify({ ...sandbox.journal.summary(), tokensIssued })}\n`;
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
