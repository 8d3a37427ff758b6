import type { Sandbox } from '.';

/** What a person needs to know to use a running sandbox. */
export function announcement(sandbox: Sandbox): string {
	const { baseUrl, clientId, clientSecret, versionHeader, apiVersion, catalogue } = sandbox;
	return `Learning platform sandbox: ${catalogue.count('courses')} courses, ${catalogue.count('groups')} groups

  Base URL         ${baseUrl}
  Client ID        ${clientId}
  Client secret    ${clientSecret}
  Version header   ${versionHeader}: ${apiVersion}

Ctrl-C stops it.
`;
}

/** The facts that a program needs, as one line of JSON. */
export function facts(sandbox: Sandbox): string {
	const { baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion } = sandbox;
	const { certificate } = sandbox;
	const { pid } = process;
	const account = { baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion };
	return `${JSON.stringify({ ...account, certificate, pid })}\n`;
}

/** The requests that came, as one line of JSON. */
export function summary(sandbox: Sandbox): string {
	const tokensIssued = sandbox.tokens.issued;
	return `${JSON.stringify({ ...sandbox.journal.summary(), tokensIssued })}\n`;
}
