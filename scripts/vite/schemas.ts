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
 * Serves the compiled schema folder as modules; `src/virtual.d.ts` says which. In development it watches the
 * folder: an edit reloads the open page, a mistake shows in the overlay with file, path and nearest word, and so does
 * what the services refuse besides, such as a change that stored records would break.
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
      const write = modules[kind];
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
      showRefusals(server);
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

/** Puts what the services refuse over the pages, those opened later too, until they have taken an edit up. */
function showRefusals(server: ViteDevServer) {
  let refused: string | undefined;
  server.middlewares.use('/__schemas', (request, response) => {
    text(request).then(
      (body) => {
        const { refusal } = JSON.parse(body) as { refusal?: string };
        if (refusal !== undefined) showInOverlay(server, refusal);
        else if (refused !== undefined) server.environments.client.hot.send({ type: 'full-reload' });
        refused = refusal;
        response.writeHead(204).end();
      },
      () => response.writeHead(400).end(),
    );
  });
  server.ws.on('connection', () => {
    if (refused !== undefined) showInOverlay(server, refused);
  });
}

/** Source of `virtual:<kind>/<name>`. */
const modules: Record<string, (product: ProductModel, name: string, dir: string) => string> = {
  product(product) {
    // What roles may do is the services' to know: each person is told what they may.
    const { retired: _, guides: __, access: ___, ...served } = product;
    const models = {
      ...served,
      entities: product.entities.map((model) => ({
        ...withoutSchema(model),
        // The services judge them; consoles ask whether they hold.
        actions: model.actions.map(({ approval, ...action }) => ({
          ...action,
          ...(approval && { approval: approval.map(({ by }) => ({ by })) }),
        })),
        fields: compactFields(
          model.fields.map((field) => withoutHelp(withNamedVariants(field, field.name === model.list.mark))),
        ),
        // Steps hold more words than all that a list shows of the entity; examples are for its form alone.
        ...(model.form.steps && { form: { ...model.form, main: [] } }),
        ...(model.form.start && { form: { ...model.form, start: { description: '', examples: [] } } }),
      })),
      // A form is read when it is opened: all its fields come with its check.
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
    const loaders = findNamed(product).map(
      ({ name }) => `${json(name)}: () => import('virtual:schema/${name}')`,
    );
    const variantEditors = product.entities.flatMap(({ name, fields }) => {
      const edited = editedInVariants(fields);
      return edited.length > 0 ? [[name, edited]] : [];
    });
    return `export const schemas = {${loaders.join(',\n')}};
export const variantEditors = ${json(Object.fromEntries(variantEditors))};`;
  },
  schema(product, name) {
    const model = find(product, name);
    const isForm = product.forms.some((form) => form.name === name);
    const fields = isForm ? model.fields : model.fields.filter((field) => withNamedVariants(field) !== field);
    const steps = isForm || model.form?.steps || model.form?.start ? model.form : undefined;
    const others = model.fields.filter((field) => !fields.includes(field));
    const help = others.flatMap((field) => {
      const words = formWordsOf(field);
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
    return `export { check } from 'virtual:check/${name}';\nexport const form = ${json(withoutSchema(find(product, name)))};`;
  },
  check: (product, name) => checkModule(find(product, name).schema),
  guides: ({ guides }, _, dir) => guidesModule(guides, dir),
  guide: (_, name, dir) => guideModule(pageFile(name, dir)),
};

const formsWithScreen = ({ forms }: ProductModel) => forms.filter(({ screen }) => screen !== false);
const findNamed = (product: ProductModel) => [...product.entities, ...formsWithScreen(product)];

function find(product: ProductModel, name: string) {
  const model = findNamed(product).find((one) => one.name === name);
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
 * A field whose variants only say what they are called. What they hold is most of all models together, and nobody needs
 * it before a record is opened: it comes with the entity's schema. Other fields are given back as they are.
 * @param isMark rows of lists show the first picture and the first words in it
 */
function withNamedVariants(field: FieldModel, isMark = false): FieldModel {
  const { variants, item } = field;
  if (variants) {
    const options = variants.options.map((option) => ({
      ...option,
      fields: [...fieldsInSentence(option), ...(isMark ? visibleFields(option.fields) : [])],
    }));
    return { ...field, variants: { ...variants, options } };
  }
  const namedItem = item && withNamedVariants(item, isMark);
  const fields = field.fields?.map((one) => withNamedVariants(one, isMark));
  const isWhole = namedItem === item && (fields?.every((one, at) => one === field.fields?.[at]) ?? true);
  return isWhole ? field : { ...field, ...(item && { item: namedItem }), ...(fields && { fields }) };
}

/** Whether what is said of a field is for forms alone: it heads no column of a list. */
const isHelp = ({ column, description }: FieldModel): boolean =>
  column === false && description !== undefined;

/** What forms alone say of a field: where it is no column what it is, and its own words for broken rules. */
const formWordsOf = (field: FieldModel): Partial<Pick<FieldModel, 'description' | 'messages'>> => ({
  ...(isHelp(field) && { description: field.description }),
  ...(Object.keys(field.messages).length > 0 && { messages: field.messages }),
});

/** A field without what forms alone say of it: that comes with the entity's schema. */
function withoutHelp(field: FieldModel): FieldModel {
  const { description, ...rest } = field;
  return { ...rest, ...(!isHelp(field) && description !== undefined && { description }), messages: {} };
}

type Edited = Pick<FieldModel, 'widget' | 'type'>;

/** What a list says of a value of this shape. */
function fieldsInSentence({ sentence = '', fields }: VariantModel): FieldModel[] {
  const named = sentenceFields(parseSentence(sentence) ?? []);
  return fields.filter(({ name }) => named.includes(name)).map((field) => withNamedVariants(field));
}

/** The texts of a value of this shape, and the pictures in it, however deep. */
const visibleFields = (fields: FieldModel[]): FieldModel[] => [
  ...fields
    .filter(({ type, constant, collapsed }) => TEXTS.includes(type) && constant === undefined && !collapsed)
    .map(withoutTexts),
  ...picturesIn(fields),
];
const TEXTS: FieldModel['type'][] = ['text', 'long-text'];

function picturesIn(fields: FieldModel[]): FieldModel[] {
  return fields.flatMap((field) => {
    if (field.type === 'image') return [withoutTexts(field)];
    const own = field.fields && picturesIn(field.fields);
    const item = field.item?.fields && picturesIn(field.item.fields);
    if (own?.length) return [{ ...withoutTexts(field), fields: own }];
    return field.item && item?.length
      ? [{ ...withoutTexts(field), item: { ...withoutTexts(field.item), fields: item } }]
      : [];
  });
}

/** A field without what it is edited by. */
const withoutTexts = ({ description: _, fields: __, item: ___, ...field }: FieldModel): FieldModel => ({
  ...field,
  ...{ messages: {}, limits: [], options: {} },
});

/** How the fields inside of variants are edited, each way once: by that their editors are fetched with the variants. */
function editedInVariants(fields: FieldModel[]): Edited[] {
  const ways = new Map<string, Edited>();
  walkFields(fields, ({ variants }) => {
    for (const option of variants?.options ?? [])
      walkFields(option.fields, ({ widget, type }) => ways.set(`${widget} ${type}`, { widget, type }));
  });
  return [...ways.values()];
}

/** JSON that is valid JavaScript; parsing a string is quicker than a big literal. */
function json(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 10_000 ? `JSON.parse(${JSON.stringify(text)})` : text;
}
