import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../lib/postgres.mjs';
import type { BenchTarget } from './console.ts';
import type { Engine } from './options.ts';

/** Temporary folders and databases of one run, and cached data for the next. */
export class BenchEnvironment {
  private readonly temporary = mkdtempSync(join(tmpdir(), 'console-bench-'));
  private readonly keep: string | undefined;
  private server: Promise<{ url: string; stop(): Promise<void> }> | undefined;
  private places = 0;

  constructor(keep: string | undefined) {
    this.keep = keep === undefined ? undefined : resolve(keep);
  }

  /** A folder that goes with the run. */
  folder(): string {
    const path = join(this.temporary, `folder-${++this.places}`);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A new, empty place to store data in. */
  async createTarget(engine: Engine): Promise<BenchTarget> {
    const dataDir = this.folder();
    if (engine === 'embedded') return { dataDir };
    const name = `bench_${process.pid}_${this.places}`;
    const url = await this.serverUrl();
    await this.onServer(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
    return { dataDir, databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href };
  }

  /**
   * The data that an earlier run kept under this name, or made now. On a server it is kept where the run has a folder
   * for that (`--dir`) and `TEST_DATABASE_URL` names the server.
   */
  async filled(
    engine: Engine,
    name: string,
    fill: (place: BenchTarget) => Promise<void>,
  ): Promise<BenchTarget> {
    if (engine === 'embedded') return { dataDir: await this.embedded(name, (dataDir) => fill({ dataDir })) };
    const url = process.env['TEST_DATABASE_URL'];
    if (!url || this.keep === undefined) {
      const place = await this.createTarget(engine);
      await fill(place);
      return place;
    }
    const database = `bench_kept_${name.replaceAll(/\W/g, '_')}`;
    const dataDir = join(this.keep, database);
    const place = { dataDir, databaseUrl: Object.assign(new URL(url), { pathname: `/${database}` }).href };
    // The folder's note says that the database was filled whole.
    if (existsSync(join(dataDir, 'filled'))) return place;
    await this.onServer(`DROP DATABASE IF EXISTS ${database}`);
    await this.onServer(`CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`);
    mkdirSync(dataDir, { recursive: true });
    await fill(place);
    writeFileSync(join(dataDir, 'filled'), '');
    return place;
  }

  /** A copy of an embedded database that nobody has open. */
  copyOf(dataDir: string): string {
    const copy = this.folder();
    cpSync(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true });
    return copy;
  }

  /** The embedded data that an earlier run cached under this name, or created and cached now. */
  async embedded(name: string, fill: (dataDir: string) => Promise<void>): Promise<string> {
    const stored = join(this.keep ?? this.temporary, name);
    if (!existsSync(stored)) {
      const dataDir = this.folder();
      await fill(dataDir);
      mkdirSync(this.keep ?? this.temporary, { recursive: true });
      cpSync(dataDir, stored, { recursive: true });
      return dataDir;
    }
    const dataDir = this.folder();
    cpSync(stored, dataDir, { recursive: true });
    return dataDir;
  }

  async close(): Promise<void> {
    await (await this.server)?.stop();
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** `TEST_DATABASE_URL`, or a server of the run's own. */
  private async serverUrl(): Promise<string> {
    const given = process.env['TEST_DATABASE_URL'];
    if (given) return given;
    this.server ??= startPostgres();
    return (await this.server).url;
  }

  private async onServer(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: await this.serverUrl() });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }
}
