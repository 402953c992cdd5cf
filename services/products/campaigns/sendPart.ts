import { idempotencyKey } from '../conversations/outbox.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { Body, LiveChannel, Outcome, Sender } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { noteFates, type Fate, type Turn } from './note.ts';
import { turnOf } from './pace.ts';
import { Splitting } from './splitting.ts';
import { LostPart, waitingOf, type Part, type Recipient, type Run } from './store.ts';

/** Times that a part is put off without anybody getting anything in between. */
const MOST_ATTEMPTS = 12;
/** Seconds between two of them, at most, unless the platform asks for more; and where its limit is reached. */
const LONGEST_WAIT = 60;
const LONGEST_WAIT_AT_LIMIT = 600;
/** Calls under way at once, where each person needs one. */
const AT_ONCE = 20;
/** Keys that one person's calls may take. */
const CALLS = 16;
const STOPPED = 'The services stopped while it was being sent';

/** What a turn of a part needs. */
export interface Sent {
  context: Context;
  worker: string;
  run: Run;
  part: Part;
  channel: LiveChannel;
  /** Ends the turn before its next call; what is not sent by then is for whoever has the next turn. */
  signal: AbortSignal;
}

/** What the broadcast is to do when a part had its turn. */
export type After = { go: 'on' } | { go: 'end'; reason: string; isUnauthorised: boolean };

/**
 * Sends what of a part is not sent yet. @throws LostPart where another process has it by now
 * @returns whether the broadcast goes on; not where the platform lets nobody in
 */
export async function sendPart(sent: Sent): Promise<After> {
  const { context, worker, run, part, channel } = sent;
  const note = (fates: readonly Fate[], turn: Turn): Promise<void> =>
    noteFates(context, worker, run, part.part, fates, turn);
  if (part.part === 0) return sendToAll(sent, note);
  const recipients = await waitingOf(context.db, run.campaign, part.part);
  const all = (state: 'sent'): Fate[] =>
    recipients.map((recipient) => ({ recipient, state, calls: recipient.calls }));
  if (run.sandbox || run.at_once) {
    await note(all('sent'), { part: 'done' });
    return { go: 'on' };
  }
  const sender = channelServiceOf(channel.type).sender;
  return sender.sendMany
    ? sendToCrowds(sent, sender, recipients, note)
    : sendToEach(sent, sender, recipients, note);
}

type Note = (fates: readonly Fate[], turn: Turn) => Promise<void>;

/** The one call that reaches everybody; the people follow in parts of their own. */
async function sendToAll({ context, run, part, channel }: Sent, note: Note): Promise<After> {
  const sender = channelServiceOf(channel.type).sender;
  const full = run.sandbox ? undefined : await turnOf(context.db, channel, 'everyone');
  if (full) {
    await note([], heldBack(part, full));
    return { go: 'on' };
  }
  const outcome = run.sandbox
    ? ({ state: 'sent' } as const)
    : await guarded(context, () =>
        sender.sendMany?.({
          ...{ addresses: context.settings, channel, key: part.retry_key, messages: run.bodies },
          people: 'everyone',
        }),
      );
  const put = putOff(part, outcome);
  await note(
    [],
    put ?? {
      part: 'done',
      ...('note' in outcome && { note: outcome.note }),
      ...('request' in outcome && { request: outcome.request }),
    },
  );
  if (put || outcome.state === 'sent') return { go: 'on' };
  return ended(outcome);
}

const ended = (outcome: Outcome): After => ({
  go: 'end',
  reason: 'note' in outcome ? outcome.note : 'It could not be sent',
  isUnauthorised: outcome.state === 'failed' && outcome.unauthorised === true,
});

/**
 * One call for all who get the same. Where it is refused for some of its people, they are left out and the others get it
 * by a call with a key of its own, which is stored before that is made.
 */
