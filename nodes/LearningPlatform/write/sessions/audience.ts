import type { IDataObject } from 'n8n-workflow';

import { Failure, withFacts } from '../../failures/failure';
import { segment, type Directory } from '../../people';
import { requestObject } from '../../service';
import { foldId } from '../../values/identity';
import { isObject } from '../../values/json';
import { codeOf, sendConfirmed } from '../confirm';

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
	`paths/${segment(pathId)}/sessions/${segment(sessionId)}/audiences` as const;

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
 * Replaces the audience of a session, and remembers what the platform has stored.
 *
 * @param merge returns an audience with the changes
 * @param haveChanged returns true for each of the changes that an audience has
 */
export async function writeAudience(
	session: Session,
	merge: (audience: Audience) => Audience,
	haveChanged: (stored: Audience) => boolean[],
): Promise<void> {
	const bodyOf = (filters: readonly AudienceFilter[], { mode } = session.audience) =>
		({ filters, mode }) as unknown as IDataObject;
	const isChanged = (record: IDataObject) => {
		const stored = audienceIn(record);
		return stored !== undefined && haveChanged(stored).some(Boolean);
	};
	const put = async (isSent: (filter: AudienceFilter) => boolean) => {
		const body = () => bodyOf(merge(session.audience).filters.filter(isSent));
		return await sendConfirmed(session.directory.client, {
			path: addressOf(session),
			method: 'PUT',
			body: body(),
			bodyForRetry: async () => {
				session.audience = await readAudience(session);
				return body();
			},
			isConfirmed: ({ status, record }) => status === 200 && isChanged(record),
			look: async () => {
				// Another program may have made one of the changes.
				session.audience = await readAudience(session);
				const isMade = haveChanged(session.audience).every(Boolean);
				return isMade ? bodyOf(session.audience.filters) : undefined;
			},
		});
	};
	const isFilled = ({ ids }: AudienceFilter) => ids.length > 0;
	const { record } = await put(() => true).catch(async (error: unknown) => {
		// The API does not document whether a filter may be empty.
		const hasEmpty = !merge(session.audience).filters.every(isFilled);
		if (codeOf(error) !== 'invalidAudienceBuilderShape' || !hasEmpty) throw error;
		return await put(isFilled);
	});
	session.audience = audienceIn(record) ?? session.audience;
}
