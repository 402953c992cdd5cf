import type { Match } from './match.ts';

/** The states of records: the choices of one field, which only transitions change. */
export interface LifecycleModel {
  field: string;
  /** The state of new records and copies. */
  initial: string;
  /** When records may be edited; left out, always. */
  edit?: StateRule;
  /** When records may be deleted; left out, always. */
  delete?: StateRule;
}

export interface StateRule {
  /** States in which it may be done. */
  in: string[];
  /** Why it may not be done in other states. */
  else: string;
  /** `else` of single states. */
  elseIn?: Record<string, string>;
}

/** The transition of an action. */
export interface TransitionModel {
  from: string[];
  /** The target state, or several, of which a hook of the module selects one. */
  to: string[];
  /** `system`: only the services run it, so it has no button, endpoint or right. */
  by: 'people' | 'system';
}

/** A rule under which a transition needs approval; the first rule that holds counts. */
export interface ApprovalRule {
  /** Condition on fields, `$settings.<entity>.<field>` and a module's `$figures.<name>`. */
  when: Match;
  /** The transition that approves: whoever may run it may approve. */
  by: string;
  /** The action that requests approval. */
  ask?: string;
  /**
   * People who may not approve: who wrote the record or changed it since its last approval by another person, and who
   * requested the approval.
   */
  notBy?: 'author';
  /** Why the transition is refused; its placeholders are settings and figures of `when`: `{{approvalFrom}}`. */
  else: string;
}
