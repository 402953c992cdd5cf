import type { LifecycleModel, StateRule, TransitionModel } from '../types/lifecycle.ts';
import type { ActionModel, FieldModel, JsonSchema } from '../types.ts';
import { withoutUndefined } from './field.ts';
import { humanise } from './titles.ts';

/** `x-entity.lifecycle` as the vocabulary allows it. */
export interface LifecycleKeywords {
  field: string;
  initial: string;
  transitions?: TransitionKeywords[];
  edit?: StateRule;
  delete?: StateRule;
}
type TransitionKeywords = Partial<ActionModel> &
  Pick<ActionModel, 'id'> &
  Partial<Omit<TransitionModel, 'to'>> & { to?: string | string[] };

export function lifecycleOf(own: LifecycleKeywords | undefined): LifecycleModel | undefined {
  if (!own) return undefined;
  const { transitions: _, ...lifecycle } = own;
  return lifecycle;
}

/** Transitions are actions; those of the system are offered nowhere. */
export function transitionsOf({ transitions = [] }: Partial<LifecycleKeywords> = {}): ActionModel[] {
  return transitions.map(({ from = [], to = [], by = 'people', ...own }) =>
    withoutUndefined<ActionModel>({
      label: humanise(own.id),
      ...own,
      on: by === 'system' ? [] : (own.on ?? ['row', 'bulk', 'record']),
      transition: { from, to: [to].flat(), by },
    }),
  );
}

/**
 * Marks the field that holds the state as the services' to set: forms do not ask for it, requests cannot give it.
 * @param named the fields that the form places; absent where it places none, and shows all
 */
export function applyStateField(
  fields: FieldModel[],
  lifecycle: LifecycleModel | undefined,
  named?: readonly string[],
): void {
  const field = fields.find(({ name }) => name === lifecycle?.field);
  const isChoice = field?.choices?.some(({ value }) => value === lifecycle?.initial);
  if (!field || !lifecycle || !isChoice) return;
  field.readOnly = true;
  field.required = false;
  field.default = lifecycle.initial;
  const isShown = named === undefined || named.includes(field.name) || named.includes('*');
  field.mode = { create: 'hidden', edit: isShown ? 'read' : 'hidden' };
}

/** The plain schema of an entity: every stored record has a state, none is sent with another. */
export function schemaWithState(schema: JsonSchema, lifecycle: LifecycleModel | undefined): JsonSchema {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const state = lifecycle && properties[lifecycle.field];
  if (!state) return schema;
  const required = new Set([...((schema['required'] ?? []) as string[]), lifecycle.field]);
  const kept = { ...state, readOnly: true, default: lifecycle.initial };
  return { ...schema, required: [...required], properties: { ...properties, [lifecycle.field]: kept } };
}
