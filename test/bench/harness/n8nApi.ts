import type { NewCredential, NewWorkflow } from './workflow';

interface Stored {
	id: string;
	name: string;
	type: string;
	versionId: string;
}

/** The API of a running n8n that its own editor uses: the same in both majors as far as it is used here. */
export class N8nApi {
	/** n8n 1.x with SQLite begins transactions within one another when requests overlap. */
	private last: Promise<unknown> = Promise.resolve();

	/** @param cookie by which n8n knows its owner */
	constructor(
		private readonly origin: string,
		private readonly cookie: string,
	) {}

	async createCredential(credential: NewCredential): Promise<Stored> {
		return await this.create('/rest/credentials', credential);
	}

	/** Stores a workflow and opens its webhook. */
	async createWorkflow(workflow: NewWorkflow): Promise<Stored> {
		const stored = await this.create('/rest/workflows', workflow);
		const { versionId } = stored;
		await this.send(`/rest/workflows/${stored.id}/activate`, { versionId });
		return stored;
	}

	private async create(path: string, content: object): Promise<Stored> {
		const response = await this.send(path, content);
		return ((await response.json()) as { data: Stored }).data;
	}

	private async send(path: string, content: object): Promise<Response> {
		const sent = this.last.then(async () => await this.post(path, content));
		this.last = sent.catch(() => undefined);
		return await sent;
	}

	private async post(path: string, content: object): Promise<Response> {
		const response = await fetch(this.origin + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', cookie: this.cookie },
			body: JSON.stringify(content),
		});
		if (!response.ok) {
			throw new Error(`n8n refused ${path} (${response.status}): ${await response.text()}`);
		}
		return response;
	}
}
