import type { FieldModel } from './types.ts';

/** What most fields say, and is left out of them on the way to the console. */
const usualOf = ({ name, type }: Pick<FieldModel, 'name' | 'type'>): Record<string, unknown> => ({
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

/** A field as it is sent: without what is usual. */
export type CompactField = Partial<Omit<FieldModel, 'fields' | 'item' | 'variants'>> &
  Pick<FieldModel, 'name' | 'type'> & {
    fields?: CompactField[];
    item?: CompactField;
    variants?: Omit<NonNullable<FieldModel['variants']>, 'options'> & {
      options: { fields: CompactField[] }[];
    };
  };

/** Fields without what most of them say. */
export const compactFields = (fields: readonly FieldModel[]): CompactField[] => fields.map(compactField);

function compactField(field: FieldModel): CompactField {
  const { fields, item, variants, ...own } = field;
  const usual = usualOf(field);
  const said = Object.entries(own).filter(
    ([name, value]) => !(name in usual) || JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  return {
    ...(Object.fromEntries(said) as CompactField),
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

/** The fields as they were before `compactFields`. */
export const restoreFields = (fields: readonly CompactField[]): FieldModel[] => fields.map(restoreField);

function restoreField(field: CompactField): FieldModel {
  const { fields, item, variants } = field;
  return {
    ...{ ...usualOf(field), ...field },
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
