import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import type { Plugin, ViteDevServer } from 'vite';
import { loadProduct, SchemaProblems } from '../../schemas/loadSchemas.ts';
import { walkFields } from '../../schemas/model/fields.ts';
import { compactFields } from '../../schemas/model/compactFields.ts';
import { parseSentence, sentenceFields } from '../../schemas/model/sentence.ts';
import type { FieldModel, ProductModel, VariantModel } from '../../schemas/model/types.ts';
import { checkModule } from './checkModule.ts';
import { guideModule, guidesModule, pageFile } from './guides.ts';

const TRANSLATE_MODEL = fileURLToPath(new URL('../../schemas/texts/translateModel.ts', import.meta.url));
const COMPACT_FIELDS = fileURLToPath(new URL('../../schemas/model/compactFields.ts', import.meta.url));
const PREFIX = '\0schemas:';

/**
 * Serves the compiled schema folder as virtual modules (`src/virtual.d.ts`). In development it watches the folder: an
 * edit reloads the page, and problems are shown in the overlay, also those that only the services find, such as a change
 * that stored records would violate.
 */
export function schemas(folder: string): Plugin {
  const dir = resolve(folder);
  let product: ProductModel | undefined;
  const load = () => (product ??= loadProduct(dir));

  return {
    name: 'schemas',
    resolveId: (id) => (id.startsWith('virtual:') ? PREFIX + id.slice('virtual:'.length) : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const [kind = '', name = ''] = id.slice(PREFIX.length).split('/');
      const write = moduleSources[kind];
      if (!write) throw new Error(`There is no module virtual:${kind}/${name}`);
      if (kind === 'guide') this.addWatchFile(pageFile(name, dir));
      return write(load(), name, dir);
    },
    configureServer(server) {
      server.watcher.add(dir);
      server.watcher.on('all', (_event, file) => {
        if (!resolve(file).startsWith(dir) || !file.endsWith('.json')) return;
        product = undefined;
        reload(server, load);
      });
      forwardRejections(server);
    },
  };
}

function reload(server: ViteDevServer, load: () => ProductModel) {
  const { moduleGraph, hot } = server.environments.client;
  try {
    load();
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    showInOverlay(server, error.message);
    return;
  }
  for (const [id, module] of moduleGraph.idToModuleMap) {
    if (id.startsWith(PREFIX)) moduleGraph.invalidateModule(module);
  }
  hot.send({ type: 'full-reload' });
}

function showInOverlay(server: ViteDevServer, message: string) {
  server.environments.client.hot.send({
    type: 'error',
    err: { message, stack: '', plugin: 'schemas' },
  });
}

/** Shows rejections of the services in the overlay, also of pages opened later, until an edit is accepted. */
function forwardRejections(server: ViteDevServer) {
  let rejection: string | undefined;
  server.middlewares.use('/__schemas', (request, response) => {
    text(request).then(
      (body) => {
        const { refusal } = JSON.parse(body) as { refusal?: string };
        if (refusal !== undefined) showInOverlay(server, refusal);
        else if (rejection !== undefined) server.environments.client.hot.send({ type: 'full-reload' });
        rejection = refusal;
        response.writeHead(204).end();
      },
      () => response.writeHead(400).end(),
    );
  });
  server.ws.on('connection', () => {
    if (rejection !== undefined) showInOverlay(server, rejection);
  });
}

/** Source of `virtual:<kind>/<name>`. */
const moduleSources: Record<string, (product: ProductModel, name: string, dir: string) => string> = {
  product(product) {
    // Roles stay in the services, which send each person their own rights.
    const { retired: _, guides: __, access: ___, ...served } = product;
    const models = {
      ...served,
      entities: product.entities.map((model) => ({
        ...withoutSchema(model),
        // Only the services evaluate approval rules.
        actions: model.actions.map(({ approval, ...action }) => ({
          ...action,
          ...(approval && { approval: approval.map(({ by }) => ({ by })) }),
        })),
        fields: compactFields(
          model.fields.map((field) =>
            withoutFormTexts(outlineVariants(field, field.name === model.list.mark)),
          ),
        ),
        // Steps and examples load with the form: they are larger than everything that a list needs.
        ...(model.form.steps && { form: { ...model.form, main: [] } }),
        ...(model.form.start && { form: { ...model.form, start: { description: '', examples: [] } } }),
      })),
      // The fields of a form load with its validator.
      forms: formsWithScreen(product).map(({ form: _form, description: _description, ...form }) => ({
        ...withoutSchema(form),
        fields: [],
      })),
    };
    return `import { restoreFields } from ${json(COMPACT_FIELDS)};
import { translateModel } from ${json(TRANSLATE_MODEL)};
export const product = translateModel(${json(models)});
for (const model of product.entities) model.fields = restoreFields(model.fields);`;
  },
  schemas(product) {
    const loaders = listModels(product).map(
      ({ name }) => `${json(name)}: () => import('virtual:schema/${name}')`,
    );
    const variantEditors = product.entities.flatMap(({ name, fields }) => {
      const edited = listVariantEditors(fields);
      return edited.length > 0 ? [[name, edited]] : [];
    });
    return `export const schemas = {${loaders.join(',\n')}};
export const variantEditors = ${json(Object.fromEntries(variantEditors))};`;
  },
  schema(product, name) {
    const model = findModel(product, name);
    const isForm = product.forms.some((form) => form.name === name);
    const fields = isForm ? model.fields : model.fields.filter((field) => outlineVariants(field) !== field);
    const steps = isForm || model.form?.steps || model.form?.start ? model.form : undefined;
    const others = model.fields.filter((field) => !fields.includes(field));
    const help = others.flatMap((field) => {
      const words = formTexts(field);
      return Object.keys(words).length > 0 ? [[field.name, words]] : [];
    });
    return `import { restoreFields } from ${json(COMPACT_FIELDS)};
import { translateModel } from ${json(TRANSLATE_MODEL)};
export { check } from 'virtual:check/${name}';
export const fields = restoreFields(translateModel(${json(compactFields(fields))}));
export const { help } = translateModel({ help: ${json(Object.fromEntries(help))} });
export const steps = translateModel(${JSON.stringify(steps)});`;
  },
  form(product, name) {
    return `export { check } from 'virtual:check/${name}';\nexport const form = ${json(withoutSchema(findModel(product, name)))};`;
  },
  check: (product, name) => checkModule(findModel(product, name).schema),
  guides: ({ guides }, _, dir) => guidesModule(guides, dir),
  guide: (_, name, dir) => guideModule(pageFile(name, dir)),
};

