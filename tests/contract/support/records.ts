import { expect } from 'vitest';
import { toWallTime, WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { newId } from '../../../services/engine/resources/ids.ts';
import { seedRecords } from '../../../services/engine/resources/write/seed.ts';
import { LINE_SECRET, LINE_TOKEN, PAGE, type Platforms } from './platforms.ts';
import type { Call, TestServices } from './services.ts';

type Json = Record<string, unknown>;

/** Creation time of seeded records. */
const CREATED_AT = '2026-11-21T05:00:00.000Z';

/** Creates a record through the API. @returns the record */
export async function createRecord(call: Call, path: string, body: object): Promise<Json> {
  const answer = await call('POST', `/api/v1/${path}`, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a record through the API. @returns its id */
export const createRecordId = async (call: Call, path: string, body: object): Promise<string> =>
  String((await createRecord(call, path, body))['id']);

/** Credentials that connect a channel of a type to the stand-in platforms. */
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

/** Seeds people of a channel directly, without incoming messages. @param own further values of the n-th person */
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

/** Starts a scheduled broadcast now. @param at its scheduled time */
export const startScheduled = ({ db, jobs }: TestServices, id: string, at = Date.now()): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
      id,
      JSON.stringify({ startsAt: new Date(at).toISOString() }),
    ]);
    await jobs.enqueue(tx, 'broadcast.start', { id });
  });

/** A rule of quiet hours from three hours ago to three hours from now, and its error text. */
export function quietHoursNow(): { rule: Json; said: string } {
  const wall = (hours: number): string =>
    toWallTime(new Date(Date.now() + hours * 3_600_000).toISOString(), WORKSPACE_ZONE).slice(11, 16);
  const [quietFrom, quietUntil] = [wall(-3), wall(3)];
  return {
    rule: { quietRule: 'refuse', quietFrom, quietUntil },
    said: `is in the quiet hours (${quietFrom} to ${quietUntil}), in which nothing is sent`,
  };
}
