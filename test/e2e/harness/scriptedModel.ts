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

/** A language model that follows a script: first it calls the tool, then it answers. */
export interface ScriptedModel {
	/** For the field "Base URL" of n8n's OpenAI credential. */
	url: string;
	/** The tools that the agent offered. */
	tools(): OfferedTool[];
	/** What the tool answered, as the model was told. */
	toolAnswer(): unknown;
	/** The same as it came, such as the words of an error. */
	toolAnswerText(): string;
	stop(): Promise<void>;
}

/**
 * Starts a model that speaks OpenAI's chat completions.
 *
 * @param input the arguments with which it calls a tool
 * @param tool its name; the first one that is offered unless told otherwise
 */
export async function startScriptedModel(input: object, tool?: string): Promise<ScriptedModel> {
	const model: Witness = await startWitness(({ body }) => {
		const { messages, tools } = JSON.parse(body) as {
			messages: Message[];
			tools: { function: OfferedTool }[];
		};
		const isAnswered = messages.some(({ role }) => role === 'tool');
		const call = {
			id: 'call_1',
			type: 'function',
			function: { name: tool ?? tools[0]?.function.name, arguments: JSON.stringify(input) },
		};
		const message = isAnswered
			? { role: 'assistant', content: 'Done.' }
			: { role: 'assistant', content: null, tool_calls: [call] };
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
	const toolAnswerText = () => {
		const messages = conversation().at(-1)?.messages ?? [];
		return String(messages.find(({ role }) => role === 'tool')?.content);
	};
	return {
		url: `${model.origin}/v1`,
		tools: () => conversation()[0]?.tools.map((tool) => tool.function) ?? [],
		toolAnswer: () => JSON.parse(toolAnswerText()) as unknown,
		toolAnswerText,
		stop: () => model.stop(),
	};
}
