import type { Principal } from '../plugins/access.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';

/** Who asked for a job: kept with its data. */
export interface Asker {
  user: Principal;
  address?: string;
}

export const askerOf = ({ user, address }: Caller): Asker => ({ user, address });

/**
 * The person for whom a job works, with the rights of now: what somebody may not do any more is not done for them.
 * Undefined for who is deactivated.
 */
export async function callerNow(
  { catalog }: Services,
  { user, address }: Asker,
): Promise<Caller | undefined> {
  const member = await catalog.typed('member')?.find(user.id);
  if (member?.active === false) return undefined;
  const roles = member?.roles ?? user.roles;
  return { user: { ...user, roles }, rights: catalog.rights(roles), address };
}
