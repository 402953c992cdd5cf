import type { Member } from '../../../schemas/generated/types.ts';
import type { Operation } from '../../../schemas/model/types.ts';
import { JobError, type EnqueueOptions, type JobContext, type JobOutcome, type Jobs } from '../jobs/index.ts';
import type { Principal } from '../http/access.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Queryable } from '../storage/database.ts';
import type { Context, JobKind } from './module.ts';
import { inLanguage, currentLanguage } from '../http/languages.ts';
import { message, messages } from '../../../schemas/texts/translate.ts';
import { storedText, storedLower } from '../../../schemas/texts/stored.ts';

/** The person on whose behalf a job works, stored with its data. */
export interface JobActor {
  user: Principal;
  address?: string;
  /**
   * Whether the person was a member when the job was added. With a managed user pool people may sign in without being a
   * member; the roles of their token apply then.
   */
  isMember: boolean;
}

/** Data of a job that works on behalf of a person. */
type WithActor<Data extends object> = Data & {
  actor: JobActor;
  /** The person's language when the job was added; absent in jobs of older versions. */
  language?: string;
};

/** Context of a job that works on behalf of a person. */
export interface ActorJobContext<Data extends object> extends JobContext<Data> {
  /**
   * Returns the person with their current rights. Called at the start and again before each batch.
   * @param needs operations on an entity, one of which the person must still be allowed
   * @throws JobError, final, if the person was deleted, deactivated or is no longer allowed
   */
  caller(needs: { entity: string; operations: readonly Operation[] }): Promise<Caller>;
}

/** Enqueues a job that works on behalf of a person, who can follow its progress. */
export async function enqueueOnBehalf(
  { jobs, services, tx }: { jobs: Jobs; services: Services; tx: Queryable },
  { user, address }: Pick<Caller, 'user' | 'address'>,
  name: string,
  data: object,
  options: Omit<EnqueueOptions, 'by'>,
): Promise<string> {
  const member = await findMember(services.catalog, user.id, tx);
  const { id, username, email, roles } = user;
  const principal: Principal = { id, username, name: user.name, email, roles: [...roles] };
  const actor: JobActor = { user: principal, address, isMember: member !== undefined };
  return jobs.enqueue(tx, name, { ...data, actor, language: currentLanguage() } satisfies WithActor<object>, {
    ...options,
    by: { id, name: user.name || username },
  });
}

/** Wraps the implementation of jobs that `enqueueOnBehalf` added: in the person's language, with `caller`. */
export function onBehalf<Data extends object>(
  run: (job: ActorJobContext<Data>, context: Context) => Promise<JobOutcome | void>,
): JobKind<WithActor<Data>>['run'] {
  return (job, context) =>
    inLanguage(job.data.language, () => run(withCaller(job, context.services), context));
}

/** Adds `caller` to the context of a job. */
export function withCaller<Data extends object>(
  job: JobContext<WithActor<Data>>,
  current: () => Services,
): ActorJobContext<Data> {
  return {
    ...job,
    caller: async ({ entity, operations }) => {
      const caller = await refreshCaller(current(), (job.data as Partial<WithActor<object>>).actor);
      if (operations.some((operation) => caller.rights.may(entity, operation))) return caller;
      const plural = current().catalog.find(entity)?.model.plural;
      const text =
        DENIED_MESSAGES[operations[0] ?? ''] ?? message('You may no longer %{operations} %{plural}');
      throw new JobError(
        storedText(text, {
          operations: operations.join(),
          plural: plural === undefined ? storedText('this') : storedLower(plural),
        }),
        true,
      );
    },
  };
}

/** Messages for people who lost a right, by operation. */
const DENIED_MESSAGES: Readonly<Record<string, string>> = messages({
  read: 'You may no longer see %{plural}',
  create: 'You may no longer create %{plural}',
  update: 'You may no longer change %{plural}',
});

/** The member's record; undefined if there is none, or the product has no members. */
async function findMember(
  catalog: Catalog,
  id: string,
  tx?: Queryable,
): Promise<Pick<Member, 'active' | 'roles'> | undefined> {
  const people = catalog.resourceWithRole('users')?.repository;
  const person = tx ? await people?.within(tx).find(id) : await people?.find(id);
  return person as Pick<Member, 'active' | 'roles'> | undefined;
}

/** @throws JobError if the person was deleted or deactivated */
async function refreshCaller({ catalog }: Services, actor: JobActor | undefined): Promise<Caller> {
  if (!actor) throw new JobError(storedText('It is not known who asked for this; ask for it again'), true);
  const { user, address, isMember } = actor;
  const member = await findMember(catalog, user.id);
  if (isMember && !member) throw new JobError(storedText('The account was deleted'), true);
  if (member?.active === false) throw new JobError(storedText('The account was deactivated'), true);
  const roles = member?.roles ?? user.roles;
  return { user: { ...user, roles }, rights: catalog.rights(roles), address };
}
