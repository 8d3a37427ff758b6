import eventNames from './eventNames.json';
import events from './events.json';
import service from './service.json';
import writes from './writes.json';

/** A value's type, from the service's OpenAPI description. */
export interface ContractType {
	type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';
	/** A string's format: `ObjectId`, `date-time`, `uuid`, or `url`. */
	format?: string;
	/** All allowed values. */
	enum?: string[];
	pattern?: string;
	/** For strings. */
	minLength?: number;
	/** For numbers. */
	minimum?: number;
	maximum?: number;
	/** For arrays. */
	items?: ContractType;
	maxItems?: number;
	/** An object's fields; an object without `fields` can contain anything. */
	fields?: Record<string, ContractType>;
	/** The fields that are always present. */
	required?: string[];
	/** The type's variants. */
	oneOf?: ContractType[];
}

/** A GET request to the service. */
export interface Route {
	scope: string;
	/** True if the response is an array of records. */
	list?: boolean;
	/** True if the list is paged. */
	paged?: boolean;
	/** The number of records on a page. */
	pageSize?: number;
	/** The path's parameters, each with its values if they are limited. */
	ids: (string | Record<string, string[]>)[];
	/** The type of each filter's value, by field and operator. */
	filters: Record<string, Partial<Record<Operator, ContractType>>>;
	/** The type of a record; absent for a file. */
	record?: ContractType;
	/** The error codes, by status. */
	errors: Record<string, string[]>;
}

/** A request that changes something. */
export interface WriteRoute {
	scope: string;
	/** The types of the path and query parameters, by name. */
	parameters: Record<string, ContractType>;
	body?: ContractType;
	/** The statuses that mean success. */
	statuses: number[];
	/** The error codes, by status. */
	errors: Record<string, string[]>;
}

export type Operator = 'eq' | 'ne' | 'lt' | 'gte' | 'in' | 'nin';

/** A webhook of the service. */
export interface WebhookEvent {
	headers: string[];
	body: ContractType;
}

/** A path relative to `/api/v2/`, with parameters in braces. */
export type RoutePath = keyof typeof service;

/** A method and a path relative to `/api/v2/`, with parameters in braces: `PATCH users/{userId}`. */
export type WritePath = keyof typeof writes;

/** All requests that change something, by method and path. */
export const WRITES = writes as unknown as Readonly<Record<string, WriteRoute>>;

/** All GET requests, by path. */
export const SERVICE = service as unknown as Readonly<Record<string, Route>>;

/** All webhooks with a known payload, by event type. */
export const EVENTS = events as unknown as Readonly<Record<string, WebhookEvent>>;

/** All event types, including those without a machine-readable payload description. */
export const EVENT_TYPES: readonly string[] = [...Object.keys(EVENTS), ...eventNames];
