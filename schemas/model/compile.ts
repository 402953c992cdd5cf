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
import { checkPrefills, checkNoPrefills } from './compile/prefillCheck.ts';
import { checkEntityForm } from './compile/singleRecordCheck.ts';
import { SourceMap } from './compile/sourceMap.ts';
import { plainSchema } from './compile/plainSchema.ts';
import { Problems } from './compile/problems.ts';
import { inlineRefs } from './compile/inlineRefs.ts';
import { extractRetired } from './compile/retired.ts';
import { humanise } from './compile/titles.ts';
import { addChannelTypeFields } from './compile/channelTypeFields.ts';
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

/** The content of `menu.json`. */
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
 * Compiles the schema folder into the frozen product. Reports every mistake of every file; what is valid in a file with
 * mistakes is still compiled. A product with problems must not be used.
 */
export function compileProduct(files: SourceFile[]): { product: ProductModel; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const { byName, rejectedPointers, vocabulary } = readFiles(files, problems);
  const access = { products: {}, roles: {}, ...byName.get('access.json') } as AccessTable;
  const {
    groups = [],
    products = [],
    guides = [],
    landing,
  } = (byName.get('menu.json') ?? {}) as unknown as Partial<MenuFile>;
  const filesOfKind = (kind: FileKind): string[] =>
    [...byName.keys()].filter((file) => kindOf(file) === kind);
  const entityTitles = Object.fromEntries(
    filesOfKind('entity').map((file) => [baseName(file), titleOf(file, byName.get(file))]),
  );
  const channelTypes = channelTypesOf(filesOfKind('channel'), byName);
  const sources = {
    channelTypes: { labels: Object.fromEntries(channelTypes.map(({ type, label }) => [type, label])) },
    entities: { labels: entityTitles },
    operations: { labels: operationLabels(filesOfKind('entity').map((file) => byName.get(file))) },
    roles: rolesOf(access),
  };
  const expandedFiles = new Map(
    [...byName].map(([file, content]) => {
      const fileProblems = new Problems(file, problems);
      const withChannelFields =
        kindOf(file) === 'entity' ? addChannelTypeFields(file, content, channelTypes, fileProblems) : content;
      const expanded = resolveCapabilityConditions(withChannelFields, channelTypes, fileProblems);
      return [file, withChoices(expanded, sources) as JsonSchema];
    }),
  );
  const contents = new Map(filesOfKind('content').map((file) => [baseName(file), byName.get(file) ?? {}]));
  for (const [name, content] of contents)
    checkContentSchema(content, new Problems(`contents/${name}.schema.json`, problems));
  const createSourceMap = (file: string): SourceMap =>
    new SourceMap(new Problems(file, problems), rejectedPointers, vocabulary, contents);
  const retired = filesOfKind('entity').flatMap((file): RetiredEntity[] => {
    const values = (byName.get(file)?.['x-entity'] as { retired?: RetiredEntity['values'] } | undefined)
      ?.retired;
    return values ? [{ name: baseName(file), values }] : [];
  });
  const activeEntityFiles = filesOfKind('entity').filter(
    (file) => !retired.some(({ name }) => name === baseName(file)),
  );
  const forms = filesOfKind('form').map((file) => {
    const sourceMap = createSourceMap(file);
    return {
      origins: sourceMap,
      model: compileForm(file, expandedFiles, sourceMap, new Problems(file, problems)),
    };
  });
  const entities = activeEntityFiles.map((file) => {
    const sourceMap = createSourceMap(file);
    const inlined = inlineRefs(
      file,
      withMandatoryKeywords(file, expandedFiles.get(file)),
      expandedFiles,
      new Problems(file, problems),
      sourceMap,
    );
    return { origins: sourceMap, model: compileEntity(baseName(file), inlined, sourceMap) };
  });
  const models = entities.map(({ model }) => model);
  for (const model of models) {
    model.path = nestedPath(model, models);
    for (const field of model.fields) resolveComputed(field, model, models);
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

/**
 * Fills in what `computed` leaves out: `by` of a count is the only field that refers here, the entity of a verb is its
 * own.
 */
function resolveComputed({ computed }: FieldModel, { name }: EntityModel, entities: EntityModel[]): void {
  if (computed?.verb !== undefined) computed.entity = name;
  if (!computed?.count) return;
  const countedEntity = entities.find((one) => one.name === computed.count.entity);
  const candidates = (countedEntity?.fields ?? []).filter((one) => one.reference?.entity === name);
  computed.count = {
    ...computed.count,
    by: computed.count.by ?? (candidates.length === 1 ? candidates[0]?.name : '') ?? '',
  };
}

interface Compiled<Model> {
  model: Model;
  origins: SourceMap;
}

/** Checks what names something elsewhere: rights, menu, fields, entities, forms. */
function checkProduct(
  product: ProductModel,
  entities: Compiled<EntityModel>[],
  forms: Compiled<FormSchemaModel>[],
  problems: SchemaProblem[],
): void {
  checkAccess(product, new Problems('access.json', problems));
  checkMenu(product, new Problems('menu.json', problems));
  for (const { model, origins } of entities) {
    const context: CheckContext = { ...product, origins };
    checkEntity(model, context, new Problems(`${model.name}.schema.json`, problems));
    checkNoPrefills(model, origins);
  }
  for (const { model, origins } of forms) {
    const file = new Problems(`forms/${model.name}.schema.json`, problems);
    if (product.entities.some(({ name }) => name === model.name))
      file.add('', `"${model.name}" is the name of an entity already`);
    checkFields(model.fields, { ...product, origins });
    checkEntityForm(model, product, file);
    checkPrefills(model, product, file);
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

/** The valid parts of the files, and per file the pointers of what the vocabulary rejects. */
function readFiles(
  files: SourceFile[],
  problems: SchemaProblem[],
): { byName: Map<string, JsonSchema>; rejectedPointers: Map<string, string[]>; vocabulary: Vocabulary } {
  const byName = new Map<string, JsonSchema>();
  const rejectedPointers = new Map<string, string[]>();
  const vocabulary = readWords(files.find(({ file }) => kindOf(file) === 'words')?.content, problems);
  for (const { file, content } of files) {
    const kind = kindOf(file);
    const fileProblems = new Problems(file, problems);
    if (!kind) {
      fileProblems.add(
        '',
        'nothing reads a file of this name; entities, forms and definitions are named in kebab case, such as order-status.schema.json',
      );
      continue;
    }
    const valid = readByVocabulary(kind, content, fileProblems, vocabulary);
    byName.set(file, valid.content);
    rejectedPointers.set(file, valid.rejectedPointers);
  }
  for (const file of ['access.json', 'menu.json']) {
    if (!byName.has(file)) new Problems(file, problems).add('', 'the file is missing');
  }
  return { byName, rejectedPointers, vocabulary };
}

/**
 * An entity with its mandatory keywords filled in, so that the rest can be checked; their absence is reported already.
 */
function withMandatoryKeywords(file: string, content: JsonSchema = {}): JsonSchema {
  const keywords = (content['x-entity'] ?? {}) as JsonSchema;
  const access = { read: [], ...(keywords['access'] as JsonSchema | undefined) };
  return {
    description: '',
    properties: {},
    ...content,
    title: titleOf(file, content),
    'x-entity': { service: 'management', path: baseName(file), ...keywords, access },
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
  const inlined = inlineRefs(file, files.get(file) ?? {}, files, problems, origins);
  const { schema } = extractRetired(inlined, origins);
  const keywords = (schema['x-form'] ?? {}) as Partial<
    Pick<FormSchemaModel, 'submit' | 'of' | 'tab' | 'screen'>
  > &
    Pick<FormModel, 'summary' | 'after'> &
    Pick<FormKeywords, 'main'> & {
      route?: string;
      below?: PanelKeywords[];
    };
  const { main, below, summary, after } = keywords;
  const fields = compileFields(schema, { path: '', origins });
  return {
    name: baseName(file),
    title: titleOf(file, schema),
    description: (schema['description'] as string | undefined) ?? '',
    submit: keywords.submit ?? 'Save',
    ...(keywords.of !== undefined && { of: keywords.of }),
    ...(keywords.tab && { tab: keywords.tab }),
    ...(keywords.screen === false && { screen: false as const }),
    ...(keywords.route !== undefined && { tab: { route: keywords.route } }),
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
