import type { Locator, Page } from 'playwright-core';

/** An area of a page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Adds a manual trigger to the new workflow. */
export async function newWorkflow(page: Page): Promise<void> {
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill('manual');
	await page.getByTestId('node-creator-item-name').getByText('Manual Trigger').click();
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Opens the node panel from the last node, searches for our node, and shows its actions. */
export async function showOurActions(page: Page, word = 'learning'): Promise<void> {
	await page.getByTestId('canvas-handle-plus').last().click();
	await page.getByTestId('node-creator-search-bar').fill(word);
	await page
		.getByTestId('node-creator-item-name')
		.getByText('Learning Platform', { exact: true })
		.click();
	await page.getByText('List courses').waitFor();
}

/** Drags one of our actions onto the canvas, which opens the node's panel. */
export async function dragIn(page: Page, action: string): Promise<NodePanel> {
	await page
		.getByTestId('node-creator-item-name')
		.getByText(action)
		.dragTo(page.locator('.vue-flow__pane'), { targetPosition: { x: 780, y: 345 } });
	const panel = new NodePanel(page);
	await panel.dialog.waitFor();
	return panel;
}

/** A node's panel: its parameters and its output. */
export class NodePanel {
	readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = page.getByTestId('ndv');
	}

	parameter(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`);
	}

	/** Returns a field's displayed value. */
	async chosen(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	/** Selects an option in a field. */
	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	/** Opens a picker's list, searches it, and waits until it shows only matches. */
	async searchList(part: string, found: RegExp): Promise<Locator> {
		await this.dialog.getByTestId('rlc-input').first().click();
		const choices = this.page.getByTestId('rlc-item');
		await choices.first().waitFor();
		const filter = `"filter":${JSON.stringify(part)}`;
		const searched = this.page.waitForResponse((response) =>
			(response.request().postData() ?? '').includes(filter),
		);
		await this.page.getByTestId('rlc-search').fill(part);
		// While n8n searches, it still shows the previous results.
		await searched;
		await choices.filter({ hasNotText: found }).first().waitFor({ state: 'detached' });
		await choices.first().waitFor();
		return choices;
	}

	async switchOn(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('.el-switch').click();
	}

	/** Runs the node and waits for its items. */
	async run(): Promise<void> {
		await this.dialog.getByTestId('node-execute-button').click();
		await this.output.getByText(/^\d+ items?$/).waitFor();
	}

	/** The area with the parameters. */
	async parameters(): Promise<Area> {
		const { left, right, ...sides } = await this.edges();
		return { ...sides, x: left, width: right - left };
	}

	/** The area with the parameters and the output. */
	async withoutInput(): Promise<Area> {
		const { left, end, ...sides } = await this.edges();
		return { ...sides, x: left, width: end - left };
	}

	/** The area of the output with the first rows and the columns up to a field. */
	async table(lastField: string, rows: number): Promise<Area> {
		const name = this.page.getByText(lastField, { exact: true });
		const [output, column, row] = await Promise.all([
			this.output.boundingBox(),
			this.output.locator('thead th').filter({ has: name }).boundingBox(),
			this.output
				.locator('tbody tr')
				.nth(rows - 1)
				.boundingBox(),
		]);
		if (!output || !column || !row) throw new Error('The output has no such table');
		const { x, y } = output;
		return { x, y, width: column.x + column.width + 1 - x, height: row.y + row.height + 1 - y };
	}

	private async edges() {
		const [all, output, tab] = await Promise.all([
			this.dialog.boundingBox(),
			this.output.boundingBox(),
			this.dialog.getByTestId('tab-params').boundingBox(),
		]);
		if (!all || !output || !tab) throw new Error('The panel is not open');
		const { y, height } = all;
		return { y, height, left: tab.x, right: output.x, end: output.x + output.width };
	}

	get output(): Locator {
		return this.dialog.getByTestId('output-panel');
	}

	/** Returns the names in the first rows of the output, once they are displayed. */
	async namesInOutput(count: number): Promise<string[]> {
		// n8n shows the number of items before the table.
		await this.output.locator('thead th').first().waitFor();
		const fields = await this.output.locator('thead th').allInnerTexts();
		const column = fields.findIndex((field) => field.trim() === 'name') + 1;
		const names = this.output.locator(`tbody tr td:nth-child(${column})`);
		await names.nth(count - 1).waitFor();
		return (await names.allInnerTexts()).slice(0, count);
	}
}
