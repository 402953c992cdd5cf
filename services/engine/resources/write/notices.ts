import { setTimeout as delay } from 'node:timers/promises';
import { transitionsApprovedBy } from '../../../../schemas/model/approval.ts';
import { placeholdersIn } from '../../../../schemas/model/placeholders.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import type { EntityModel, EntityRecord, NoticeRule } from '../../../../schemas/model/types.ts';
import type { ApprovalRule } from '../../../../schemas/model/types/lifecycle.ts';
import { findBarredApprovers, findApproverRules } from '../approvalRules.ts';
import type { Resource } from '../catalog.ts';
import { type Person, findNoticeRecipients } from '../people.ts';
import type { Services } from '../services.ts';
import { personOf, type Actor } from './actor.ts';
import type { RecordWriter } from './recordWriter.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { cutStored, storedText } from '../../../../schemas/texts/stored.ts';

type Values = Readonly<Record<string, unknown>>;

const MAX_NOTICE_CHARACTERS = 1000;
/** An operation waits no longer than this for the approval rules. */
const APPROVER_RULES_TIMEOUT_MS = 500;
/** Notices that one event deletes. */
const MAX_RESOLVED_NOTICES = 1000;

/** What happened to a record: an operation, or an event that a module emits. */
export interface NotifiedEvent {
  event: string;
  /** The current record, or the deleted one, with further values for the placeholders of texts. */
  record: Values & { id: string };
  /** Id of the person who started it, for rules with `to: starter`. */
  startedBy?: string;
  /** ISO 8601: people who got the same notice since then do not get it again. */
  dedupeSince?: string;
}

/** Approval rules by the operation that they exclude people from. */
export type ApproverRules = ReadonlyMap<string, readonly ApprovalRule[]>;

/**
 * Loads, before an operation's transaction, the rules that exclude people from approving the record: they get no notice
 * that is sent to approvers. If it takes too long or fails, all approvers are notified.
 */
export async function loadApproverRules(
  services: Services,
  { model, repository }: Resource,
  id: string,
  event: string,
): Promise<ApproverRules | undefined> {
  const noticeRules = (model.notify ?? []).filter(({ on }) => on.includes(event));
  const approvals = noticeRules.flatMap(({ to }) =>
    typeof to !== 'string' && transitionsApprovedBy(model, to.may).length > 0 ? [to.may] : [],
  );
  const record = approvals.length > 0 ? await repository.find(id) : undefined;
  if (!record) return undefined;
  const find = async (): Promise<ApproverRules> => {
    const rules = new Map<string, readonly ApprovalRule[]>();
    for (const operation of new Set(approvals))
      rules.set(operation, await findApproverRules(services, model, operation, record));
    return rules;
  };
  const timeout = new AbortController();
  const timedOut = delay(APPROVER_RULES_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(
    () => undefined,
  );
  const found = find().catch((error: unknown): undefined => {
    services.onError(error);
  });
  return Promise.race([found, timedOut]).finally(() => timeout.abort());
}

interface NoticeContext {
  services: Services;
  model: EntityModel;
  /** Who made the change: not notified. */
  actor: Actor;
  unit: UnitOfWork;
  /** Creates the writer of notices in the same transaction. */
  writer: (notices: Resource) => RecordWriter;
  /** Rules that exclude people from approving the record. */
  rules?: ApproverRules;
}

/**
 * Creates notices of an event as the entity's `notify` says, and deletes notices that the event resolves (`until`). Runs in
 * the transaction of the event, so that notices are neither lost nor sent for a rolled back change.
 */
export async function notifyPeople(context: NoticeContext, notified: NotifiedEvent): Promise<void> {
  const { services, model, unit } = context;
  const rules = model.notify;
  if (!rules) return;
  const notices = services.catalog.resourceWithRole('notifications');
  if (!notices) return;
  const storedNotices = notices.repository.within(unit.tx);
  const writer = context.writer(notices);
  const { event, record, dedupeSince } = notified;
  const about = { entity: model.name, record: record.id };
  const resolvedEvents = rules.filter(({ until }) => until.includes(event)).flatMap(({ on }) => on);
  if (resolvedEvents.length > 0)
    for (const { id } of await storedNotices.list({
      take: MAX_RESOLVED_NOTICES,
      where: [{ ...about, event: resolvedEvents }],
    }))
      await writer.remove(id);
  for (const rule of rules.filter(({ on }) => on.includes(event))) {
    if (dedupeSince !== undefined)
      await unit.tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        JSON.stringify(['notice', about, event]),
      ]);
    for (const { id: to, deliveryMethods } of await findRecipients(context, rule, notified)) {
      const since = dedupeSince && [{ ...about, event, to, createdAt: { gte: dedupeSince } }];
      if (since && (await storedNotices.list({ take: 1, where: since })).length > 0) continue;
      const link = linkOf(model, record.id);
      const text = fillText(rule.text, record);
      await writer.create({
        ...about,
        event,
        to,
        kind: rule.kind,
        text,
        deliveryMethods,
        state: 'unread',
        ...(link && { link }),
      });
    }
  }
}

/** The recipients of a notice rule: people get no notice of their own change, except for a job that they started. */
async function findRecipients(
  { services, model, actor, unit, rules }: NoticeContext,
  { to, kind }: NoticeRule,
  { record, startedBy }: NotifiedEvent,
): Promise<Person[]> {
  const actorId = personOf(actor)?.user.id;
  if (typeof to === 'string') {
    const personId = to === 'author' ? record['createdBy'] : startedBy;
    if (typeof personId !== 'string' || (to === 'author' && personId === actorId)) return [];
    return findNoticeRecipients(services, unit.tx, kind, personId);
  }
  const people = await findNoticeRecipients(services, unit.tx, kind);
  const barred = await findBarredApprovers(unit.tx, model, record as EntityRecord, rules?.get(to.may) ?? []);
  const permitted = people.filter(
    ({ id, roles }) => id !== actorId && services.catalog.rights(roles).may(model.name, to.may),
  );
  const eligible = permitted.filter(({ id }) => !barred.has(id));
  // If rules exclude everybody, notify all who have the right: they can change that.
  return eligible.length > 0 ? eligible : permitted;
}

/** Fills placeholders such as `{{name}}`; the stored text is translated when it is read. */
const fillText = (text: string, values: Values): string => {
  const filled = placeholdersIn(text).map((name) => [name, oneLine(textOf(values[name] ?? ''))] as const);
  return cutStored(storedText(oneLine(text), Object.fromEntries(filled)), MAX_NOTICE_CHARACTERS);
};
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The path of the record's screen; undefined if the entity has none. */
function linkOf({ routes }: EntityModel, id: string): string | undefined {
  return routes ? (routes.show ?? routes.edit).replace(':id', id) : undefined;
}
