import { type ContractType, type WritePath, WRITES } from '../../contract';
import { complaints } from '../../contract/check';
import { parametersIn, patternOf } from '../address';
import type { Catalogue } from '../catalogue';
import { parseQuery, QueryError } from '../filters';
import type { JournalEntry } from '../journal';
import type { Settings } from '../options';
import type { Company } from '../records/company';
import { apiError, offContract, type Reply } from '../reply';
import { audienceWrites } from './audiences';
import { customFieldWrites } from './customFields';
import { externalIdWrites } from './externalIds';
import { managerWrites } from './managers';
import { memberWrites } from './members';
import { userWrites } from './users';
import type { WriteTable } from './writeTable';

/** A request that changes something. */
interface Write {
	kind: WritePath;
	/** Decoded values in the path, by name. */
	parameters: Readonly<Record<string, string>>;
}

const patterns = (Object.keys(WRITES) as WritePath[]).map((kind) => {
	const types = Object.entries(WRITES[kind]?.parameters ?? {});
	const values = Object.fromEntries(types.map(([name, type]) => [name, type.enum]));
	return { kind, pattern: patternOf(kind, values) };
});

/** Returns the requested change, or undefined for all other requests. */
export function writeAt(method: string, path: string): Write | undefined {
	for (const { kind, pattern } of patterns) {
		const match = pattern.exec(`${method} ${path}`);
		if (match) return { kind, parameters: { ...match.groups } };
	}
	return undefined;
}

export const scopeOf = ({ kind }: Write): string => WRITES[kind]?.scope ?? '';

/** The write routes of the contract, except those for webhooks. */
export class Writes {
	private readonly table: WriteTable;

	constructor(
		settings: Settings,
		private readonly catalogue: Catalogue,
		company: Company,
	) {
		this.table = {
			...userWrites(settings, catalogue, company),
			...memberWrites(settings, company),
			...managerWrites(settings, company),
			...customFieldWrites(settings, catalogue, company),
			...externalIdWrites(catalogue, company),
			...audienceWrites(settings, catalogue, company),
		};
	}

	/** Handles an authorized change. */
	answer({ kind, parameters }: Write, request: JournalEntry): Reply {
		const { body: form, errors = {} } = WRITES[kind] ?? {};
		const wrong = [...wrongIn(kind, parameters, request.query), ...wrongInBody(request, form)];
		if (wrong.length > 0) return offContract('invalidRequest', wrong.join('; '));
		const carryOut = this.table[kind];
		if (!carryOut) throw new Error(`The sandbox does not support ${kind}`);
		const body = JSON.parse(request.body || '{}') as object;
		const call = { parameters, query: request.query, body };
		const answer = this.catalogue.asRequest(() => carryOut(call));
		if (typeof answer !== 'string') return answer;
		const [status] = Object.entries(errors).find(([, codes]) => codes.includes(answer)) ?? [];
		if (status === undefined) throw new Error(`${kind} has no error ${answer}`);
		return apiError(Number(status), answer, `Rejected: ${answer}`);
	}
}

/** An unknown ID in the path gets its own error code, whatever its format. */
function wrongIn(kind: WritePath, given: Write['parameters'], query: string): string[] {
	const types = WRITES[kind]?.parameters ?? {};
	const inPath = parametersIn(kind);
	try {
		const all = [...Object.entries(given), ...parseQuery(query)];
		return all.flatMap(([name, value]) => {
			const type = types[name];
			const isId = type?.format === 'ObjectId' && inPath.includes(name);
			return type ? complaints(isId ? {} : type, value, name) : [`${name}: unknown`];
		});
	} catch (error) {
		if (error instanceof QueryError) return [error.message];
		throw error;
	}
}

function wrongInBody({ body, headers }: JournalEntry, form?: ContractType): string[] {
	if (!form) return body === '' ? [] : ['The request must not have a body'];
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		return ['The content-type header must be application/json'];
	}
	try {
		return complaints(form, JSON.parse(body));
	} catch {
		return ['The body must be JSON'];
	}
}
