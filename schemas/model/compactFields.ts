import type { FieldModel } from './types.ts';

/** Properties that most fields have, omitted from what the console is sent. */
const defaultPropertiesOf = ({ name, type }: Pick<FieldModel, 'name' | 'type'>): Record<string, unknown> => ({
  path: name,
  widget: type,
  display: type,
  options: {},
  required: false,
  readOnly: false,
  mode: { create: 'edit', edit: 'edit' },
  unique: false,
  secret: false,
  messages: {},
  access: {},
  limits: [],
  variables: false,
});

/** A field without its default properties. */
export type CompactField = Partial<Omit<FieldModel, 'fields' | 'item' | 'variants'>> &
  Pick<FieldModel, 'name' | 'type'> & {
    fields?: CompactField[];
    item?: CompactField;
    variants?: Omit<NonNullable<FieldModel['variants']>, 'options'> & {
      options: { fields: CompactField[] }[];
    };
  };

/** Removes the default properties of fields. */
export const compactFields = (fields: readonly FieldModel[]): CompactField[] => fields.map(compactField);

function compactField(field: FieldModel): CompactField {
  const { fields, item, variants, ...properties } = field;
  const defaults = defaultPropertiesOf(field);
  const differing = Object.entries(properties).filter(
    ([name, value]) => !(name in defaults) || JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return {
    ...(Object.fromEntries(differing) as CompactField),
    ...(fields && { fields: compactFields(fields) }),
    ...(item && { item: compactField(item) }),
    ...(variants && {
      variants: {
        ...variants,
        options: variants.options.map((option) => ({ ...option, fields: compactFields(option.fields) })),
      },
    }),
  };
}

/** Reverses `compactFields`. */
export const restoreFields = (fields: readonly CompactField[]): FieldModel[] => fields.map(restoreField);

function restoreField(field: CompactField): FieldModel {
  const { fields, item, variants } = field;
  return {
    ...{ ...defaultPropertiesOf(field), ...field },
    ...(fields && { fields: restoreFields(fields) }),
    ...(item && { item: restoreField(item) }),
    ...(variants && {
      variants: {
        ...variants,
        options: variants.options.map((option) => ({ ...option, fields: restoreFields(option.fields) })),
      },
    }),
  } as FieldModel;
}
