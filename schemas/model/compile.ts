import { compileEntity } from './compile/entity.ts';
import { checkEntity, checkFields } from './compile/crossChecks.ts';
import { compileFields } from './compile/field.ts';
import { plainSchema } from './compile/plainSchema.ts';
import { Problems } from './compile/problems.ts';
import { inlineReferences } from './compile/references.ts';
import { checkVocabulary } from './compile/vocabulary.ts';
import type {
  AccessTable,
  FormSchemaModel,
  Json,
  JsonSchema,
  MenuGroup,
  ProductModel,
  SchemaProblem,
} from './types.ts';

/** One file of the schema folder, its path relative to the folder with `/`. */
export interface SourceFile {
  file: string;
  content: Json;
}

/**
 * Compiles the schema folder into the frozen product. Every mistake of every file is reported, not the first only;
 * a product with problems must not be used.
 */
export function compileProduct(files: SourceFile[]): { product: ProductModel; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const byName = new Map(files.map((one) => [one.file, one.content as JsonSchema]));
  const access = commonFile<AccessTable>('access', byName, problems) ?? { products: {}, roles: {} };
  const menu = commonFile<{ groups: Omit<MenuGroup, 'order'>[] }>('menu', byName, problems)?.groups ?? [];
  const schemas = files.filter((one) => one.file.endsWith('.schema.json'));
  for (const one of schemas.filter((file) => file.file.startsWith('definitions/'))) {
    checkVocabulary('definition', one.content, new Problems(one.file, problems));
  }
  const forms = schemas
    .filter((one) => one.file.startsWith('forms/'))
    .flatMap((one) => compileForm(one, byName, problems));
  const titles = titlesOf(schemas);
  const entities = schemas
    .filter((one) => !one.file.includes('/'))
    .flatMap((one) => {
      const own = new Problems(one.file, problems);
      if (!checkVocabulary('entity', one.content, own)) return [];
      const inlined = inlineReferences(one.file, one.content as JsonSchema, byName, own);
      const schema = withChoices(inlined, titles) as JsonSchema;
      return [compileEntity(baseName(one.file), schema, own)];
    });
  const product: ProductModel = {
    entities,
    forms,
    access,
    menu: menu.map((group, order) => ({ ...group, order })),
  };
  for (const entity of entities)
    checkEntity(entity, product, new Problems(`${entity.name}.schema.json`, problems));
  for (const form of forms)
    checkFields(form.fields, product, new Problems(`forms/${form.name}.schema.json`, problems));
  return { product: deepFreeze(product), problems };
}

/** Entities by name with their titles, in the order of the files. */
function titlesOf(schemas: SourceFile[]): Record<string, string> {
  const named = schemas.filter(({ file }) => !file.includes('/'));
  return Object.fromEntries(
    named.map(({ file, content }) => [baseName(file), String((content as JsonSchema | null)?.['title'])]),
  );
}

/** Puts the choices that `choicesFrom` stands for into a schema. */
function withChoices(value: Json, titles: Record<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => withChoices(item, titles));
  if (value === null || typeof value !== 'object') return value;
  const filled = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withChoices(inner, titles)]),
  );
  const own = filled['x-field'] as JsonSchema | undefined;
  if (own?.['choicesFrom'] !== 'entities') return filled;
  return { ...filled, enum: Object.keys(titles), 'x-field': { ...own, labels: titles } };
}

function commonFile<T>(
  kind: 'access' | 'menu',
  files: Map<string, JsonSchema>,
  problems: SchemaProblem[],
): T | undefined {
  const own = new Problems(`${kind}.json`, problems);
  const content = files.get(`${kind}.json`);
  if (content === undefined) own.add('', 'the file is missing');
  else if (checkVocabulary(kind, content, own)) return content as T;
  return undefined;
}

function compileForm(
  source: SourceFile,
  files: Map<string, JsonSchema>,
  problems: SchemaProblem[],
): FormSchemaModel[] {
  const own = new Problems(source.file, problems);
  if (!checkVocabulary('form', source.content, own)) return [];
  const schema = inlineReferences(source.file, source.content as JsonSchema, files, own);
  return [
    {
      name: baseName(source.file),
      title: schema['title'] as string,
      description: (schema['description'] as string | undefined) ?? '',
      submit: (schema['x-form'] as { submit?: string } | undefined)?.submit ?? 'Save',
      fields: compileFields(schema, { pointer: '', path: '', problems: own }),
      schema: plainSchema(schema),
    },
  ];
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.schema\.json$/, '');
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
