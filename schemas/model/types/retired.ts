import type { FieldModel } from './field.ts';
import type { Json } from './json.ts';

/** What becomes of the values of something that a schema retires: they stay stored unseen, or are deleted. */
export type RetiredValues = 'keep' | 'drop';

/** One step from a record to a value in it: a field, `*` for each item of a list, or a variant. */
export type RetiredStep = string | { by: string; variant: string };

/** A field that is no longer part of its entity. */
export interface RetiredField {
  /** From the record to the field, which is the last step. */
  steps: RetiredStep[];
  values: RetiredValues;
  /** What its values are, where they are kept. */
  field?: FieldModel;
}

/** Choices that a field offers no more, each with the one that stored values become. */
interface RetiredChoices {
  steps: RetiredStep[];
  choices: Record<string, Json>;
}

export interface RetiredModel {
  fields: RetiredField[];
  choices: RetiredChoices[];
}

/** An entity that is no longer part of the product. */
export interface RetiredEntity {
  name: string;
  values: RetiredValues;
}