const formsWithScreen = ({ forms }: ProductModel) => forms.filter(({ screen }) => screen !== false);
const listModels = (product: ProductModel) => [...product.entities, ...formsWithScreen(product)];

function findModel(product: ProductModel, name: string) {
  const model = listModels(product).find((one) => one.name === name);
  if (!model) throw new Error(`No schema is called "${name}"`);
  return model;
}

const withoutSchema = <
  Model extends { schema: unknown; retired?: unknown; notify?: unknown; exclusive?: unknown },
>({
  schema: _,
  retired: __,
  notify: ___,
  exclusive: ____,
  ...model
}: Model) => model;

/**
 * Reduces the variants of a field to their titles. Their fields are the largest part of all models, and load with the
 * entity's schema when a record is opened. Fields without variants are returned unchanged.
 * @param isMark keeps the fields that rows of lists show: the first picture and text
 */
function outlineVariants(field: FieldModel, isMark = false): FieldModel {
  const { variants, item } = field;
  if (variants) {
    const options = variants.options.map((option) => ({
      ...option,
      fields: [...fieldsInSentence(option), ...(isMark ? visibleFields(option.fields) : [])],
    }));
    return { ...field, variants: { ...variants, options } };
  }
  const namedItem = item && outlineVariants(item, isMark);
  const fields = field.fields?.map((one) => outlineVariants(one, isMark));
  const isWhole = namedItem === item && (fields?.every((one, at) => one === field.fields?.[at]) ?? true);
  return isWhole ? field : { ...field, ...(item && { item: namedItem }), ...(fields && { fields }) };
}

/** Whether only forms use the description of a field: it is no column of a list. */
const isFormOnly = ({ column, description }: FieldModel): boolean =>
  column === false && description !== undefined;

/** The texts of a field that only forms use: its description, unless it is a column, and its messages. */
const formTexts = (field: FieldModel): Partial<Pick<FieldModel, 'description' | 'messages'>> => ({
  ...(isFormOnly(field) && { description: field.description }),
  ...(Object.keys(field.messages).length > 0 && { messages: field.messages }),
});

/** Removes the texts that only forms use, which load with the entity's schema. */
function withoutFormTexts(field: FieldModel): FieldModel {
  const { description, ...rest } = field;
  return { ...rest, ...(!isFormOnly(field) && description !== undefined && { description }), messages: {} };
}

type EditorKey = Pick<FieldModel, 'widget' | 'type'>;

/** The fields that the sentence of a variant names. */
function fieldsInSentence({ sentence = '', fields }: VariantModel): FieldModel[] {
  const named = sentenceFields(parseSentence(sentence) ?? []);
  return fields.filter(({ name }) => named.includes(name)).map((field) => outlineVariants(field));
}

/** The text fields and, at any depth, the pictures. */
const visibleFields = (fields: FieldModel[]): FieldModel[] => [
  ...fields
    .filter(
      ({ type, constant, collapsed }) => TEXT_TYPES.includes(type) && constant === undefined && !collapsed,
    )
    .map(withoutEditorProps),
  ...findPictures(fields),
];
const TEXT_TYPES: FieldModel['type'][] = ['text', 'long-text'];

function findPictures(fields: FieldModel[]): FieldModel[] {
  return fields.flatMap((field) => {
    if (field.type === 'image') return [withoutEditorProps(field)];
    const own = field.fields && findPictures(field.fields);
    const item = field.item?.fields && findPictures(field.item.fields);
    if (own?.length) return [{ ...withoutEditorProps(field), fields: own }];
    return field.item && item?.length
      ? [{ ...withoutEditorProps(field), item: { ...withoutEditorProps(field.item), fields: item } }]
      : [];
  });
}

/** Removes what only editors need. */
const withoutEditorProps = ({ description: _, fields: __, item: ___, ...field }: FieldModel): FieldModel => ({
  ...field,
  ...{ messages: {}, limits: [], options: {} },
});

/** Lists the editors of the fields inside variants, each once, so that they load with the variants. */
function listVariantEditors(fields: FieldModel[]): EditorKey[] {
  const editors = new Map<string, EditorKey>();
  walkFields(fields, ({ variants }) => {
    for (const option of variants?.options ?? [])
      walkFields(option.fields, ({ widget, type }) => editors.set(`${widget} ${type}`, { widget, type }));
  });
  return [...editors.values()];
}

/** JSON as a JavaScript expression; parsing a string is faster than a large literal. */
function json(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 10_000 ? `JSON.parse(${JSON.stringify(text)})` : text;
}
