import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startConsole, type RunningConsole } from './consoleProcess.ts';
import { demoPictures } from './demoPictures.ts';
import { test as base } from './fixtures.ts';
import { copyTestSchemas, editSchema } from './schemaCopy.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';

export { expect } from './fixtures.ts';

export interface TestConsole extends RunningConsole {
  /** The folder of its schemas. */
  schemas: string;
}

/** What a developer adds to the variable: one property, and its name in the list's keywords. */
function addOwner(schema: JsonObject): void {
  const entity = schema['x-entity'] as { list: { columns: string[]; search: string[]; filters: string[] } };
  entity.list.columns.push('owner');
  entity.list.search.push('owner');
  entity.list.filters.push('owner');
  (schema['properties'] as JsonObject)['owner'] = { type: 'string', maxLength: 12 };
}

/**
 * A console of the product's schemas with one edit and those of the tests beside them, and with what the tests draw
 * by hand: one process for all specs that take `test` from here. Everything else is as in `fixtures.ts`.
 */
export const test = base.extend<object, { testConsole: TestConsole }>({
  testConsole: [
    async ({}, use, { parallelIndex }) => {
      const schemas = copyTestSchemas();
      editSchema(schemas, 'variable.schema.json', addOwner);
      const data = mkdtempSync(join(tmpdir(), 'console-mechanisms-'));
      const running = await startConsole('scripts/start.mjs', {
        SCHEMAS_DIR: schemas,
        CUSTOM_DIR: 'tests/e2e/support/seams',
        DIST_DIR: `.cache/mechanisms-${parallelIndex}`,
        DATA_DIR: data,
        DEMO: '1',
        DEMO_MESSAGES: '0',
      });
      await demoPictures(running.url);
      await use({ ...running, schemas });
      await running.stop();
      for (const folder of [schemas, data]) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ testConsole }, use) => use(testConsole.url),
});
