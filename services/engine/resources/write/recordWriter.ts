import type { ConfirmedWarning } from '../../../../schemas/model/responses.ts';
import type { ActionModel, EntityRecord } from '../../../../schemas/model/types.ts';
import type { RecordResponse, DeleteResponse } from '../recordResponse.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Record<string, unknown>;

export interface CreateOptions {
  /** `create` unless it is `duplicate`, `restore` or a verb; told in the history. */
  operation?: string;
  /** Known before: a record that comes back, or one whose id something else has. */
  id?: string;
  /** ISO 8601, for what happened earlier. */
  createdAt?: string;
  /** `open`: the values were chosen by the services, not by the person, who may therefore not be allowed to. */
  locked?: Exclude<LockedFieldPolicy, 'keep'>;
  /** `yield`: marks that only one record may have stay with the records that have them now. */
  exclusiveFlags?: 'yield';
  /** What the record was before it was deleted: ids inside of it that others name stay. */
  deletedState?: Values;
  /** What else belongs to the same transaction, once the record is stored. */
  afterStore?: (unit: UnitOfWork) => Promise<void>;
}

export interface DeleteOptions {
  /** The record whose deletion brings this one about: it comes back with that one. */
  cause?: string;
}

export interface ChangeOptions {
  /** The version that the change was made from; left out, whichever it is. */
  version?: number;
  operation?: string;
  locked?: LockedFieldPolicy;
  /** `skip`: a record that already breaks a validation rule is changed all the same. */
  validation?: 'skip';
  /** The schema's action that makes the change: its conditions hold for the record as it is stored now. */
  action?: ActionModel;
  /** What the person was asked for, for hooks. */
  input?: Values;
  /** Warnings that the person confirmed, for the history. */
  confirmed?: readonly ConfirmedWarning[];
}

export type TransitionOptions = Pick<ChangeOptions, 'version' | 'validation' | 'input' | 'confirmed'>;

/** Other values of what the person may not change: refused, kept as stored, or (chosen by the services) taken. */
export type LockedFieldPolicy = 'refuse' | 'keep' | 'open';

/** Changes records of one entity, by one actor and within their rights. `Records` is what does it. */
export interface RecordWriter<T = unknown> {
  create(values: Partial<T> & Values, options?: CreateOptions): Promise<RecordResponse<T>>;
  createAll(all: readonly { id: string; values: Partial<T> & Values }[]): Promise<EntityRecord[]>;
  change(
    id: string,
    change: (stored: T & EntityRecord) => Values,
    options?: ChangeOptions,
  ): Promise<RecordResponse<T>>;
  transition(
    id: string,
    transition: string,
    values?: Partial<T> & Values,
    options?: TransitionOptions,
  ): Promise<RecordResponse<T>>;
  remove(id: string, options?: DeleteOptions): Promise<DeleteResponse<T>>;
}
