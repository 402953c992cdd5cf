import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { entityOf, isOfParents } from '../../dataProvider/scope.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { isLocalChange } from './localChanges.ts';
import { applyRemoteChanges, cachedResources } from './applyRemoteChanges.ts';

/** A change as the services publish it; `version` is null for a deleted record. */
export interface RecordChange {
  entity: string;
  id: string;
  version: number | null;
  by: { id: string; name: string } | null;
}

const BATCH_DELAY_MS = 60;
const MIN_INTERVAL_MS = 1_000;
const RETRY_MS = 5_000;
/** With more changed records all shown rows of the entity are refreshed. */
const MAX_NAMED_CHANGES = 100;

interface PendingChanges {
  /** New versions by id; undefined where the changed records are unknown. */
  versions: Map<string, number | null> | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

/** Applies the changes of other people to the cached queries, in batches. @returns how to stop */
export const startLiveUpdates = (client: QueryClient, dataProvider: ConsoleDataProvider): (() => void) => {
  const pending = new Map<string, PendingChanges>();
  const lastRefreshAt = new Map<string, number>();
  let stopped = false;

  const refresh = (entity: string): void => {
    const versions = pending.get(entity)?.versions;
    pending.delete(entity);
    // Local changes were applied with their responses, which may have arrived after the message.
    const others = versions && [...versions].filter(([id, version]) => !isLocalChange(entity, id, version));
    if (others?.length === 0) return;
    lastRefreshAt.set(entity, Date.now());
    applyRemoteChanges(client, dataProvider, entity, others && new Map(others)).catch((error: unknown) => {
      if (!isTemporary(error) || stopped) return;
      if (others) for (const [id, version] of others) schedule(entity, id, version, RETRY_MS);
      else schedule(entity, undefined, null, RETRY_MS);
    });
  };
  const schedule = (
    entity: string,
    id?: string,
    version: number | null = null,
    delayMs: number = BATCH_DELAY_MS,
  ): void => {
    const entry: PendingChanges = pending.get(entity) ?? { versions: new Map() };
    if (id === undefined || (entry.versions?.size ?? 0) >= MAX_NAMED_CHANGES) entry.versions = undefined;
    // A retry must not overwrite a newer version.
    else if (delayMs === BATCH_DELAY_MS || !entry.versions?.has(id)) entry.versions?.set(id, version);
    const since = Date.now() - (lastRefreshAt.get(entity) ?? 0);
    entry.timer ??= setTimeout(() => refresh(entity), Math.max(delayMs, MIN_INTERVAL_MS - since));
    pending.set(entity, entry);
  };
  /** The entity and its collections below records. */
  const findResources = (entity: string): Set<string> =>
    new Set([entity, ...[...cachedResources(client)].filter((name) => entityOf(name) === entity)]);
  const refreshAll = (): void => {
    for (const name of cachedResources(client)) schedule(name);
  };

  const stops = [
    subscribe('record.changed', (json) => {
      const { entity, id, version } = json as RecordChange;
      // Lists of parents have the ids of the parents.
      for (const name of findResources(entity)) schedule(name, isOfParents(name) ? undefined : id, version);
    }),
    subscribe('entity.changed', (json) => {
      for (const name of findResources((json as { entity: string }).entity)) schedule(name);
    }),
    // Rows shown before the first connection may have changed as well.
    subscribe('connected', refreshAll),
    subscribe('resync', refreshAll),
  ];
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    for (const { timer } of pending.values()) clearTimeout(timer);
  };
};

/** Whether a retry may succeed: no connection, too many requests, or an error of the services. */
const isTemporary = (error: unknown): boolean => {
  const { status } = (error ?? {}) as { status?: number };
  return status === 0 || status === 429 || (status !== undefined && status >= 500);
};
