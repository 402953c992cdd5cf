/** JSON that a schema or a record may hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type JsonSchema = { [key: string]: Json };

/** A stored record as it travels: the entity's own fields beside the bookkeeping ones. */
export type EntityRecord = { id: string; version: number; createdAt: string; updatedAt: string } & {
  [key: string]: Json | undefined;
};

/** A mistake in the configuration, told so that it can be mended without reading code. */
export interface SchemaProblem {
  file: string;
  /** JSON pointer into the file. */
  path: string;
  message: string;
}

/** Messages by JSON pointer into the record (`/messages/0/text`); empty when all is well. */
export type FieldErrors = Record<string, string>;
