import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel, Json, RetiredModel } from '../../../schemas/model/types.ts';
import { indexesOf } from './indexes.ts';
import { retiredStoredFields } from './retiring.ts';

/** What of a field decides whether stored values stay valid. */
export interface ShapeField {
  name: string;
  type: FieldModel['type'];
  required: boolean;
  /** Its values are kept, but it is no longer part of the entity. */
  retired?: true;
  /** Of a newer version that was gone back from: its values stay. */
  left?: true;
  /** Kept beside the document. */
  live?: boolean;
  conditional: boolean;
  default?: Json;
  constant?: Json;
  choices?: Json[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  counts?: 'graphemes' | 'units';
  fields?: ShapeField[];
  item?: ShapeField;
  variants?: { discriminator: string; options: { value: string; fields: ShapeField[] }[] };
}

export interface StoredShape {
  /** The whole entity is of a newer version that was gone back from. */
  left?: true;
  /** Rows are events, whose fields are columns. */
  events?: true;
  fields: ShapeField[];
  unique: string[][];
}

/** The part of a model that is kept beside the table, to tell what a later schema changes. */
export function storedShape(model: EntityModel): StoredShape {
  return {
    ...(model.events && { events: true }),
    fields: [
      ...model.fields.filter((field) => !field.computed).map(shapeOf),
      ...retiredStoredFields(model).map((field) => ({ ...shapeOf(field), retired: true as const })),
    ],
    unique: model.unique.map((set) => set.fields),
  };
}

/** The same where a newer version is gone back from, with the fields that it leaves behind. */
export function shapeWithLeft(model: EntityModel, before: StoredShape | undefined): StoredShape {
  const shape = storedShape(model);
  const known = new Set(shape.fields.map(({ name }) => name));
  const left = (before?.fields ?? []).filter(({ name }) => !known.has(name));
  return {
    ...shape,
    fields: [...shape.fields, ...left.map((field) => ({ ...field, retired: true, left: true }) as const)],
  };
}

/** What of a field counts as it is. */
const KEPT = [
  'name',
  'type',
  'required',
  'constant',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
] as const;

const picked = (field: FieldModel): Pick<FieldModel, (typeof KEPT)[number]> =>
  Object.fromEntries(KEPT.map((key) => [key, field[key]])) as Pick<FieldModel, (typeof KEPT)[number]>;

/** The same of one field. */
export function shapeOf(field: FieldModel): ShapeField {
  return {
    ...picked(field),
    // As shapes were stored before.
    counts: field.lengthUnit === 'utf16' ? 'units' : field.lengthUnit,
    conditional: field.visibleWhen !== undefined,
    ...(field.live && { live: true }),
    default: field.default,
    choices: field.choices?.map((choice) => choice.value),
    fields: field.fields?.map(shapeOf),
    item: field.item && shapeOf(field.item),
    variants: field.variants && {
      discriminator: field.variants.discriminator,
      options: field.variants.options.map((option) => ({
        value: option.value,
        fields: option.fields.map(shapeOf),
      })),
    },
  };
}

const retirementsOf = ({ fields, choices }: RetiredModel): unknown => [
  fields.map(({ steps, values }) => [steps, values]),
  choices,
];

const fingerprints = new WeakMap<EntityModel, string>();

/** Changes when the table, its indexes or the validity of its rows may change. */
export function fingerprintOf(model: EntityModel): string {
  let fingerprint = fingerprints.get(model);
  if (!fingerprint) {
    const indexes = indexesOf(model).map((index) => index.sql);
    fingerprint = createHash('sha256')
      .update(
        JSON.stringify([
          storedShape(model),
          indexes,
          ...(model.events ? [model.events.rollups] : []),
          ...(model.retired ? [retirementsOf(model.retired)] : []),
        ]),
      )
      .digest('hex');
    fingerprints.set(model, fingerprint);
  }
  return fingerprint;
}
