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

/** Compiles transitions to actions; those of the system are offered nowhere. */
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
 * Makes the state's field read-only: forms do not ask for it, requests cannot set it.
 * @param placedFields fields that the form places; absent where it shows all
 */
export function applyStateField(
  fields: FieldModel[],
  lifecycle: LifecycleModel | undefined,
  placedFields?: readonly string[],
): void {
  const field = fields.find(({ name }) => name === lifecycle?.field);
  const isChoice = field?.choices?.some(({ value }) => value === lifecycle?.initial);
  if (!field || !lifecycle || !isChoice) return;
  field.readOnly = true;
  field.required = false;
  field.default = lifecycle.initial;
  const isShown =
    placedFields === undefined || placedFields.includes(field.name) || placedFields.includes('*');
  field.mode = { create: 'hidden', edit: isShown ? 'read' : 'hidden' };
}

/** The entity's plain schema with the state required and read-only. */
export function schemaWithState(schema: JsonSchema, lifecycle: LifecycleModel | undefined): JsonSchema {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const state = lifecycle && properties[lifecycle.field];
  if (!state) return schema;
  const required = new Set([...((schema['required'] ?? []) as string[]), lifecycle.field]);
  const stateSchema = { ...state, readOnly: true, default: lifecycle.initial };
  return {
    ...schema,
    required: [...required],
    properties: { ...properties, [lifecycle.field]: stateSchema },
  };
}
