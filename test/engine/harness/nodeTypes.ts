import './environment';

import { resolve } from 'node:path';
import { PackageDirectoryLoader, RoutingNode } from 'n8n-core';
import {
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
	NodeConnectionTypes,
	NodeHelpers,
	setSafeRegexEngine,
} from 'n8n-workflow';

export const projectDirectory = resolve(__dirname, '../../..');

// n8n aborts a regular expression after 250 ms, even if a busy machine spent that time on other processes.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, text) => input.replace(new RegExp(pattern, flags), text),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, `${flags ?? ''}g`))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

export const nodeOf = (
	name: string,
	type: string,
	parameters: INodeParameters = {},
	id = name.toLowerCase(),
): INode => ({ id, name, type, typeVersion: 1, position: [0, 0], parameters });

/** Creates a stand-in for a node from n8n-nodes-base; the stand-in returns its input. */
const passThrough = (name: string) =>
	({
		description: {
			displayName: name,
			name,
			group: [name.endsWith('Trigger') ? 'trigger' : 'transform'],
			version: 1,
			description: name,
			defaults: { name },
			inputs: name.endsWith('Trigger') ? [] : [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return await Promise.resolve([this.getInputData()]);
		},
	}) satisfies INodeType;

const standIns: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': passThrough('manualTrigger'),
	'n8n-nodes-base.scheduleTrigger': passThrough('scheduleTrigger'),
	'n8n-nodes-base.noOp': passThrough('noOp'),
	'n8n-nodes-base.httpRequest': httpRequest(),
	'n8n-nodes-base.stickyNote': passThrough('stickyNote'),
	toolCaller: toolCaller(),
};

/** Calls its tool once for each input item, as MCP Server Trigger and AI Agent before version 3 do. */
function toolCaller(): INodeType {
	const { description } = passThrough('toolCaller');
	const inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	return {
		description: { ...description, inputs },
		async execute(this: IExecuteFunctions) {
			const answers: INodeExecutionData[] = [];
			for (const { json } of this.getInputData()) {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as { invoke: (input: IDataObject) => Promise<string> }[];
				if (!tool) throw new Error('No tool is connected.');
				answers.push({ json: { answer: JSON.parse(await tool.invoke(json)) as IDataObject } });
			}
			return [answers];
		},
	};
}

interface OlderHelper {
	requestWithAuthentication: (this: unknown, ...all: unknown[]) => Promise<IDataObject[]>;
}

/** Sends a signed request for each item, through the helper of n8n's HTTP Request node. */
function httpRequest(): INodeType {
	const { description } = passThrough('httpRequest');
	return {
		description: {
			...description,
			credentials: [{ name: 'learningPlatformApi', required: true }],
			properties: [
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Options', name: 'options', type: 'json', default: {} },
			],
		},
		async execute(this: IExecuteFunctions) {
			const send = async (_: INodeExecutionData, index: number) => {
				const uri = this.getNodeParameter('url', index) as string;
				const { options } = this.getNode().parameters;
				const request = { ...(options as IDataObject | undefined), uri, json: true };
				const { requestWithAuthentication: older } = this.helpers as unknown as OlderHelper;
				return await older.call(this, 'learningPlatformApi', request, undefined, index);
			};
			const answers = await Promise.all(this.getInputData().map(send));
			return [this.helpers.returnJsonArray(answers.flat())];
		},
	};
}

let loaded: Promise<InstalledPackage> | undefined;

/** The nodes and credentials of the built package, found the way n8n finds them. */
export class InstalledPackage implements INodeTypes {
	private constructor(private readonly loader: PackageDirectoryLoader) {}

	/**
	 * Loads the built package, once per test file.
	 *
	 * @throws {Error} when the package is not built
	 */
	static async load(): Promise<InstalledPackage> {
		loaded ??= InstalledPackage.read();
		return await loaded;
	}

	/** Loads a node again, with an empty memory, as another n8n process would. */
	static async loadAnew(node: string): Promise<InstalledPackage> {
		const { outside } = globalThis as { outside?: { require: NodeJS.Require } };
		const { cache } = outside?.require ?? require;
		for (const file of Object.keys(cache)) {
			if (file.startsWith(`${projectDirectory}/dist/`)) Reflect.deleteProperty(cache, file);
		}
		// When it measures coverage, jest loads the package.
		jest.resetModules();
		return await InstalledPackage.read(`${node}.node.js`);
	}

	/** @param node the end of the names of the nodes' files */
	private static async read(node = '.js'): Promise<InstalledPackage> {
		const loader = new PackageDirectoryLoader(projectDirectory);
		const { n8n } = loader.packageJson;
		if (n8n?.nodes) n8n.nodes = n8n.nodes.filter((file) => file.endsWith(node));
		try {
			await loader.loadAll();
		} catch (cause) {
			throw new Error('The package cannot be loaded. Run "npm run build".', { cause });
		}
		return new InstalledPackage(loader);
	}

	get name(): string {
		return this.loader.packageName;
	}

	/** Returns a node's full type: adds the package name to a name without a dot. */
	typeName(node: string): string {
		return node.includes('.') ? node : `${this.name}.${node}`;
	}

	/** @throws {Error} for an unknown credential */
	getCredentialType(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		const nodeType = this.find(type);
		if (!nodeType) throw new Error(`The engine has no node type "${type}".`);
		return nodeType;
	}

	/**
	 * Returns a node type, or undefined for an unknown type, which the engine refuses to run. n8n gives declarative
	 * nodes their `execute` method here; that method passes cancellations on.
	 */
	getByNameAndVersion(type: string, version?: number): INodeType {
		const found = this.find(type);
		if (!found) return undefined as unknown as INodeType;
		const nodeType = NodeHelpers.getVersionedNodeType(found, version);
		if (nodeType.description.requestDefaults && !nodeType.execute) {
			nodeType.execute = async function (this: IExecuteFunctions) {
				const context = this as ConstructorParameters<typeof RoutingNode>[0];
				return (await new RoutingNode(context, nodeType).runNode()) ?? [];
			};
		}
		return type.endsWith('Tool') ? asTool(nodeType) : nodeType;
	}

	private find(type: string): INodeType | IVersionedNodeType | undefined {
		const [packageName, node = ''] = type.split('.');
		if (packageName !== this.name) return standIns[type];
		return this.loader.getNode(node.replace(/Tool$/, '')).type;
	}

	getKnownTypes(): IDataObject {
		return { ...this.loader.known.nodes };
	}
}

/** Turns a node into a tool, as n8n does for agents. */
function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	const changes = { name: `${description.name}Tool`, outputs: [NodeConnectionTypes.AiTool] };
	return Object.create(nodeType, {
		description: { value: { ...description, ...changes, inputs: [] } },
	}) as INodeType;
}
