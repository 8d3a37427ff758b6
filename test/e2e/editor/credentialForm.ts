import type { Locator, Page } from 'playwright-core';

/** n8n's form for our credential. */
export class CredentialForm {
	readonly dialog: Locator;

	private constructor(private readonly page: Page) {
		this.dialog = page.getByTestId('editCredential-modal');
	}

	/** Searches the "Create credential" dialog for part of our name. */
	static async search(page: Page, part: string): Promise<Locator> {
		const field = page.getByPlaceholder('Search for app...');
		await field.waitFor();
		if (!(await field.isEditable())) await field.click();
		await field.fill(part);
		const found = page.getByTestId('new-credential-type-select-option');
		return found.getByText('Learning Platform (360Learning, LMS) API');
	}

	/** Opens an empty form from the "Create credential" dialog. */
	static async open(page: Page): Promise<CredentialForm> {
		const found = await CredentialForm.search(page, 'LMS');
		await found.click();
		await page.getByRole('button', { name: 'Continue' }).click();
		return await CredentialForm.shown(page);
	}

	/** Waits for the form on a page. */
	static async shown(page: Page): Promise<CredentialForm> {
		const form = new CredentialForm(page);
		await form.field('clientId').waitFor();
		return form;
	}

	async value(name: string): Promise<string> {
		return await this.field(name).inputValue();
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
	}

	/** Saves and tests the credential. */
	async save(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Selects an option in a field. */
	async choose(name: string, option: string): Promise<void> {
		await this.field(name).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	/** Returns the labels of the visible fields. */
	async labels(): Promise<string[]> {
		const labels = this.dialog.locator('[data-test-id="credential-connection-parameter"] label');
		// A required field's label ends with an asterisk, and a label can include the Fixed/Expression toggle.
		return (await labels.allInnerTexts())
			.map((text) => text.replace(/[*\n].*$/s, '').trim())
			.filter((text) => text !== 'Fixed' && text !== 'Expression');
	}

	private field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).locator('input');
	}
}
