import type { ConfirmedWarning } from '../../../../schemas/model/responses.ts';
import type { ActionModel, EntityRecord } from '../../../../schemas/model/types.ts';
import type { RecordResponse, DeleteResponse } from '../recordResponse.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Record<string, unknown>;

export interface CreateOptions {
  /** `create` (default), `duplicate`, `restore` or a verb; recorded in the history. */
  operation?: string;
  /** For a restored record, or one whose id was assigned before. */
  id?: string;
  /** ISO 8601, for a record of an earlier time. */
  createdAt?: string;
  /** `open`: the server chose the values, so the person's rights to fields do not apply. */
  locked?: Exclude<LockedFieldPolicy, 'keep'>;
  /** `yield`: exclusive flags stay with the records that have them; default: as `onConflict` of the schema says. */
  exclusiveFlags?: 'yield';
  /** The record before it was deleted: ids inside of it, to which others refer, stay the same. */
  deletedState?: Values;
  /** Runs in the same transaction once the record is stored. */
  afterStore?: (unit: UnitOfWork) => Promise<void>;
}

export interface DeleteOptions {
  /** The record whose deletion causes this one: both are restored together. */
  cause?: string;
}

export interface ChangeOptions {
  /** The version that the change was made from; if omitted, any. */
  version?: number;
  operation?: string;
  locked?: LockedFieldPolicy;
  /** `skip`: a record that already breaks a validation rule is changed all the same. */
  validation?: 'skip';
  /** The schema's action that makes the change: its conditions are checked on the locked record. */
  action?: ActionModel;
  /** The action's input, for hooks. */
  input?: Values;
  /** Warnings that the person confirmed, for the history. */
  confirmed?: readonly ConfirmedWarning[];
}

export type TransitionOptions = Pick<ChangeOptions, 'version' | 'validation' | 'input' | 'confirmed'>;

/** For values of fields that the person may not change: rejected, kept as stored, or (chosen by the server) accepted. */
export type LockedFieldPolicy = 'refuse' | 'keep' | 'open';

/** Writes records of one entity by one actor, within their rights. Implemented by `Records`. */
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
