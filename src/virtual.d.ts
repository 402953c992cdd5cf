/**
 * Modules that the build makes from the schema folder (`scripts/vite/schemas.ts`). The models come with the
 * application; what the variants of an entity's fields hold, and its compiled check, come when a record is opened.
 */

/** Every entity, form and menu group, without the JSON Schemas; variants of entities' fields are named only, fields, layout and description of forms, steps, and what rules of approval say left out. */
declare module 'virtual:product' {
  type Model = import('../schemas/model/types.ts').ProductModel;
  export const product: Omit<Model, 'access' | 'entities' | 'forms' | 'guides'> & {
    entities: Omit<Model['entities'][number], 'exclusive' | 'schema'>[];
    forms: Omit<Model['forms'][number], 'schema' | 'description'>[];
  };
}

/**
 * Loaders of `virtual:schema/<name>` by name of entity or form; and, by name of entity, how the fields are edited that
 * come with it.
 */
declare module 'virtual:schemas' {
  export const variantEditors: Record<
    string,
    Pick<import('../schemas/model/types.ts').FieldModel, 'widget' | 'type'>[] | undefined
  >;
  export const schemas: Record<string, () => Promise<typeof import('virtual:schema/*')>>;
}

/** Compiled check of one entity or form; of an entity the fields with variants, whole, and the form where it has steps or examples, of a form all fields. */
declare module 'virtual:schema/*' {
  export const fields: import('../schemas/model/types.ts').FieldModel[];
  /** What forms alone say of fields, by name. */
  export const help: Record<
    string,
    Partial<Pick<import('../schemas/model/types.ts').FieldModel, 'description' | 'messages'>>
  >;
  export const steps: import('../schemas/model/types.ts').FormModel | undefined;
  export const check: import('../schemas/model/schemaValidator.ts').SchemaValidator;
}

/** Model and compiled check of one form, for screens that must not load the whole product: sign in, reset… */
declare module 'virtual:form/*' {
  /** Without its JSON Schema: rules for `validate` are in `fields`, those for ajv in `check`. */
  export const form: Omit<import('../schemas/model/types.ts').FormSchemaModel, 'schema'>;
  export const check: import('../schemas/model/schemaValidator.ts').SchemaValidator;
}

/** The pages of the guide, in order; and as they are in other languages, by their codes. */
declare module 'virtual:guides' {
  interface Page {
    title: string;
    load: () => Promise<typeof import('virtual:guide/*')>;
  }
  export const guides: (Page & { name: string; translations: Record<string, Page | undefined> })[];
}

/** One page of the guide as HTML; `data-guide` on its buttons names the page that each leads to. */
declare module 'virtual:guide/*' {
  export const html: string;
}

/** Loaders of the catalogues, by language (`scripts/vite/texts.ts`). */
declare module 'virtual:languages' {
  export const catalogues: Record<string, () => Promise<Record<string, string>>>;
}

/** What the web chat itself says, in every language but English. */
declare module 'virtual:webchat-texts' {
  export const catalogues: Record<string, Record<string, string>>;
}

/** Address of a file that the build copies. */
declare module '*?url' {
  const url: string;
  export default url;
}
