import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useInfiniteGetList } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { defaultsOf } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { failureOf } from '../actions/failures.ts';
import { refreshRecords } from '../actions/recordCache.ts';
import type { ListRecord } from '../fields/types.ts';
import { useCheck } from '../form/useCheck.ts';
import type { ConsoleEntity } from '../product.ts';
import { faultsOf, refusal, typed, type ChildRow, type Draft, type Patch } from './childRows.ts';

/** Rows that a grid holds; who has more works in the list. */
export const MOST_ROWS = 1000;
const PAGE = 100;
/** Rows that are being sent at a time. */
const AT_ONCE = 4;

interface Line {
  key: string;
  id?: string;
}

const STALE = 'Someone else changed this row in the meantime. Leave the row again to save what you typed.';

/** The records of a grid, what was typed into them, and storing that row by row, each with its own version. */
export const useChildRows = (
  model: ConsoleEntity,
  columns: FieldModel[],
  filter: Record<string, unknown>,
) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const check = useCheck(model.name);
  const query = useInfiniteGetList<ListRecord>(model.name, {
    ...{ pagination: { page: 1, perPage: PAGE }, sort: model.list.sort, filter },
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, error } = query;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const isMore = hasNextPage && (loaded?.length ?? 0) < MOST_ROWS;
  useEffect(() => {
    if (isMore && !isFetchingNextPage) void fetchNextPage();
  }, [isMore, isFetchingNextPage, fetchNextPage, loaded]);

  const beginning = useMemo(
    () => ({
      ...(defaultsOf(model.fields.filter((field) => !field.readOnly)) as Patch),
      ...(filter as Patch),
    }),
    [model, filter],
  );

  const [lines, setLines] = useState<Line[]>();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const made = useRef(new Map<string, ListRecord>());
  /** Rows that are being sent, and whether they are to be sent again then. */
  const sending = useRef(new Map<string, { again: boolean }>());
  const next = useRef(0);

  useEffect(() => {
    if (!loaded) return;
    // Rows stay where they are while they are worked on: what is new comes behind them.
    setLines((old = []) => {
      const there = new Set(loaded.map(({ id }) => id));
      const known = new Set(old.map(({ id }) => id));
      const drafted = new Set(latest.current.flatMap(({ key, draft }) => (draft ? [key] : [])));
      const kept = old.filter(
        ({ id, key }) => id === undefined || there.has(id) || made.current.has(id) || drafted.has(key),
      );
      return [...kept, ...loaded.filter(({ id }) => !known.has(id)).map(({ id }) => ({ key: id, id }))];
    });
    setDrafts((old) => {
      const versions = new Map(loaded.map(({ id, version }) => [id, version]));
      const ids = new Map(latest.current.map(({ key, record }) => [key, record?.id ?? '']));
      const over = Object.entries(old).filter(
        ([key, { state, version = 0 }]) =>
          !(state === 'saved' && (versions.get(ids.get(key) ?? '') ?? 0) >= version),
      );
      for (const { id } of loaded) made.current.delete(id);
      return over.length === Object.keys(old).length ? old : Object.fromEntries(over);
    });
  }, [loaded]);

  const rows = useMemo((): ChildRow[] => {
    const records = new Map(loaded?.map((record) => [record.id, record]));
    return (lines ?? []).map(({ key, id }) => ({
      key,
      record: id === undefined ? undefined : (records.get(id) ?? made.current.get(id)),
      draft: drafts[key],
    }));
  }, [lines, loaded, drafts]);
  const latest = useRef(rows);
  latest.current = rows;

  const put = useCallback((key: string, draft: Draft | undefined): void => {
    latest.current = latest.current.map((row) => (row.key === key ? { ...row, draft } : row));
    setDrafts(({ [key]: _, ...others }) => (draft ? { ...others, [key]: draft } : others));
  }, []);

  /** Another value in a cell; a row beyond the last is a new one. */
  const type = useCallback(
    (index: number, name: string, value: Json | undefined): void => {
      let row = latest.current[index];
      if (!row) {
        const key = `new-${(next.current += 1)}`;
        // It begins with the defaults of its fields, as in a form.
        row = { key, draft: { patch: beginning, state: 'typed', faults: {} } };
        latest.current = [...latest.current, row];
        setLines((old = []) => [...old, { key }]);
      }
      put(row.key, typed(row, name, value, sending.current.has(row.key)));
    },
    [put, beginning],
  );

  /** One change of a row after the other: each is made of the version that the one before it left. */
  const store = async (key: string): Promise<void> => {
    const sent = sending.current.get(key);
    if (sent) {
      sent.again = true;
      return;
    }
    const own = { again: false };
    sending.current.set(key, own);
    await send(key);
    sending.current.delete(key);
    if (own.again) await store(key);
  };

  const send = async (key: string): Promise<void> => {
    const row = latest.current.find((one) => one.key === key);
    const draft = row?.draft;
    if (!row || !draft || !check || draft.state === 'saving' || draft.state === 'saved') return;
    const faults = faultsOf(model, check, columns, row);
    if (Object.keys(faults).length > 0)
      return put(key, { ...draft, state: 'refused', faults, message: undefined });
    put(key, { ...draft, state: 'saving', faults: {}, message: undefined });
    /** What was typed while this was under way stays to be stored. */
    const settle = (settled: Draft): void => {
      const now = latest.current.find((one) => one.key === key)?.draft;
      put(key, now && now.state === 'typed' ? { ...now, version: settled.version } : settled);
    };
    const refused = (why: { message: string; fields?: Record<string, string>; code?: string }): void =>
      settle({
        ...draft,
        state: 'refused',
        ...refusal(columns, why.code === 'STALE' ? { message: STALE } : why),
        // What others did is seen by then.
        version: why.code === 'STALE' ? undefined : draft.version,
      });
    try {
      if (!row.record) {
        const answer = await provider.create<ListRecord>(model.name, { data: given(draft.patch) });
        made.current.set(answer.data.id, answer.data);
        setLines((old) => old?.map((line) => (line.key === key ? { key, id: answer.data.id } : line)));
        latest.current = latest.current.map((one) =>
          one.key === key ? { ...one, record: answer.data } : one,
        );
        settle({ ...draft, state: 'saved', version: answer.data.version, faults: {} });
        return;
      }
      const { id, version } = row.record;
      const seen = draft.version ?? version;
      const answer = await provider.editMany(model.name, {
        records: [{ id, version: seen }],
        // What a new row began with beyond its cells was stored with it.
        set: Object.fromEntries(Object.entries(draft.patch).filter(([name]) => isColumn(name))),
      });
      const why = answer.failed[id];
      if (why) refused(why);
      else
        settle({
          ...draft,
          state: 'saved',
          version: seen + (answer.changed.includes(id) ? 1 : 0),
          faults: {},
        });
    } catch (fault) {
      refused(failureOf(fault));
    }
  };

  const isColumn = (name: string): boolean => columns.some((field) => field.name === name);
  const waiting = useRef<string[]>([]);
  const running = useRef(0);
  /** Stores rows, a few at a time; the list is asked for anew when all are done. */
  const save = (keys: string[]): void => {
    waiting.current.push(...keys.filter((key) => !waiting.current.includes(key)));
    const work = async (): Promise<void> => {
      for (let key = waiting.current.shift(); key !== undefined; key = waiting.current.shift())
        await store(key);
      running.current -= 1;
      if (running.current === 0) refreshRecords(client, model.name);
    };
    while (running.current < AT_ONCE && running.current < waiting.current.length) {
      running.current += 1;
      void work();
    }
  };

  const keysOf = (from: number, end: number): string[] =>
    latest.current.slice(from, end).map(({ key }) => key);
  /** Of the row that is added by typing below the last. */
  const blankKey = `new-${next.current + 1}`;
  return {
    rows,
    blankKey,
    type,
    save,
    keysOf,
    isPending: !lines,
    error,
    retry: () => void query.refetch(),
    hasMore: hasNextPage && !isMore,
  };
};

const given = (patch: Draft['patch']): JsonObject =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));

export type ChildRows = ReturnType<typeof useChildRows>;
