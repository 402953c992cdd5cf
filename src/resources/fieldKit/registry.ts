import type { FieldModel } from '../../../schemas/model/types.ts';
import type { NamedEditor } from './editorTypes.ts';
import { registerSign } from './signs.ts';
import { RANK_BY_NAME, type FieldTypeDefinition, type FieldValue, type TextTools } from './types.ts';

const registered: (FieldTypeDefinition | NamedEditor)[] = [];
const isType = (one: FieldTypeDefinition | NamedEditor): one is FieldTypeDefinition => 'Cell' in one;
// Cached, since every cell of every row looks its type up.
let typeByField = new WeakMap<FieldModel, FieldTypeDefinition>();
let displayTypeByField = new WeakMap<FieldModel, FieldTypeDefinition>();
const editors = new Map<string, NamedEditor | undefined>();

/**
 * Registers a field type or an editor, also from `src/custom`. The highest rank wins for a field; among equal ranks
 * or names the newest.
 */
export const registerFieldType = (definition: FieldTypeDefinition | NamedEditor): void => {
  registered.unshift(definition);
  if (isType(definition) && definition.Mark) registerSign(definition.name, definition.Mark);
  clearCaches();
};

/** Registers the built-in types (`fields/registry.ts`), with lower priority than all others. */
export const registerBuiltInTypes = (definitions: readonly (FieldTypeDefinition | NamedEditor)[]): void => {
  registered.push(...definitions);
  clearCaches();
};

function clearCaches(): void {
  typeByField = new WeakMap();
  displayTypeByField = new WeakMap();
  editors.clear();
}

const computeRank = ({ name, tester }: FieldTypeDefinition, field: FieldModel): number =>
  tester ? tester(field) : field.display === name ? RANK_BY_NAME : -1;

/** The best type of a field, for filters and text. */
export const findFieldType = (field: FieldModel): FieldTypeDefinition => {
  const known = typeByField.get(field);
  if (known) return known;
  const best = registered
    .filter(isType)
    .reduce((winner, one) => (computeRank(one, field) > computeRank(winner, field) ? one : winner));
  typeByField.set(field, best);
  return best;
};

/** The type that displays a field: its `display`, else its own type. Secrets ignore `display`. */
export const findDisplayType = (field: FieldModel): FieldTypeDefinition => {
  const known = displayTypeByField.get(field);
  if (known) return known;
  const named = field.secret
    ? undefined
    : registered.filter(isType).find((one) => one.name === field.display);
  const shown = named ?? findFieldType(field);
  displayTypeByField.set(field, shown);
  return shown;
};

/** All registered names. */
export const fieldTypeNames = (): string[] => [...new Set(registered.map(({ name }) => name))];

/** Finds the definition of a name that has an editor. */
export const findNamedEditor = (name: string): NamedEditor | undefined => {
  if (!editors.has(name)) {
    const found = registered.find((one) => one.name === name && (one.editor ?? one.structure ?? one.items));
    editors.set(name, found);
  }
  return editors.get(name);
};

const noTitles: TextTools['titleOf'] = () => undefined;

const createTextTools = (titleOf: TextTools['titleOf']): TextTools => {
  const tools: TextTools = {
    titleOf,
    text: (value, field) => findFieldType(field).toText(value, field, tools),
  };
  return tools;
};

/** Formats a value as one line of text. */
export const formatAsText = (value: FieldValue, field: FieldModel, titleOf = noTitles): string =>
  findFieldType(field).toText(value, field, createTextTools(titleOf));
