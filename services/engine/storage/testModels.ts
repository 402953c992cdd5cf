import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';

/** A field of a model made for a test, with what the test is not about filled in. */
export function field(name: string, own: Partial<FieldModel> = {}): FieldModel {
  return {
    name,
    path: name,
    title: name,
    type: 'text',
    widget: 'text',
    display: 'text',
    options: {},
    required: false,
    readOnly: false,
    column: { sortable: true, align: 'left' },
    mode: { create: 'edit', edit: 'edit' },
    unique: false,
    secret: false,
    messages: {},
    access: {},
    limits: [],
    variables: false,
    ...own,
  };
}

export function choices(...values: (string | number)[]): Partial<FieldModel> {
  return { type: 'enum', choices: values.map((value) => ({ value, label: String(value) })) };
}

type ModelPart = Omit<Partial<EntityModel>, 'list'> & { list?: Partial<EntityModel['list']> };

/** An entity made for a test. */
export function model(name: string, fields: FieldModel[], { list, ...own }: ModelPart = {}): EntityModel {
  return {
    name,
    title: name,
    plural: `${name}s`,
    description: '',
    service: 'chatbot',
    path: `${name}s`,
    source: 'table',
    routes: false,
    menu: false,
    recordTitle: '{{name}}',
    fields,
    list: {
      columns: fields.map((one) => one.name),
      sort: { field: 'createdAt', order: 'DESC' },
      search: [],
      filters: [],
      pageSize: 20,
      layout: 'table',
      ...list,
    },
    form: { layout: 'page', main: [], aside: [], panels: [] },
    show: { meta: [], aside: [], copies: [], tabs: [] },
    exclusive: [],
    unique: fields
      .filter((one) => one.unique)
      .map((one) => ({ fields: [one.name], message: `${one.name} exists` })),
    access: { read: [], create: [], update: [], delete: [] },
    badges: [],
    actions: [],
    features: { history: true, duplicate: true, export: true, import: false, formats: {}, views: true },
    schema: {},
    ...own,
  };
}
