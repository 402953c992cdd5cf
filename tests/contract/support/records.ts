import { expect } from 'vitest';
import { toWallTime, WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { newId } from '../../../services/engine/resources/ids.ts';
import { seedRecords } from '../../../services/engine/resources/write/seed.ts';
import { LINE_SECRET, LINE_TOKEN, PAGE, type Platforms } from './platforms.ts';
import type { Call, TestServices } from './services.ts';

type Json = Record<string, unknown>;

/** When seeded records were made. */
const CREATED_AT = '2026-11-21T05:00:00.000Z';

/** Creates a record as a person who may. @returns it */
export async function make(call: Call, path: string, body: object): Promise<Json> {
  const answer = await call('POST', `/api/v1/${path}`, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** The same. @returns its id */
export const makeId = async (call: Call, path: string, body: object): Promise<string> =>
  String((await make(call, path, body))['id']);

/** What connects a channel of each type with the platforms of a test. */
export const credentialsOf = (type: string, { address }: Pick<Platforms, 'address'>): Json =>
  ({
    LINE: { token: LINE_TOKEN, secret: LINE_SECRET },
    FACEBOOK: { pageId: PAGE.id, token: PAGE.token, secret: PAGE.secret },
    CUSTOM: { webhookUrl: `${address}/hook` },
    WEBCHAT: { webhookUrl: `${address}/hook` },
  })[type] ?? {};

let number = 0;

export interface Person {
  /** Of the profile. */
  id: string;
  /** On the channel. */
  person: string;
}

/** People of a channel, put beside everything that happens when somebody writes. @param own what the n-th has besides */
export async function seedPeople(
  { db, model }: TestServices,
  channel: string,
  count: number,
  own: (n: number) => Json = () => ({}),
): Promise<Person[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const externalId = `P-${++number}`;
    const known = { displayName: `Person ${n}`, followState: 'following' };
    const values: Json = { channel, externalId, ...known, ...own(n) };
    return { id: newId(), createdAt: CREATED_AT, values };
  });
  await seedRecords(db, model('profile'), rows);
  return rows.map(({ id, values }) => ({ id, person: String(values['externalId']) }));
}

/** Lets the time come at which a scheduled broadcast begins. @param at what that time was */
export const letBegin = ({ db, jobs }: TestServices, id: string, at = Date.now()): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
      id,
      JSON.stringify({ startsAt: new Date(at).toISOString() }),
    ]);
    await jobs.enqueue(tx, 'broadcast.start', { id });
  });

/** Quiet hours in which nothing is sent, three hours before and after now, and how they are said. */
export function quietHoursNow(): { rule: Json; said: string } {
  const wall = (hours: number): string =>
    toWallTime(new Date(Date.now() + hours * 3_600_000).toISOString(), WORKSPACE_ZONE).slice(11, 16);
  const [quietFrom, quietUntil] = [wall(-3), wall(3)];
  return {
    rule: { quietRule: 'refuse', quietFrom, quietUntil },
    said: `is in the quiet hours (${quietFrom} to ${quietUntil}), in which nothing is sent`,
  };
}
