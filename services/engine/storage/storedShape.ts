import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel, Json, RetiredModel } from '../../../schemas/model/types.ts';
import { indexesOf } from './indexes.ts';
import { retiredStoredFields } from './retiring.ts';

/** The properties of a field that decide whether stored values stay valid. */
export interface ShapeField {
  name: string;
  type: FieldModel['type'];
  required: boolean;
  /** No longer part of the entity; its values stay. */
  retired?: true;
  /** Of a newer version before a rollback; its values stay. */
  left?: true;
  /** Stored beside the document. */
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
  /** The entity is of a newer version before a rollback. */
  left?: true;
  /** Rows are events, whose fields are columns. */
  events?: true;
  fields: ShapeField[];
  unique: string[][];
}

/** The shape of a model, as stored with the table to detect what a later schema changes. */
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

/** The shape after a rollback: with the fields of the newer version, whose values stay. */
export function shapeAfterRollback(model: EntityModel, before: StoredShape | undefined): StoredShape {
  const shape = storedShape(model);
  const known = new Set(shape.fields.map(({ name }) => name));
  const left = (before?.fields ?? []).filter(({ name }) => !known.has(name));
  return {
    ...shape,
    fields: [...shape.fields, ...left.map((field) => ({ ...field, retired: true, left: true }) as const)],
  };
}

const COPIED_PROPERTIES = [
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

type CopiedProperties = Pick<FieldModel, (typeof COPIED_PROPERTIES)[number]>;
const copyProperties = (field: FieldModel): CopiedProperties =>
  Object.fromEntries(COPIED_PROPERTIES.map((key) => [key, field[key]])) as CopiedProperties;

/** The shape of one field. */
export function shapeOf(field: FieldModel): ShapeField {
  return {
    ...copyProperties(field),
    // Stored under the name that earlier versions used.
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

const toRetirementKey = ({ fields, choices }: RetiredModel): unknown => [
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
          ...(model.retired ? [toRetirementKey(model.retired)] : []),
        ]),
      )
      .digest('hex');
    fingerprints.set(model, fingerprint);
  }
  return fingerprint;
}
