import type { MatchContext } from '../../../../schemas/model/types.ts';
import type { Principal, Rights } from '../../http/access.ts';
import type { Author } from '../repository.ts';
import type { RequestKey } from './requestKey.ts';

/** A person who asks, and what that person may do. */
export interface Caller {
  user: Principal;
  rights: Rights;
  /** Where the request came from, for the audit log. */
  address?: string;
  /**
   * Tells the address at which the person reaches the services, without a slash at its end. No accessor: each object
   * literal with one gets a shape of its own, which the old generation keeps, and with it all of the request.
   */
  origin?: () => string;
  /** Told by what only reads: as of when, where a replica answered. */
  onReplicaRead?: (asOf: Date | undefined) => void;
  /** Of the request that the person may repeat; what it changes notes it in its transaction. */
  requestKey?: RequestKey;
}

/** The services themselves: rights and locked fields do not hold them. */
export interface System {
  system: true;
  /** The person whose change brought this one about; it is signed with that name. */
  onBehalfOf?: Caller;
}

/** Who makes a change. */
export type Actor = Caller | System;

/** The services, on nobody's behalf. */
export const SYSTEM: System = { system: true };

export const isSystem = (actor: Actor): actor is System => 'system' in actor;

/** The person behind a change, if there is one. */
export const personOf = (actor: Actor): Caller | undefined => (isSystem(actor) ? actor.onBehalfOf : actor);

/** How a change is signed. */
export function authorOf(actor: Actor): Author | undefined {
  const person = personOf(actor);
  if (!person) return undefined;
  const { user, address } = person;
  return { id: user.id, name: user.name || user.username, username: user.username, address };
}

/** Whose change it is, as others are told. */
export function liveAuthorOf(actor: Actor): { id: string; name: string } | null {
  const user = personOf(actor)?.user;
  return user ? { id: user.id, name: user.name || user.username } : null;
}

/** What a person's context stands for in conditions. */
export const contextOf = (actor: Actor): MatchContext => ({ user: personOf(actor)?.user });
