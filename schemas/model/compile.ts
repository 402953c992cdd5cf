import { checkAccess } from './compile/accessCheck.ts';
import { checkContentSchema } from './compile/contentSchemaCheck.ts';
import { checkEntity } from './compile/entityCheck.ts';
import { checkFields } from './compile/fieldCheck.ts';
import type { CheckContext } from './compile/checkContext.ts';
import { compileEntity, nestedPath } from './compile/entity.ts';
import { compileFields, withoutUndefined } from './compile/field.ts';
import { channelTypesOf, resolveCapabilityConditions } from './compile/channelTypes.ts';
import { operationLabels, rolesOf, withChoices } from './compile/choices.ts';
import { checkMenu } from './compile/menuCheck.ts';
import { type FormKeywords, formOf, panelOf, type PanelKeywords } from './compile/screens.ts';
import { checkBeginnings, checkNoBeginnings } from './compile/beginningCheck.ts';
import { checkOwnForm } from './compile/singleCheck.ts';
import { SourceMap } from './compile/origins.ts';
import { plainSchema } from './compile/plainSchema.ts';
import { Problems } from './compile/problems.ts';
import { inlineRefs } from './compile/inlineRefs.ts';
import { extractRetired } from './compile/retired.ts';
import { humanise } from './compile/titles.ts';
import { withTypeFields } from './compile/typeFields.ts';
import { readByVocabulary, type FileKind, type Vocabulary } from './compile/vocabulary.ts';
import { readWords } from './compile/words.ts';
import { deepFreeze } from './freeze.ts';
import type {
  AccessTable,
  EntityModel,
  FieldModel,
  FormModel,
  FormSchemaModel,
  Json,
  JsonSchema,
  MenuGroup,
  ProductModel,
  RetiredEntity,
  SchemaProblem,
} from './types.ts';
import { textOf } from './text.ts';

/** What `menu.json` says. */
type MenuFile = { groups: Omit<MenuGroup, 'order'>[] } & Pick<
  ProductModel,
  'products' | 'guides' | 'landing'
>;

/** One file of the schema folder, its path relative to the folder with `/`. */
export interface SourceFile {
  file: string;
  content: Json;
}

/**
 * Compiles the schema folder into the frozen product. Every mistake of every file is reported, not the first only: a
 * file with one is read as far as it goes. A product with problems must not be used.
 */
export function compileProduct(files: SourceFile[]): { product: ProductModel; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const { byName, passedOver, vocabulary } = readFiles(files, problems);
  const access = { products: {}, roles: {}, ...byName.get('access.json') } as AccessTable;
  const {
    groups = [],
    products = [],
    guides = [],
    landing,
  } = (byName.get('menu.json') ?? {}) as unknown as Partial<MenuFile>;
  const names = (kind: FileKind): string[] => [...byName.keys()].filter((file) => kindOf(file) === kind);
  const titles = Object.fromEntries(
    names('entity').map((file) => [baseName(file), titleOf(file, byName.get(file))]),
  );
  const types = channelTypesOf(names('channel'), byName);
  const sources = {
    channelTypes: { labels: Object.fromEntries(types.map(({ type, label }) => [type, label])) },
    entities: { labels: titles },
    operations: { labels: operationLabels(names('entity').map((file) => byName.get(file))) },
    roles: rolesOf(access),
  };
  const filled = new Map(
    [...byName].map(([file, content]) => {
      const own = new Problems(file, problems);
      const whole = kindOf(file) === 'entity' ? withTypeFields(file, content, types, own) : content;
      const expanded = resolveCapabilityConditions(whole, types, own);
      return [file, withChoices(expanded, sources) as JsonSchema];
    }),
  );
  const contents = new Map(names('content').map((file) => [baseName(file), byName.get(file) ?? {}]));
  for (const [name, content] of contents)
    checkContentSchema(content, new Problems(`contents/${name}.schema.json`, problems));
  const origins = (file: string): SourceMap =>
    new SourceMap(new Problems(file, problems), passedOver, vocabulary, contents);
  const retired = names('entity').flatMap((file): RetiredEntity[] => {
    const values = (byName.get(file)?.['x-entity'] as { retired?: RetiredEntity['values'] } | undefined)
      ?.retired;
    return values ? [{ name: baseName(file), values }] : [];
  });
  const served = names('entity').filter((file) => !retired.some(({ name }) => name === baseName(file)));
  const forms = names('form').map((file) => {
    const own = origins(file);
    return { own, model: compileForm(file, filled, own, new Problems(file, problems)) };
  });
  const entities = served.map((file) => {
    const own = origins(file);
    const inlined = inlineRefs(
      file,
      completed(file, filled.get(file)),
      filled,
      new Problems(file, problems),
      own,
    );
    return { own, model: compileEntity(baseName(file), inlined, own) };
  });
  const models = entities.map(({ model }) => model);
  for (const model of models) {
    model.path = nestedPath(model, models);
    for (const field of model.fields) completeComputed(field, model, models);
  }
  const product: ProductModel = {
    entities: entities.map(({ model }) => model),
    ...(retired.length > 0 && { retired }),
    forms: forms.map(({ model }) => model),
    access,
    menu: groups.map((group, order) => ({ ...group, order })),
    products,
    guides,
    ...(landing && { landing }),
  };
  checkProduct(product, entities, forms, problems);
  return { product: deepFreeze(product), problems };
}

