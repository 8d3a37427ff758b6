import { startWitness, type Witness } from './witness';

export interface OfferedTool {
	name: string;
	description: string;
	parameters: { type: string; properties: Record<string, unknown>; required?: string[] };
}

interface Message {
	role: string;
	content: unknown;
}

/** A language model that follows a script: first it calls a tool, then it answers. */
export interface ScriptedModel {
	/** For the field "Base URL" of n8n's OpenAI credential. */
	url: string;
	/** The tools that the agent offered. */
	tools(): OfferedTool[];
	/** What the tool answered to each call, as the model was told: JSON, or the words of an error. */
	toolAnswers(): string[];
	stop(): Promise<void>;
}

/**
 * Starts a model that speaks OpenAI's chat completions.
 *
 * @param inputs the arguments of each call of the tool, all at once
 * @param tool its name; the first one that is offered unless told otherwise
 */
export async function startScriptedModel(inputs: object[], tool?: string): Promise<ScriptedModel> {
	const model: Witness = await startWitness(({ body }) => {
		const { messages, tools } = JSON.parse(body) as {
			messages: Message[];
			tools: { function: OfferedTool }[];
		};
		const isAnswered = messages.some(({ role }) => role === 'tool');
		const calls = inputs.map((input, index) => ({
			id: `call_${index}`,
			type: 'function',
			function: { name: tool ?? tools[0]?.function.name, arguments: JSON.stringify(input) },
		}));
		const message = isAnswered
			? { role: 'assistant', content: 'Done.' }
			: { role: 'assistant', content: null, tool_calls: calls };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 1,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: isAnswered ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const conversation = () =>
		model.requests.map(
			({ body }) => JSON.parse(body) as { messages: Message[]; tools: { function: OfferedTool }[] },
		);
	return {
		url: `${model.origin}/v1`,
		tools: () => conversation()[0]?.tools.map((tool) => tool.function) ?? [],
		toolAnswers: () => {
			const messages = conversation().at(-1)?.messages ?? [];
			return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
		},
		stop: () => model.stop(),
	};
}
