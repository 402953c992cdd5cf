import type { MatchContext } from '../../../../schemas/model/types.ts';
import type { Principal, Rights } from '../../http/access.ts';
import type { Author } from '../repository.ts';
import type { IdempotencyKey } from './idempotencyKey.ts';

/** A person who makes a request, with their rights. */
export interface Caller {
  user: Principal;
  rights: Rights;
  /** IP address of the request, for the audit log. */
  address?: string;
  /**
   * Returns the origin at which the person reaches the server, without a trailing slash. Not a getter: each object literal
   * with one gets a hidden class of its own in V8, which retains the whole request.
   */
  origin?: () => string;
  /** Reports that a read was served by a replica, and how recent its data are. */
  onReplicaRead?: (asOf: Date | undefined) => void;
  /** Idempotency key of the request; changes mark it as applied in their transaction. */
  idempotencyKey?: IdempotencyKey;
}

/** The server itself: rights and locked fields do not apply to it. */
export interface System {
  system: true;
  /** The person whose change caused this one; recorded as its author. */
  onBehalfOf?: Caller;
}

/** Who makes a change. */
export type Actor = Caller | System;

/** The server, on nobody's behalf. */
export const SYSTEM: System = { system: true };

export const isSystem = (actor: Actor): actor is System => 'system' in actor;

/** The person behind a change, if there is one. */
export const personOf = (actor: Actor): Caller | undefined => (isSystem(actor) ? actor.onBehalfOf : actor);

/** The author of a change, for the record and its history. */
export function authorOf(actor: Actor): Author | undefined {
  const person = personOf(actor);
  if (!person) return undefined;
  const { user, address } = person;
  return { id: user.id, name: user.name || user.username, username: user.username, address };
}

/** The author of a change, for live subscribers. */
export function liveAuthorOf(actor: Actor): { id: string; name: string } | null {
  const user = personOf(actor)?.user;
  return user ? { id: user.id, name: user.name || user.username } : null;
}

/** The context of conditions: the person behind a change. */
export const contextOf = (actor: Actor): MatchContext => ({ user: personOf(actor)?.user });
