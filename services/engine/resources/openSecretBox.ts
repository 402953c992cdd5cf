import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { EntityModel, ProductModel } from '../../../schemas/model/types.ts';
import type { Settings } from '../settings/settings.ts';
import { StorageError, type Database, type Queryable } from '../storage/database.ts';
import { quotedTableName } from '../storage/sql.ts';
import { forEachBatch, rebuildWhenOutdated } from '../storage/derivedData.ts';
import { KEY_BYTES, SecretBox } from './secretBox.ts';
import { hasSecrets, sealStored } from './secrets.ts';

/** In the data folder, readable only by its owner and not part of backups. */
const KEY_FILE = 'secrets.key';

/**
 * Opens the secret box of this installation: its key is `SECRETS_KEY`, otherwise a file in the data folder, created at the
 * first start. Seals secrets that are stored in plain text, of a field that has become secret.
 * @throws StorageError if the data are sealed with another key
 */
export async function openSecretBox(
  db: Database,
  { entities }: Pick<ProductModel, 'entities'>,
  settings: Pick<Settings, 'dataDir' | 'secretsKey'>,
): Promise<SecretBox> {
  const key = settings.secretsKey ?? readOrCreateKey(settings.dataDir);
  await assertSameKey(db, key);
  const secretBox = new SecretBox(key);
  for (const model of entities) if (model.source === 'table') await sealRows(db, model, secretBox);
  return secretBox;
}

function readOrCreateKey(dataDir: string): Buffer {
  const path = join(dataDir, KEY_FILE);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Two processes may start at once: one writes the file, both read it.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new StorageError(
      `${path} is not a key of ${KEY_BYTES} bytes in base64: restore the original file.`,
    );
  return key;
}

async function assertSameKey(db: Database, key: Buffer): Promise<void> {
  const fingerprint = createHash('sha256').update('secrets key').update(key).digest('hex');
  const [row] = await db.query<{ fingerprint: string }>(
    `WITH made AS (INSERT INTO record_key (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING RETURNING fingerprint)
     SELECT fingerprint FROM made UNION ALL SELECT fingerprint FROM record_key`,
    [fingerprint],
  );
  const storedFingerprint = Buffer.from(row?.fingerprint ?? fingerprint);
  if (!timingSafeEqual(storedFingerprint, Buffer.from(fingerprint)))
    throw new StorageError(
      `SECRETS_KEY: the secrets in this database are sealed with another key: set SECRETS_KEY to that key, or put its file ${KEY_FILE} into DATA_DIR.`,
    );
}

async function sealRows(db: Database, model: EntityModel, secretBox: SecretBox): Promise<void> {
  if (!hasSecrets(model)) return;
  const paths: string[] = [];
  walkFields(model.fields, (field) => {
    if (field.secret) paths.push(field.path);
  });
  await db.transaction((tx) =>
    rebuildWhenOutdated(tx, model, 'secrets', paths, async () => {
      await forEachBatch(tx, model, async (rows) => {
        for (const { id, data } of rows) {
          const sealed = sealStored(model, data, secretBox);
          await tx.query(`UPDATE ${quotedTableName(model)} SET data = $2::jsonb WHERE id = $1`, [
            id,
            JSON.stringify(sealed),
          ]);
        }
      });
      await sealHistory(tx, model, secretBox);
    }),
  );
}

async function sealHistory(tx: Queryable, model: EntityModel, secretBox: SecretBox): Promise<void> {
  type HistoryStates = {
    id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  };
  const seal = (values: HistoryStates['before']): string | null =>
    values && JSON.stringify(sealStored(model, values, secretBox));
  const lines = await tx.query<{ id: string }>('SELECT id FROM record_history WHERE entity = $1', [
    model.name,
  ]);
  for (const { id } of lines) {
    const [line] = await tx.query<HistoryStates>(
      'SELECT id, before, after FROM record_history WHERE id = $1',
      [id],
    );
    if (line)
      await tx.query('UPDATE record_history SET before = $2::jsonb, after = $3::jsonb WHERE id = $1', [
        id,
        seal(line.before),
        seal(line.after),
      ]);
  }
}
