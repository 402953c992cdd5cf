import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';

interface StorageSettings {
  /** Folder of the embedded engine, created when missing; unused with `databaseUrl`. */
  dataDir: string;
  /** Finds files of the embedded engine to begin with where the folder has none (`placePrepared`). */
  prepared?: () => string | undefined;
  /** `postgres://…`; the embedded engine runs when it is absent. */
  databaseUrl?: string;
  /** The same database past a pooler of transactions, where `databaseUrl` leads to one. */
  databaseSessionUrl?: string;
  /** A streaming replica of it, for what may be some seconds old. */
  databaseReadUrl?: string;
  /** Connections of this process to the server; default 10. */
  poolSize?: number;
  /** Milliseconds that a statement may take on the server; default 15,000. */
  timeoutMs?: number;
}

/**
 * Opens the database that the settings name.
 * @throws StorageError one line for people, for every fault of folder, disk, server or credentials
 */
export function openDatabase({
  dataDir,
  prepared,
  databaseUrl,
  databaseSessionUrl: sessionUrl,
  databaseReadUrl: readUrl,
  ...options
}: StorageSettings): Promise<Database> {
  return databaseUrl
    ? openServer(databaseUrl, { ...options, sessionUrl, readUrl })
    : openEmbedded(dataDir, prepared);
}