async function sendToCrowds(
  { context, run, part, channel, signal }: Sent,
  sender: Sender,
  recipients: readonly Recipient[],
  note: Note,
): Promise<After> {
  const crowds = crowdsOf(recipients);
  const splitting = new Splitting(context.db, run.campaign, part.part);
  let isMoved = false;
  for (let next = crowds.shift(); next; next = crowds.shift()) {
    if (signal.aborted) return released(part, note);
    const [crowd, people] = next;
    const messages = people[0]?.bodies ?? run.bodies;
    const full = await turnOf(context.db, channel, 'many');
    if (full) {
      await note([], heldBack(part, full));
      return { go: 'on' };
    }
    const outcome = await guarded(context, () =>
      sender.sendMany?.({
        ...{ addresses: context.settings, channel, messages },
        ...(run.unit && { unit: run.unit }),
        ...{ key: idempotencyKey(part.retry_key, crowd), people: people.map(({ person }) => person) },
      }),
    );
    const put = putOff(part, outcome, isMoved);
    if (put) {
      await note([], put);
      return { go: 'on' };
    }
    const split = await splitting.after(outcome, people);
    crowds.unshift(...split.map(({ crowd: to, people: moved }): [number, Recipient[]] => [to, moved]));
    const places = new Map(
      split.flatMap(({ crowd: to, people: all }) => all.map((one) => [one, to] as const)),
    );
    const fates = people.map((recipient): Fate => {
      const to = places.get(recipient);
      return to === undefined
        ? fateOf(recipient, lastWord(outcome), 1, true)
        : { recipient, state: 'waiting', calls: recipient.calls, crowd: to };
    });
    await note(fates, { part: crowds.length === 0 ? 'done' : 'sending' });
    if (outcome.state === 'failed' && outcome.unauthorised) return ended(outcome);
    isMoved = true;
  }
  if (recipients.length === 0) await note([], { part: 'done' });
  return { go: 'on' };
}

/** A call for each person and, where the platform takes one message a call, for each message. */
async function sendToEach(
  sent: Sent,
  sender: Sender,
  recipients: readonly Recipient[],
  note: Note,
): Promise<After> {
  const { part } = sent;
  // Whose call was begun when a process died may have got it.
  const lost = sender.keeps ? [] : recipients.filter(({ calling }) => calling);
  if (lost.length > 0)
    await note(
      lost.map((recipient) => ({
        ...{ recipient, state: 'unclear', calls: recipient.calls, note: STOPPED },
      })),
      { part: 'sending' },
    );
  let waiting = recipients.filter((recipient) => sender.keeps || !recipient.calling);
  let isMoved = lost.length > 0;
  while (waiting.length > 0) {
    if (sent.signal.aborted) return released(part, note);
    const now = waiting.slice(0, AT_ONCE);
    const full = await turnOf(sent.context.db, sent.channel, 'each', now.length);
    if (full) {
      await note([], heldBack(part, full));
      return { go: 'on' };
    }
    await markCalling(sent, now, sender.keeps === true);
    const outcomes = await Promise.all(now.map((recipient) => callOne(sent, sender, recipient)));
    const fates = now.map((recipient, at) =>
      fateOf(recipient, outcomes[at] as Outcome, callsOf(sent.run, sender, recipient), sender.keeps === true),
    );
    const held = outcomes.find(
      (outcome): outcome is Later => outcome.state === 'later' && isRepeated(outcome, sender.keeps === true),
    );
    const refused = outcomes.find((outcome) => outcome.state === 'failed' && outcome.unauthorised);
    isMoved ||= fates.some((fate, at) => fate.calls > (now[at]?.calls ?? 0) || fate.state !== 'waiting');
    const rest = [
      ...now.flatMap((recipient, at) =>
        fates[at]?.state === 'waiting' ? [{ ...recipient, calls: fates[at].calls }] : [],
      ),
      ...waiting.slice(AT_ONCE),
    ];
    const put = held && putOff(part, held, isMoved);
    if (held && !put) {
      // Those behind them were not tried yet: each has a call before it is given up too.
      waiting = waiting.slice(AT_ONCE);
      const given = givenUp(rest.slice(0, rest.length - waiting.length), held);
      await note(
        [...fates, ...given].filter(uniqueFate()),
        waiting.length === 0 ? { part: 'done' } : { part: 'sending' },
      );
      continue;
    }
    const isDone = rest.length === 0;
    await note(fates, put ?? (isDone ? { part: 'done' } : { part: 'sending' }));
    if (refused) return ended(refused);
    if (put) return { go: 'on' };
    waiting = rest;
  }
  if (recipients.length === lost.length) await note([], { part: 'done' });
  return { go: 'on' };
}

type Later = Extract<Outcome, { state: 'later' }>;

/** Whether the same call may be made again: it was not heard, or the platform takes it once. */
const isRepeated = ({ begun }: Later, keeps: boolean): boolean => keeps || begun !== true;

/** The last word on each person counts. */
const uniqueFate = (): ((fate: Fate, at: number, all: Fate[]) => boolean) => (fate, at, all) =>
  all.findLastIndex(({ recipient }) => recipient.profile === fate.recipient.profile) === at;

