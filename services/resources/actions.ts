import type { EntityModel, EntityRecord, Operation } from '../../schemas/model/types.ts';
import type { Principal } from '../plugins/access.ts';

export interface ActionCall {
  model: EntityModel;
  /** The record that the verb is about; absent for verbs of the whole collection. */
  record?: EntityRecord;
  /** The request's body, checked against the action's `input` form where it names one. */
  input: Record<string, unknown>;
  user: Principal;
}

/** A domain verb: `POST {path}/{id}/{verb}` with a record, `POST {path}/{verb}` without. Its result is the answer. */
export interface ActionHandler {
  on: 'record' | 'list';
  /** What the person must be allowed; by default the verb's own right, as the schema's action gives it. */
  operation?: Operation;
  run(call: ActionCall): Promise<unknown>;
}

/** What else happens once a record of the entity has been written. */
export interface Effects {
  created?(record: EntityRecord, user: Principal): Promise<void>;
  updated?(record: EntityRecord, before: EntityRecord, user: Principal): Promise<void>;
  deleted?(record: EntityRecord, user: Principal): Promise<void>;
}

/** Domain folders add verbs and effects here; the generic routes look them up by entity and verb. */
export class Actions {
  private readonly handlers = new Map<string, ActionHandler>();
  private readonly effects = new Map<string, Effects[]>();

  register(entity: string, verb: string, handler: ActionHandler): void {
    const key = `${entity}/${handler.on}/${verb}`;
    if (this.handlers.has(key)) throw new Error(`The verb ${verb} of ${entity} is registered twice`);
    this.handlers.set(key, handler);
  }

  find(entity: string, on: ActionHandler['on'], verb: string): ActionHandler | undefined {
    return this.handlers.get(`${entity}/${on}/${verb}`);
  }

  /** Verbs of an entity, for the description of the API. */
  verbsOf(entity: string): { verb: string; handler: ActionHandler }[] {
    const own = [...this.handlers].filter(([key]) => key.startsWith(`${entity}/`));
    return own.map(([key, handler]) => ({ verb: key.slice(key.lastIndexOf('/') + 1), handler }));
  }

  onWrite(entity: string, effects: Effects): void {
    this.effects.set(entity, [...(this.effects.get(entity) ?? []), effects]);
  }

  async created(entity: string, record: EntityRecord, user: Principal): Promise<void> {
    for (const effect of this.effects.get(entity) ?? []) await effect.created?.(record, user);
  }

  async updated(entity: string, record: EntityRecord, before: EntityRecord, user: Principal): Promise<void> {
    for (const effect of this.effects.get(entity) ?? []) await effect.updated?.(record, before, user);
  }

  async deleted(entity: string, record: EntityRecord, user: Principal): Promise<void> {
    for (const effect of this.effects.get(entity) ?? []) await effect.deleted?.(record, user);
  }
}
