import type { FieldModel } from './field.ts';
import type { Json } from './json.ts';

/** What happens to values of a retired field: they stay stored and hidden, or are deleted. */
export type RetiredValues = 'keep' | 'drop';

/** One step from a record to a nested value: a field, `*` for each item of a list, or a variant. */
export type RetiredStep = string | { by: string; variant: string };

/** A retired field. */
export interface RetiredField {
  /** Path from the record to the field, which is the last step. */
  steps: RetiredStep[];
  values: RetiredValues;
  /** The field's model, where its values are kept. */
  field?: FieldModel;
}

/** Retired choices of a field, each with the choice that replaces stored values. */
interface RetiredChoices {
  steps: RetiredStep[];
  choices: Record<string, Json>;
}

export interface RetiredModel {
  fields: RetiredField[];
  choices: RetiredChoices[];
}

/** A retired entity. */
export interface RetiredEntity {
  name: string;
  values: RetiredValues;
}