const givenUp = (rest: readonly Recipient[], { note }: Later): Fate[] =>
  rest.map((recipient) => ({ recipient, state: 'failed', calls: recipient.calls, note }));

/** @throws LostPart where another process has begun one of these calls, or has the part */
async function markCalling(
  { context: { db }, run, part, worker }: Sent,
  recipients: readonly Recipient[],
  keeps: boolean,
): Promise<void> {
  const rows = await db.query(
    `UPDATE broadcast_recipient SET calling = true WHERE campaign = $1::uuid AND profile = ANY($2::uuid[])
       AND state = 'waiting' AND ($5::boolean OR NOT calling) AND EXISTS (SELECT 1 FROM broadcast_part
         WHERE campaign = $1::uuid AND part = $3::int AND worker = $4::uuid AND state = 'sending') RETURNING 1`,
    [run.campaign, recipients.map(({ profile }) => profile), part.part, worker, keeps],
  );
  if (rows.length < recipients.length) throw new LostPart(`${run.campaign}/${part.part}`);
}

const bodiesOf = (run: Run, recipient: Recipient): Body[] => recipient.bodies ?? run.bodies;
const callsOf = (run: Run, { perCall }: Sender, recipient: Recipient): number =>
  Math.ceil(bodiesOf(run, recipient).length / perCall);

function callOne(
  { context, run, part, channel }: Sent,
  sender: Sender,
  recipient: Recipient,
): Promise<Outcome> {
  const { calls, place, person, profile, last_inbound: last } = recipient;
  const messages = bodiesOf(run, recipient).slice(calls * sender.perCall, (calls + 1) * sender.perCall);
  const sending = {
    ...{ addresses: context.settings, channel, person, profile, messages },
    ...{
      id: run.campaign,
      key: idempotencyKey(part.retry_key, 1 + place * CALLS + calls),
      again: recipient.calling,
    },
    about: { source: 'BROADCAST' as const, campaign: run.campaign },
    ...(last && { lastInbound: last }),
  };
  return guarded(context, () => sender.send(sending, { db: context.db }));
}

async function guarded({ onFault }: Context, call: () => Promise<Outcome> | undefined): Promise<Outcome> {
  try {
    return (await call()) ?? { state: 'failed', note: 'The channel cannot send to many' };
  } catch (error) {
    onFault(error);
    return { state: 'unknown', note: 'It could not be sent' };
  }
}

function fateOf(recipient: Recipient, outcome: Outcome, most: number, keeps: boolean): Fate {
  const { calls } = recipient;
  if (outcome.state === 'sent') {
    const ended = calls + 1;
    return { recipient, state: ended >= most ? 'sent' : 'waiting', calls: ended };
  }
  const { note } = outcome;
  if (outcome.state === 'failed') return { recipient, state: 'failed', calls, note };
  if (outcome.state === 'later' && isRepeated(outcome, keeps)) return { recipient, state: 'waiting', calls };
  return { recipient, state: 'unclear', calls, note };
}

/** What a call has come to that is not made again. */
const lastWord = (outcome: Outcome): Outcome =>
  outcome.state === 'later' ? { state: outcome.begun ? 'unknown' : 'failed', note: outcome.note } : outcome;

function crowdsOf(recipients: readonly Recipient[]): [number, Recipient[]][] {
  const crowds = new Map<number, Recipient[]>();
  for (const recipient of recipients)
    crowds.set(recipient.crowd, [...(crowds.get(recipient.crowd) ?? []), recipient]);
  return [...crowds];
}

/** The turn ends early, by no fault of the part's. */
async function released({ attempts }: Part, note: Note): Promise<After> {
  await note([], { part: 'waiting', after: 0, attempts });
  return { go: 'on' };
}

/** The platform's rate is used up: nothing was tried. */
const heldBack = ({ attempts }: Part, full: { after: number; note: string }): Turn => ({
  ...{ part: 'waiting', attempts },
  ...full,
});

/** When a part is tried again; undefined where the outcome is the last word. */
function putOff(
  { attempts }: Part,
  outcome: Outcome,
  isMoved = false,
): Extract<Turn, { part: 'waiting' }> | undefined {
  if (outcome.state !== 'later') return undefined;
  const tried = isMoved ? 1 : attempts + 1;
  if (tried >= MOST_ATTEMPTS) return undefined;
  const longest = outcome.isLimit ? LONGEST_WAIT_AT_LIMIT : LONGEST_WAIT;
  const after = outcome.after ?? Math.min(longest, 0.5 * 2 ** (tried - 1));
  return { part: 'waiting', after, attempts: tried, note: outcome.note };
}
