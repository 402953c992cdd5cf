/**
 * Modules that the build makes from the schema folder (`scripts/vite/schemas.ts`). The models are small and come
 * with the application; an entity's JSON Schema and its compiled check come when its form opens.
 */

/** Every entity, form, menu group and right. Each `schema` is empty here: `virtual:schemas` loads it. */
declare module 'virtual:product' {
  export const product: import('../schemas/model/types.ts').ProductModel;
}

/** Loaders of `virtual:schema/<name>` by name of entity or form. */
declare module 'virtual:schemas' {
  export const schemas: Record<string, () => Promise<typeof import('virtual:schema/*')>>;
}

/** JSON Schema and compiled check of one entity or form. */
declare module 'virtual:schema/*' {
  export const schema: import('../schemas/model/types.ts').JsonSchema;
  export const check: import('../schemas/model/check.ts').Check;
}

/** Model and compiled check of one form, for screens that must not load the whole product: sign in, reset… */
declare module 'virtual:form/*' {
  /** Its `schema` is empty: rules for `validate` are in `fields`, those for ajv in `check`. */
  export const form: import('../schemas/model/types.ts').FormSchemaModel;
  export const check: import('../schemas/model/check.ts').Check;
}
