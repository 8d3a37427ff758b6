import type { RoutePath } from '../../contract';
import { fill } from '../address';
import type { Catalogue } from '../catalogue';
import type { Settings } from '../options';
import { makerOfKind, momentOf } from './source';

export interface AudienceFilter {
	type: string;
	ids: string[];
}

/** Who may take part in a path session. */
export interface Audience {
	filters: AudienceFilter[];
	mode: string;
}

/** A session, by the parameters of its path. */
export interface SessionIds {
	pathId: string;
	sessionId: string;
}

export const AUDIENCES: RoutePath = 'paths/{pathId}/sessions/{sessionId}/audiences';

const ENROLLING = ['dynamic', 'dynamicEnrollment'];
const UNENROLLING = ['dynamic', 'dynamicUnenrollment'];

/** Returns the IDs in an audience's filters of a type. */
export const idsIn = ({ filters }: Audience, type: string): string[] =>
	filters.flatMap((filter) => (filter.type === type ? filter.ids : []));

/** The audiences of path sessions, which the enrollments follow according to their mode. */
export class Audiences {
	private readonly saved = new Map<string, { audience: Audience; ids: SessionIds }>();

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
	) {}

	of(ids: SessionIds): Audience {
		const parameters = { ...ids };
		const path = fill(AUDIENCES, parameters);
		const { world } = this.catalogue;
		const known = this.saved.get(path);
		if (known) return structuredClone(known.audience);
		const moment = momentOf({ kind: AUDIENCES, path, parameters, world }, 0);
		const { filters, mode } = makerOfKind(AUDIENCES)(moment) as Audience;
		// The first three filters have different types.
		return this.withoutDeleted({ filters: filters.slice(0, 3), mode });
	}

	/** Replaces an audience. By default, an edit enrolls and unenrolls people in every mode. */
	save(ids: SessionIds, audience: Audience): void {
		const known = { audience: structuredClone(audience), ids };
		this.saved.set(fill(AUDIENCES, { ...ids }), known);
		this.apply(known, this.settings.audienceEdits === 'applied');
	}

	/** Applies a change in a group's members to the audiences with this group. */
	follow(groupId: string): void {
		for (const one of this.saved.values()) {
			if (idsIn(one.audience, 'groups').includes(groupId)) this.apply(one, false);
		}
	}

	/** Ends a deleted user's enrollments and removes the user from the audiences. */
	forget(userId: string): void {
		for (const { _id: pathId } of [...this.catalogue.records('paths')]) {
			this.unenroll(pathId, (one) => one.userId === userId);
		}
		for (const one of this.saved.values()) one.audience = this.withoutDeleted(one.audience);
	}

	private withoutDeleted({ filters, mode }: Audience): Audience {
		const deleted = this.settings.deletedLearners === 'kept' ? new Set() : this.deletedUsers();
		return {
			filters: filters.map(({ type, ids }) => ({
				type,
				ids: ids.filter((id) => !deleted.has(id)),
			})),
			mode,
		};
	}

	private deletedUsers(): Set<string> {
		const users = [...this.catalogue.records('users')];
		return new Set(users.flatMap(({ _id, status }) => (status === 'deleted' ? [_id] : [])));
	}

	private apply({ audience, ids }: { audience: Audience; ids: SessionIds }, isEdit: boolean): void {
		const { pathId, sessionId } = ids;
		const people = this.peopleIn(audience);
		const path = `paths/${pathId}/enrollments`;
		const isHere = (one: Record<string, unknown>) => one.sessionId === sessionId;
		if (isEdit || ENROLLING.includes(audience.mode)) {
			const known = [...this.catalogue.records(path)].filter(isHere);
			const enrolled = new Set(
				known.flatMap(({ status, userId }) => (status === 'published' ? [userId] : [])),
			);
			for (const userId of people) if (!enrolled.has(userId)) this.enroll(path, userId, sessionId);
		}
		if (isEdit || UNENROLLING.includes(audience.mode)) {
			this.unenroll(
				pathId,
				(one) => isHere(one) && one.isSelfEnrolled !== true && !people.has(one.userId as string),
			);
		}
	}

	/** Returns the users and learners of groups in an audience, without excluded and deleted users. */
	private peopleIn(audience: Audience): Set<string> {
		const learners = idsIn(audience, 'groups').flatMap((groupId) =>
			[...this.catalogue.records(`groups/${groupId}/roles`)].flatMap(({ role, userId }) =>
				role === 'learner' ? [userId as string] : [],
			),
		);
		const people = new Set([...idsIn(audience, 'users'), ...learners]);
		for (const id of idsIn(audience, 'excludedLearners')) people.delete(id);
		for (const id of this.deletedUsers()) people.delete(id);
		return people;
	}

	private enroll(path: string, userId: string, sessionId: string): void {
		const now = new Date(this.settings.clock()).toISOString();
		this.catalogue.add(path, {
			userId,
			sessionId,
			status: 'published',
			isSelfEnrolled: false,
			createdAt: now,
			modifiedAt: now,
			archivedAt: undefined,
		});
	}

	private unenroll(pathId: string, isMeant: (one: Record<string, unknown>) => boolean): void {
		const path = `paths/${pathId}/enrollments`;
		const now = new Date(this.settings.clock()).toISOString();
		for (const one of [...this.catalogue.records(path)]) {
			if (one.status !== 'published' || !isMeant(one)) continue;
			const ended = { status: 'archived', archivedAt: now, modifiedAt: now };
			this.catalogue.update(path, one._id, ended);
		}
	}
}
