import type { IDataObject } from 'n8n-workflow';

import { Failure, withFacts } from '../../failures/failure';
import { segment, type Directory } from '../../people';
import { requestObject } from '../../service';
import { foldId } from '../../values/identity';
import { isObject } from '../../values/json';
import { codeOf, send } from '../send';

interface AudienceFilter {
	type: string;
	ids: string[];
}

/** The users and groups for which a path session is meant. The API replaces an audience as a whole. */
export class Audience {
	readonly users: ReadonlySet<string>;

	readonly excluded: ReadonlySet<string>;

	readonly hasGroups: boolean;

	constructor(
		readonly filters: readonly AudienceFilter[],
		readonly mode: string,
	) {
		this.users = this.idsIn('users');
		this.excluded = this.idsIn('excludedLearners');
		this.hasGroups = this.idsIn('groups').size > 0;
	}

	/** Returns an audience with other users and exclusions. All else is sent back as it was read. */
	with(users: ReadonlySet<string>, excluded: ReadonlySet<string>): Audience {
		const wanted = new Map(Object.entries({ users, excludedLearners: excluded }));
		const added = [...wanted].filter(
			([name, ids]) => ids.size > 0 && this.filters.every(({ type }) => type !== name),
		);
		const all = [...this.filters, ...added.map(([type]) => ({ type, ids: [] }))];
		const filters = all.map((filter) => ({
			...filter,
			ids: [...(wanted.get(filter.type) ?? filter.ids)],
		}));
		return new Audience(filters, this.mode);
	}

	private idsIn(name: string): ReadonlySet<string> {
		return new Set(this.filters.flatMap(({ type, ids }) => (type === name ? ids.map(foldId) : [])));
	}
}

/** A session with its audience as a run has read it. */
export interface Session {
	directory: Directory;
	pathId: string;
	sessionId: string;
	audience: Audience;
}

/** Returns undefined for a body that is not an audience, such as a login page. */
function audienceIn({ filters, mode }: IDataObject): Audience | undefined {
	const isFilter = (filter: unknown): filter is AudienceFilter =>
		isObject(filter) &&
		Array.isArray(filter.ids) &&
		filter.ids.every((id) => typeof id === 'string');
	const isAudience = Array.isArray(filters) && filters.every(isFilter) && typeof mode === 'string';
	return isAudience ? new Audience(filters as unknown as AudienceFilter[], mode) : undefined;
}

const addressOf = ({ pathId, sessionId }: Omit<Session, 'audience'>) =>
	`paths/${segment(pathId)}/sessions/${segment(sessionId)}/audiences`;

/** Reads the audience of a session. @throws Failure, e.g. if the API does not support this audience */
export async function readAudience(session: Omit<Session, 'audience'>): Promise<Audience> {
	const { client } = session.directory;
	const { record } = await requestObject(client, addressOf(session)).catch((error: unknown) => {
		const lacksScope = error instanceof Failure && error.lacksScope;
		const purpose = { action: lacksScope ? 'lookUp' : 'write', list: 'paths' } as const;
		throw withFacts(error, { form: { ...client.form, scope: 'paths:read' }, purpose });
	});
	const audience = audienceIn(record);
	if (audience) return audience;
	throw new Failure('otherRecord', { found: 'an object that is not an audience' });
}

/**
 * Replaces the audience of a session.
 *
 * @param hasChanged returns true for an audience with at least one of the changes
 * @returns what the platform has stored
 */
export async function writeAudience(
	session: Omit<Session, 'audience'>,
	audience: Audience,
	hasChanged: (stored: Audience) => boolean,
): Promise<Audience> {
	const bodyOf = (filters: readonly AudienceFilter[], { mode } = audience) =>
		({ filters, mode }) as unknown as IDataObject;
	const isChanged = (record: IDataObject) => {
		const stored = audienceIn(record);
		return stored !== undefined && hasChanged(stored);
	};
	const put = async (filters: readonly AudienceFilter[]) =>
		await send(session.directory.client, {
			path: addressOf(session),
			method: 'PUT',
			body: bodyOf(filters),
			isConfirmed: ({ status, record }) => status === 200 && isChanged(record),
			look: async () => {
				const stored = await readAudience(session);
				return hasChanged(stored) ? bodyOf(stored.filters, stored) : undefined;
			},
		});
	const { filters } = audience;
	const { record } = await put(filters).catch(async (error: unknown) => {
		// The API does not document whether a filter may be empty.
		const filled = filters.filter((filter) => filter.ids.length > 0);
		const hasEmpty = filled.length < filters.length;
		if (codeOf(error) !== 'invalidAudienceBuilderShape' || !hasEmpty) throw error;
		return await put(filled);
	});
	return audienceIn(record) ?? audience;
}
