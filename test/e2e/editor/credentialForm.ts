import type { Locator, Page } from 'playwright-core';

/** n8n's form for a credential of ours. */
export class CredentialForm {
	readonly dialog: Locator;

	private constructor(private readonly page: Page) {
		this.dialog = page.getByTestId('editCredential-modal');
	}

	/** Our type in the list of "Create credential", while a part of its name is searched for. */
	static async search(page: Page, part: string): Promise<Locator> {
		const field = page.getByPlaceholder('Search for app...');
		await field.waitFor();
		if (!(await field.isEditable())) await field.click();
		await field.fill(part);
		const found = page.getByTestId('new-credential-type-select-option');
		return found.getByText('Learning Platform (360Learning, LMS) API');
	}

	/** Opens an empty form from "Create credential", the way a user does: with a part of our name. */
	static async open(page: Page): Promise<CredentialForm> {
		const found = await CredentialForm.search(page, 'LMS');
		await found.click();
		await page.getByRole('button', { name: 'Continue' }).click();
		return await CredentialForm.shown(page);
	}

	/** The form that a page shows, as soon as it does. */
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

	/** Saves, which tests the credential as well. */
	async save(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Chooses from the list of a field. */
	async choose(name: string, option: string): Promise<void> {
		await this.field(name).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	/** The labels of all fields that the form shows. */
	async labels(): Promise<string[]> {
		const labels = this.dialog.locator('[data-test-id="credential-connection-parameter"] label');
		// After its text a label has the mark of a required field. The switch to an expression is in it or beside it.
		return (await labels.allInnerTexts())
			.map((text) => text.replace(/[*\n].*$/s, '').trim())
			.filter((text) => text !== 'Fixed' && text !== 'Expression');
	}

	private field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).locator('input');
	}
}
