import eventNames from './eventNames.json';
import events from './events.json';
import service from './service.json';
import writes from './writes.json';

/** The type of a value, as the OpenAPI of the service has it. */
export interface ContractType {
	type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';
	/** The format of a string: `ObjectId`, `date-time`, `uuid`, `url`. */
	format?: string;
	/** All values that it can have. */
	enum?: string[];
	pattern?: string;
	/** Of a number. */
	minimum?: number;
	maximum?: number;
	/** Of an array. */
	items?: ContractType;
	/** Of an object; one without them may hold anything. */
	fields?: Record<string, ContractType>;
	/** Names of the fields that are always there. */
	required?: string[];
	/** Variants: a value is one of them. */
	oneOf?: ContractType[];
}

/** A GET of the service. */
export interface Route {
	scope: string;
	/** Answers an array of records. */
	list?: boolean;
	/** Comes in pages; another list comes whole. */
	paged?: boolean;
	/** Records on a page. */
	pageSize?: number;
	/** Names of the parameters of the path; one that takes only some values comes with them. */
	ids: (string | Record<string, string[]>)[];
	/** By field and operator: the type of the value. */
	filters: Record<string, Partial<Record<Operator, ContractType>>>;
	/** The type of the record, or of each record of a list; absent for a file. */
	record?: ContractType;
	/** By status: the codes of its errors. */
	errors: Record<string, string[]>;
}

/** A request of the service that changes something. */
export interface WriteRoute {
	scope: string;
	/** By name: the types of the parameters in its path and in its query. */
	parameters: Record<string, ContractType>;
	body?: ContractType;
	/** Those that say that it was carried out. */
	statuses: number[];
	/** By status: the codes of its errors. */
	errors: Record<string, string[]>;
}

export type Operator = 'eq' | 'ne' | 'lt' | 'gte' | 'in' | 'nin';

/** A webhook of the service. */
export interface WebhookEvent {
	headers: string[];
	body: ContractType;
}

/** A path below `/api/v2/`, with its parameters in braces. */
export type RoutePath = keyof typeof service;

/** A method, and a path below `/api/v2/` with its parameters in braces: `PATCH users/{userId}`. */
export type WritePath = keyof typeof writes;

/** The requests that change something, by method and path. */
export const WRITES = writes as unknown as Readonly<Record<string, WriteRoute>>;

/** Every GET of the service by its path below `/api/v2/`, with its parameters in braces. */
export const SERVICE = service as unknown as Readonly<Record<string, Route>>;

/** Every webhook whose payload is known, by its type. */
export const EVENTS = events as unknown as Readonly<Record<string, WebhookEvent>>;

/** Every event type of the service, also those whose payload nobody has published in a form that a program reads. */
export const EVENT_TYPES: readonly string[] = [...Object.keys(EVENTS), ...eventNames];
