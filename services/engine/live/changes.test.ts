import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { field, model } from '../storage/testModels.ts';
import { toRecordChange, ChangePublisher, type RecordChange } from './changes.ts';
import { parseNotice, sendMessages, type AddressedMessage } from './messages.ts';

let sent: AddressedMessage[] = [];
let notices = 0;
let changes: ChangePublisher;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  notices = 0;
  changes = new ChangePublisher({
    notify: async (_, payload) => {
      expect(Buffer.byteLength(payload)).toBeLessThan(8000);
      notices += 1;
      sent.push(...parseNotice(payload).map(({ to, message }) => ({ to, message })));
    },
  });
});
afterEach(() => void vi.useRealTimers());

const change = (index: number, own: Partial<RecordChange> = {}): RecordChange => ({
  entity: 'note',
  id: `id-${index}`,
  version: 1,
  by: { id: 'p', name: 'Pim' },
  ...own,
});
const many = (count: number, own: (index: number) => Partial<RecordChange> = () => ({})): RecordChange[] =>
  Array.from({ length: count }, (_, index) => change(index, own(index)));
const sentEvents = (): string[] => sent.map(({ message }) => message.event);

test('changes made at once go in one notice per entity, each as a message of its own', async () => {
  changes.publish(many(3));
  changes.publish([change(3, { entity: 'other' })]);
  await vi.advanceTimersByTimeAsync(50);
  expect(notices).toBe(2);
  expect(sent.map(({ message }) => message.json)).toEqual(
    [...many(3), change(3, { entity: 'other' })].map(({ entity, id, version, by }) => ({
      entity,
      id,
      version,
      by,
    })),
  );
});

test('a bulk of 10,000 is one message, whoever may read the entity', async () => {
  changes.publish(many(10_000));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([
    { to: { readers: 'note' }, message: { event: 'entity.changed', json: { entity: 'note' } } },
  ]);
});

test('a bulk change under a row access rule goes to those whose rows changed, as long as their states fit', async () => {
  changes.publish(
    many(1000, (index) => ({ was: { owner: `p${index % 3}` }, now: { owner: `p${index % 2}` } })),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ to }) => to)).toEqual([
    { readers: 'note', now: [{ owner: 'p0' }, { owner: 'p1' }, { owner: 'p2' }] },
  ]);
});

test('an endless stream is sent once a second, and the last change is never lost', async () => {
  for (let second = 0; second < 20; second += 1) {
    for (let tick = 0; tick < 10; tick += 1) {
      changes.publish(many(20));
      await vi.advanceTimersByTimeAsync(100);
    }
  }
  const during = sent.length;
  expect(during).toBeLessThan(70);
  await vi.advanceTimersByTimeAsync(60_000);
  sent = [];
  changes.publish([change(7)]);
  await vi.advanceTimersByTimeAsync(50);
  expect(sentEvents()).toEqual(['record.changed']);
});

test('flush sends pending changes', async () => {
  changes.publish(many(2));
  await changes.flush();
  expect(sentEvents()).toEqual(['record.changed', 'record.changed']);
});

test('states too large to send are left out', () => {
  const note = model('note', [field('owners', { type: 'tags' })], {
    access: { read: [], create: [], update: [], delete: [], rows: { owners: { context: 'user.id' } } },
  });
  const record = (owners: string[]) =>
    ({ id: 'a', version: 2, createdAt: '', updatedAt: '', owners, name: 'not sent' }) as never;
  const small = toRecordChange(note, { before: record(['x']), after: record(['y']) }, null);
  expect(small).toMatchObject({ was: { owners: ['x'] }, now: { owners: ['y'] } });
  const large = toRecordChange(
    note,
    { after: record(Array.from({ length: 500 }, (_, i) => `person-${i}`)) },
    null,
  );
  expect(large).toEqual({ entity: 'note', id: 'a', version: 2, by: null, entityOnly: true });
});

test('a message that is too large is left out and reported; the others of its batch are sent', async () => {
  const message = (event: string, text: string): AddressedMessage => ({
    to: 'everyone',
    message: { event, json: text },
  });
  const received: AddressedMessage[] = [];
  const all = [message('before', 'a'), message('large', 'x'.repeat(3_000)), message('after', 'b')];
  const sending = sendMessages(
    { notify: async (_, payload) => void received.push(...parseNotice(payload)) },
    all,
  );
  await expect(sending).rejects.toThrow(/^The message "large" has 30\d\d bytes; 3000 can be sent$/);
  expect(received.map(({ message: { event } }) => event)).toEqual(['before', 'after']);
});
