/** What is known of a public service, so that nobody has to enter it. */
export interface Preset {
	/** Value of the credential's field Service. */
	value: string;
	name: string;
	baseUrl: string;
	versionHeader: string;
	apiVersion: string;
}

/** In the order of the menu. */
export const presets: readonly Preset[] = [
	{
		value: '360learning-eu',
		name: '360Learning (EU)',
		baseUrl: 'https://app.360learning.com',
		versionHeader: '360-api-version',
		apiVersion: 'v2.0',
	},
	{
		value: '360learning-us',
		name: '360Learning (US)',
		baseUrl: 'https://app.us.360learning.com',
		versionHeader: '360-api-version',
		apiVersion: 'v2.0',
	},
];

/** The value of Service for a platform whose address the user enters, and of credentials saved without the field. */
export const OTHER_SERVICE = 'other';

/** The base URL as an n8n expression: a preset counts, whatever is left in the field that it hides. */
export const baseUrlExpression = `={{ ${presets
	.map(({ value, baseUrl }) => `$credentials.service === '${value}' ? '${baseUrl}' : `)
	.join('')}$credentials.baseUrl }}`;
