/** JSON that a schema or a record may hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type JsonSchema = { [key: string]: Json };

/** A stored record in requests and responses: the entity's fields and the system fields. */
export type EntityRecord = { id: string; version: number; createdAt: string; updatedAt: string } & {
  [key: string]: Json | undefined;
};

/** A mistake in the configuration, explained so that it can be fixed without reading code. */
export interface SchemaProblem {
  file: string;
  /** JSON pointer into the file. */
  path: string;
  message: string;
}

/** Messages by JSON pointer into the record (`/messages/0/text`); empty for a valid record. */
export type FieldErrors = Record<string, string>;