/** A count whose `by` is left out is by the one field that refers here; a verb is one of the entity's own. */
function completeComputed({ computed }: FieldModel, { name }: EntityModel, entities: EntityModel[]): void {
  if (computed?.verb !== undefined) computed.entity = name;
  if (!computed?.count) return;
  const counted = entities.find((one) => one.name === computed.count.entity);
  const fits = (counted?.fields ?? []).filter((one) => one.reference?.entity === name);
  computed.count = {
    ...computed.count,
    by: computed.count.by ?? (fits.length === 1 ? fits[0]?.name : '') ?? '',
  };
}

interface Compiled<Model> {
  model: Model;
  own: SourceMap;
}

/** What names something in another place: rights, menu, fields, entities, forms. */
function checkProduct(
  product: ProductModel,
  entities: Compiled<EntityModel>[],
  forms: Compiled<FormSchemaModel>[],
  problems: SchemaProblem[],
): void {
  checkAccess(product, new Problems('access.json', problems));
  checkMenu(product, new Problems('menu.json', problems));
  for (const { model, own } of entities) {
    const context: CheckContext = { ...product, origins: own };
    checkEntity(model, context, new Problems(`${model.name}.schema.json`, problems));
    checkNoBeginnings(model, own);
  }
  for (const { model, own } of forms) {
    const file = new Problems(`forms/${model.name}.schema.json`, problems);
    if (product.entities.some(({ name }) => name === model.name))
      file.add('', `"${model.name}" is the name of an entity already`);
    checkFields(model.fields, { ...product, origins: own });
    checkOwnForm(model, product, file);
    checkBeginnings(model, product, file);
  }
}

const KINDS: [RegExp, FileKind][] = [
  [/^access\.json$/, 'access'],
  [/^menu\.json$/, 'menu'],
  [/^words\.json$/, 'words'],
  [/^channels\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/channel\.json$/, 'channel'],
  [/^channels\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/fields\.json$/, 'fields'],
  [/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.schema\.json$/, 'entity'],
  [/^forms\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.schema\.json$/, 'form'],
  [/^contents\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.schema\.json$/, 'content'],
  [/^definitions\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.schema\.json$/, 'definition'],
  [/^(?:messages|actions)\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/(?:message|action)\.schema\.json$/, 'definition'],
];
const kindOf = (file: string): FileKind | undefined => KINDS.find(([test]) => test.test(file))?.[1];

/** The files as far as the vocabulary understands them, and the places, by file, that it does not. */
function readFiles(
  files: SourceFile[],
  problems: SchemaProblem[],
): { byName: Map<string, JsonSchema>; passedOver: Map<string, string[]>; vocabulary: Vocabulary } {
  const byName = new Map<string, JsonSchema>();
  const passedOver = new Map<string, string[]>();
  const vocabulary = readWords(files.find(({ file }) => kindOf(file) === 'words')?.content, problems);
  for (const { file, content } of files) {
    const kind = kindOf(file);
    const own = new Problems(file, problems);
    if (!kind) {
      own.add(
        '',
        'nothing reads a file of this name; entities, forms and definitions are named in kebab case, such as order-status.schema.json',
      );
      continue;
    }
    const read = readByVocabulary(kind, content, own, vocabulary);
    byName.set(file, read.content);
    passedOver.set(file, read.passedOver);
  }
  for (const file of ['access.json', 'menu.json']) {
    if (!byName.has(file)) new Problems(file, problems).add('', 'the file is missing');
  }
  return { byName, passedOver, vocabulary };
}

/** An entity with what it must have; that it lacks it is told already, and the rest of it can be checked. */
function completed(file: string, content: JsonSchema = {}): JsonSchema {
  const own = (content['x-entity'] ?? {}) as JsonSchema;
  const access = { read: [], ...(own['access'] as JsonSchema | undefined) };
  return {
    description: '',
    properties: {},
    ...content,
    title: titleOf(file, content),
    'x-entity': { service: 'management', path: baseName(file), ...own, access },
  };
}

const titleOf = (file: string, content: JsonSchema | undefined): string =>
  textOf(content?.['title'] ?? humanise(baseName(file)));

function compileForm(
  file: string,
  files: Map<string, JsonSchema>,
  origins: SourceMap,
  problems: Problems,
): FormSchemaModel {
  const whole = inlineRefs(file, files.get(file) ?? {}, files, problems, origins);
  const { schema } = extractRetired(whole, origins);
  const own = (schema['x-form'] ?? {}) as Partial<Pick<FormSchemaModel, 'submit' | 'of' | 'tab' | 'screen'>> &
    Pick<FormModel, 'summary' | 'after'> &
    Pick<FormKeywords, 'main'> & {
      route?: string;
      below?: PanelKeywords[];
    };
  const { main, below, summary, after } = own;
  const fields = compileFields(schema, { path: '', origins });
  return {
    name: baseName(file),
    title: titleOf(file, schema),
    description: (schema['description'] as string | undefined) ?? '',
    submit: own.submit ?? 'Save',
    ...(own.of !== undefined && { of: own.of }),
    ...(own.tab && { tab: own.tab }),
    ...(own.screen === false && { screen: false as const }),
    ...(own.route !== undefined && { tab: { route: own.route } }),
    ...((main ?? below ?? summary ?? after) && {
      form: withoutUndefined<FormModel>({
        ...formOf(main ? { main } : {}, fields),
        below: below?.map(panelOf),
        summary,
        after,
      }),
    }),
    fields,
    schema: plainSchema(schema),
  };
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.schema\.json$/, '');
}
