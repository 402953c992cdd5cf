import type { Match } from './match.ts';

/** The states that records go through: the choices of one field, which the services keep. */
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
  /** The sentence that says why not. */
  else: string;
  /** Other sentences, by the state that they are said in. */
  elseIn?: Record<string, string>;
}

/** What makes an action a transition. */
export interface TransitionModel {
  from: string[];
  /** One state, or several of which a hook of the module says which. */
  to: string[];
  /** `system`: only the services make it, so it has no button, no address and no right. */
  by: 'people' | 'system';
}

/** A rule by which a transition needs an approval; of several the first that holds counts. */
export interface ApprovalRule {
  /** When it needs one: by fields, by `$settings.<entity>.<field>` and by `$figures.<name>` of a module. */
  when: Match;
  /** The transition by which it is approved: whoever may make it may approve. */
  by: string;
  /** The action by which approval is asked for. */
  ask?: string;
  /** Who may not approve: who wrote the record or changed it since somebody else approved it, and whoever asked. */
  notBy?: 'author';
  /** Why the transition is refused, with settings and figures of `when`: `{{approvalFrom}}`. */
  else: string;
}
