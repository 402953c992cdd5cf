import type { FieldModel } from '../../../schemas/model/types.ts';
import type { NamedEditor } from './editorTypes.ts';
import { registerSign } from './signs.ts';
import { RANK_BY_NAME, type FieldTypeDefinition, type FieldValue, type TextTools } from './types.ts';

const registered: (FieldTypeDefinition | NamedEditor)[] = [];
const isType = (one: FieldTypeDefinition | NamedEditor): one is FieldTypeDefinition => 'Cell' in one;
// Asked for by every cell of every row.
let byField = new WeakMap<FieldModel, FieldTypeDefinition>();
let displays = new WeakMap<FieldModel, FieldTypeDefinition>();
const editors = new Map<string, NamedEditor | undefined>();

/**
 * Adds a field type, or an editor alone, as `src/custom` does for its own. Of types that suit a field the highest rank
 * wins, of the same name or rank the newest.
 */
export const registerFieldType = (definition: FieldTypeDefinition | NamedEditor): void => {
  registered.unshift(definition);
  if (isType(definition) && definition.Mark) registerSign(definition.name, definition.Mark);
  forgetChoices();
};

/** Adds the console's own ones (`fields/registry.ts`), behind all that is registered besides. */
export const registerOwnTypes = (definitions: readonly (FieldTypeDefinition | NamedEditor)[]): void => {
  registered.push(...definitions);
  forgetChoices();
};

function forgetChoices(): void {
  byField = new WeakMap();
  displays = new WeakMap();
  editors.clear();
}

const rankOf = ({ name, tester }: FieldTypeDefinition, field: FieldModel): number =>
  tester ? tester(field) : field.display === name ? RANK_BY_NAME : -1;

/** The type that suits a field best: how it is filtered and written as text. */
export const fieldTypeOf = (field: FieldModel): FieldTypeDefinition => {
  const known = byField.get(field);
  if (known) return known;
  const best = registered
    .filter(isType)
    .reduce((winner, one) => (rankOf(one, field) > rankOf(winner, field) ? one : winner));
  byField.set(field, best);
  return best;
};

/** The type that shows a field: the one its `display` names, or its own. A secret is never shown by another. */
export const displayOf = (field: FieldModel): FieldTypeDefinition => {
  const known = displays.get(field);
  if (known) return known;
  const named = field.secret
    ? undefined
    : registered.filter(isType).find((one) => one.name === field.display);
  const shown = named ?? fieldTypeOf(field);
  displays.set(field, shown);
  return shown;
};

/** Every name that a schema may use. */
export const fieldTypeNames = (): string[] => [...new Set(registered.map(({ name }) => name))];

/** The definition of a name that says how values are edited. */
export const editorNamed = (name: string): NamedEditor | undefined => {
  if (!editors.has(name)) {
    const found = registered.find((one) => one.name === name && (one.editor ?? one.structure ?? one.items));
    editors.set(name, found);
  }
  return editors.get(name);
};

const noTitles: TextTools['titleOf'] = () => undefined;

const toolsFor = (titleOf: TextTools['titleOf']): TextTools => {
  const tools: TextTools = {
    titleOf,
    text: (value, field) => fieldTypeOf(field).toText(value, field, tools),
  };
  return tools;
};

/** A value in one line for people. */
export const textOf = (value: FieldValue, field: FieldModel, titleOf = noTitles): string =>
  fieldTypeOf(field).toText(value, field, toolsFor(titleOf));
