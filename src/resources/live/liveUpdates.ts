import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { entityOf, isOfParents } from '../../dataProvider/scope.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { isLocalChange } from './localChanges.ts';
import { applyRemoteChanges, keptResources } from './applyRemoteChanges.ts';

/** A change as the services tell of it; `version` is null once the record is gone. */
export interface RecordChange {
  entity: string;
  id: string;
  version: number | null;
  by: { id: string; name: string } | null;
}

/** Milliseconds that a change waits for others, and between two looks at an entity that keeps changing. */
const GATHER_MS = 60;
const MIN_INTERVAL_MS = 1_000;
/** Milliseconds after which what could not be looked at is looked at again. */
const RETRY_MS = 5_000;
/** Changed records of an entity that are looked at one by one; more of them, and what is shown is looked at. */
const MAX_NAMED_CHANGES = 100;

interface Waiting {
  /** New versions by id; undefined where it was not told which records changed. */
  versions: Map<string, number | null> | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

/** Takes what others change into what is kept and shown, in bursts rather than one by one. Returns how to stop. */
export const startLiveUpdates = (client: QueryClient, dataProvider: ConsoleDataProvider): (() => void) => {
  const waiting = new Map<string, Waiting>();
  const lastLook = new Map<string, number>();
  let stopped = false;

  const look = (entity: string): void => {
    const versions = waiting.get(entity)?.versions;
    waiting.delete(entity);
    // Changes of one's own were taken up with their answers, which may have come after they were told of.
    const others = versions && [...versions].filter(([id, version]) => !isLocalChange(entity, id, version));
    if (others?.length === 0) return;
    lastLook.set(entity, Date.now());
    applyRemoteChanges(client, dataProvider, entity, others && new Map(others)).catch((error: unknown) => {
      if (!mayPass(error) || stopped) return;
      if (others) for (const [id, version] of others) gather(entity, id, version, RETRY_MS);
      else gather(entity, undefined, null, RETRY_MS);
    });
  };
  const gather = (
    entity: string,
    id?: string,
    version: number | null = null,
    wait: number = GATHER_MS,
  ): void => {
    const held: Waiting = waiting.get(entity) ?? { versions: new Map() };
    if (id === undefined || (held.versions?.size ?? 0) >= MAX_NAMED_CHANGES) held.versions = undefined;
    // What is tried again may have been told of anew meanwhile.
    else if (wait === GATHER_MS || !held.versions?.has(id)) held.versions?.set(id, version);
    const since = Date.now() - (lastLook.get(entity) ?? 0);
    held.timer ??= setTimeout(() => look(entity), Math.max(wait, MIN_INTERVAL_MS - since));
    waiting.set(entity, held);
  };
  /** The entity itself, and its collections below records. */
  const resourcesOf = (entity: string): Set<string> =>
    new Set([entity, ...[...keptResources(client)].filter((name) => entityOf(name) === entity)]);
  const everything = (): void => {
    for (const name of keptResources(client)) gather(name);
  };

  const stops = [
    subscribe('record.changed', (json) => {
      const { entity, id, version } = json as RecordChange;
      // What records are below tells of them, and has ids of its own.
      for (const name of resourcesOf(entity)) gather(name, isOfParents(name) ? undefined : id, version);
    }),
    subscribe('entity.changed', (json) => {
      for (const name of resourcesOf((json as { entity: string }).entity)) gather(name);
    }),
    // What was shown before the first connection stood may have changed meanwhile as well.
    subscribe('connected', everything),
    subscribe('resync', everything),
  ];
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    for (const { timer } of waiting.values()) clearTimeout(timer);
  };
};

/** A failure after which asking again may be answered: no connection, too many requests, a fault of the services. */
const mayPass = (error: unknown): boolean => {
  const { status } = (error ?? {}) as { status?: number };
  return status === 0 || status === 429 || (status !== undefined && status >= 500);
};
