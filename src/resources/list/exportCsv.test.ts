import { describe, expect, it } from 'vitest';
import type { ListRecord } from '../fields/types.ts';
import { entityByName } from '../product.ts';
import { fieldNamed } from './columns.ts';
import { exportCsv } from './exportCsv.ts';
import type { ExportSource } from './exportCsv.ts';

const record = (id: string, values: object): ListRecord => ({
  id,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
const model = entityByName('profile');
const columns = (...names: string[]) => names.map((name) => fieldNamed(model, name)!);

const source = (rows: ListRecord[], asked: string[][] = []): ExportSource => ({
  entity: entityByName,
  many: async (_, ids) => {
    asked.push(ids);
    return ids.map((id) => record(id, { name: `Channel ${id}` }));
  },
  page: async (page, perPage) => ({
    rows: rows.slice((page - 1) * perPage, page * perPage),
    more: page * perPage < rows.length,
  }),
});
const running = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

describe('exportCsv', () => {
  it('walks all pages, with titles of columns and of what is referred to', async () => {
    const rows = Array.from({ length: 250 }, (_, i) =>
      record(`p${i}`, { displayName: `N${i}`, channel: 'c1' }),
    );
    const asked: string[][] = [];
    const done: number[] = [];
    const text = await exportCsv(source(rows, asked), columns('displayName', 'channel'), {
      signal: new AbortController().signal,
      onProgress: (count) => done.push(count),
    });
    const lines = text.split('\r\n');
    expect(text.startsWith('\uFEFFDisplay name,Channel\r\n')).toBe(true);
    expect(lines).toHaveLength(252);
    expect(lines[250]).toBe('N249,Channel c1');
    expect(done).toEqual([100, 200, 250]);
    expect(asked).toEqual([['c1']]);
  });

  it('writes times on the clock of whoever exports, and lists in one cell', async () => {
    const lastSeen = new Date(2026, 10, 21, 9, 5).toISOString();
    const rows = [record('p', { lastSeen, userTags: ['vip', 'new'] })];
    const text = await exportCsv(source(rows), columns('lastSeen', 'userTags'), running());
    expect(text).toContain('2026-11-21 09:05,"vip, new"');
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const options = { signal: controller.signal, onProgress: () => undefined };
    await expect(exportCsv(source([]), columns('displayName'), options)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
