import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { fileURLToPath } from 'node:url';
import { AJV_OPTIONS, toAjvSchema } from '../../schemas/model/ajv.ts';
import type { JsonSchema } from '../../schemas/model/types.ts';
import { extractRepeatedSchemas } from './extractRepeatedSchemas.ts';

const WRAPPER = fileURLToPath(new URL('../../schemas/model/schemaValidator.ts', import.meta.url));

/**
 * Builds the source of a module that exports `check`, the result of `createSchemaValidator(schema)` compiled ahead of
 * time, so that the page runs under a Content-Security-Policy without `unsafe-eval`.
 */
export function checkModule(schema: JsonSchema): string {
  const ajv = new Ajv({ ...AJV_OPTIONS, inlineRefs: false, code: { source: true, esm: true } });
  const code = standalone(ajv, ajv.compile(extractRepeatedSchemas(toAjvSchema(schema))));
  return `import { toSchemaValidator } from ${JSON.stringify(WRAPPER)};
${importsForRequires(code)}
export const check = toSchemaValidator(validate);`;
}

/** Converts `require("module").default`, which ajv writes for its run-time helpers, into imports. */
function importsForRequires(code: string): string {
  const imports = new Map<string, string>();
  const body = code.replaceAll(/require\("([^"]+)"\)\.default/g, (_, id: string) => {
    const name = imports.get(id) ?? `helper${imports.size}`;
    imports.set(id, name);
    return `(${name}.default ?? ${name})`;
  });
  const lines = [...imports].map(([id, name]) => `import ${name} from ${JSON.stringify(`${id}.js`)};`);
  return [...lines, body].join('\n');
}
