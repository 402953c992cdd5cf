import type { Notice } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ApiError } from '../http/errors.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import { SYSTEM } from '../resources/write/actor.ts';
import { records } from '../resources/write/records.ts';
import { notifyOfEvent } from '../resources/notifyOfEvent.ts';
import { runInTransaction } from '../resources/write/transaction.ts';
import type { UnitOfWork } from '../resources/write/unitOfWork.ts';
import { deleteRows } from '../storage/deleteRows.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const MAIL_JOB = 'notices.mail';
const RETAIN_JOB = 'notices.retain';
/** Further notices are sent in another mail. */
const MAX_NOTICES_PER_MAIL = 50;
/** Notices that one call of `mark-all-read` marks. */
const MAX_NOTICES_PER_MARK = 1000;

type StoredNotice = Notice & EntityRecord;

/** Notifications: marking as read, mails that collect the notices of some minutes, and removal of old notices. */
export const noticesModule = {
  name: 'notices',
  entity: 'notice',
  hooks: ({ jobs, settings }) => ({
    async afterCreate({ tx }, record) {
      const { to, deliveryMethods = [] } = record as StoredNotice;
      if (!deliveryMethods.includes('mail')) return;
      const at = new Date(Date.now() + settings.noticeMailMinutes * 60_000);
      // By its key there is one waiting job per person; it sends all notices that arrive meanwhile.
      await jobs.enqueue(tx, MAIL_JOB, { to }, { at, key: `${MAIL_JOB}:${to}` });
    },
  }),
  handlers: {
    'mark-read': {
      on: 'record',
      operation: 'read',
      output: 'notice',
      async run({ record, user, context }) {
        if (record?.['to'] !== user.id) throw new ApiError(404, 'NOT_FOUND', t('Notification not found'));
        await markRead(context, user.id, record.id);
        return { ...record, state: 'read' };
      },
    },
    'mark-all-read': {
      on: 'list',
      operation: 'read',
      output: { type: 'object', properties: { marked: { type: 'integer' } } },
      run: async ({ user, context }) => ({ marked: await markRead(context, user.id) }),
    },
  },
  jobs: {
    [MAIL_JOB]: {
      label: message('Mail of notifications'),
      async run({ data, signal }, context) {
        const { to } = data as { to: string };
        while (!signal.aborted && (await mailNotices(context, to)) === MAX_NOTICES_PER_MAIL);
      },
    },
    [RETAIN_JOB]: {
      label: message('Removal of old notifications'),
      async run({ signal }, { db, settings: { noticeRetentionDays: days } }) {
        if (days === 0) return;
        const where = `created_at < clock_timestamp() - $1::int * interval '1 day'`;
        await deleteRows(db, 'entity_notice', { where, values: [days], signal });
      },
    },
  },
  schedules: { [RETAIN_JOB]: { daily: '03:40' } },
  setup(_, { jobs, services }) {
    jobs.onEnd(async (tx, { id, by, title, state, text, failure }) => {
      const unit: UnitOfWork = { tx, oneTimeSecrets: [], afterCommit: [], liveChanges: [] };
      const record = { id, title, outcome: text ?? '', failure: failure ?? '' };
      await notifyOfEvent(services(), unit, 'job', { event: state, record, startedBy: by });
      return () => services().changes.publish(unit.liveChanges);
    });
  },
} satisfies DomainModule;

/** @param id one of the person's notices; default: all. @returns how many were unread */
async function markRead({ services }: Context, to: string, id?: string): Promise<number> {
  const now = services();
  const where = [{ to, state: 'unread', ...(id !== undefined && { id }) }];
  const unread = await now.catalog.repository('notice')?.list({ take: MAX_NOTICES_PER_MARK, where });
  for (const one of unread ?? [])
    await records(now, 'notice', SYSTEM)
      .change(one.id, (stored) => ({ ...stored, state: 'read' }))
      .catch(ignoreNotFound);
  return unread?.length ?? 0;
}

/** The notice may have been deleted meanwhile. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/**
 * Sends one mail with the unread notices that a person wants by mail, and marks them as mailed in the same transaction.
 * @returns the number of notices
 */
async function mailNotices({ services, mailer, settings }: Context, to: string): Promise<number> {
  const now = services();
  const person = (await now.catalog.resourceWithRole('users')?.repository.find(to)) as
    { email?: unknown; active?: unknown } | undefined;
  const { result } = await runInTransaction(now, async (unit) => {
    const stored = now.catalog.repository('notice')?.within(unit.tx);
    const where = [{ to, state: 'unread', deliveryMethods: 'mail', mailedAt: null }];
    const found = (await stored?.list({ take: MAX_NOTICES_PER_MAIL, where })) ?? [];
    if (found.length === 0) return 0;
    const mailedAt = new Date().toISOString();
    for (const { id } of found)
      await records(now, 'notice', SYSTEM, unit).change(id, (one) => ({ ...one, mailedAt }));
    if (typeof person?.email !== 'string' || person.active === false) return found.length;
    const lines = found.map(({ text, link }) =>
      settings.publicUrl && link ? `- ${text}\n  ${settings.publicUrl}${link}` : `- ${text}`,
    );
    const subject =
      found.length === 1
        ? (found[0]?.text ?? '')
        : storedText('%{count} notifications', { count: found.length });
    const how = storedText('You choose in your user profile what you are told of by mail.');
    await mailer.send({ to: person.email, subject, text: `${lines.join('\n')}\n\n${how}\n` }, unit.tx);
    return found.length;
  });
  return result;
}
