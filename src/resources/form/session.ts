import { flushSync } from 'react-dom';
import type {
  FieldErrors,
  FieldModel,
  FormMode,
  FormModel,
  JsonObject,
  MatchContext,
} from '../../../schemas/model/types.ts';
import { escapePointer, valueAt } from '../../../schemas/model/pointer.ts';

/** One step from an object to a field or from a list to an item. */
export type Path = (string | number)[];

export const pointerOf = (path: Path): string => path.map((segment) => `/${escapePointer(segment)}`).join('');

/** Whether `pointer` is `base` or lies inside it. */
export const isWithin = (pointer: string, base: string): boolean =>
  pointer === base || pointer.startsWith(`${base}/`);

export interface SessionSettings {
  fields: FieldModel[];
  mode: FormMode;
  /** The person, for conditions that name `$user`. */
  user?: MatchContext['user'];
  /** Whether the person has one of these product resources. */
  can: (resources: string[] | undefined) => boolean;
  /** Every fault of a record, by pointer. */
  validate: (record: JsonObject) => FieldErrors;
  /** Prefix of the ids of inputs; two forms on one page differ in it. */
  idPrefix: string;
  /** Nothing may be changed: the record is only looked at. */
  readOnly?: boolean;
  /** How the fields are laid out; one section of all of them when it is not said. */
  form?: FormModel;
}

/** What a list keeps while it is unmounted: a stable key per item and the item that is open. */
export interface ListMemory {
  keys: number[];
  open: number | undefined;
}

/**
 * What a form knows beside its values, which rjsf owns: shown errors, input that is still on its way to rjsf,
 * what was touched, which lists are open where. Components subscribe to the part they show, so that a keystroke
 * redraws one input and not the form.
 */
export class FormSession {
  readonly settings: SessionSettings;
  /** The record as rjsf last reported it. */
  data: JsonObject;
  dirty = false;
  submitted = false;
  /** How often sending was refused. */
  refusals = 0;
  /** False while the form asks for more steps before it can be sent. */
  sendable = true;
  /** Pointer of the field to bring into view; those around it open, and the field itself takes the focus. */
  revealed: string | undefined;
  readonly lists = new Map<string, ListMemory>();
  /** What each variants field held before its type was switched, by place and type. */
  readonly variants = new Map<string, Map<string, JsonObject>>();

  private readonly listeners = new Set<() => void>();
  private readonly pending = new Set<() => void>();
  private readonly touched = new Set<string>();
  private faults: FieldErrors = {};
  private server: FieldErrors = {};
  private local: FieldErrors = {};
  private shown: FieldErrors = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: SessionSettings, data: JsonObject) {
    this.settings = settings;
    this.data = data;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  get errors(): FieldErrors {
    return this.shown;
  }

  id(path: Path): string {
    return [this.settings.idPrefix, ...path].join('_');
  }

  context(): MatchContext {
    return { root: this.data, user: this.settings.user };
  }

  read(path: Path): unknown {
    return valueAt(this.data, pointerOf(path));
  }

  /** Takes over what rjsf reports. Shown errors follow shortly after, not on every keystroke. */
  setData(data: JsonObject): void {
    this.data = data;
    this.notify();
    if (this.submitted || this.touched.size > 0) this.validateSoon();
  }

  markDirty(): void {
    if (this.dirty) return;
    this.dirty = true;
    this.notify();
  }

  markClean(): void {
    this.dirty = false;
    this.notify();
  }

  /** Registers input that rjsf does not have yet; `flush` hands it over. */
  addPending(flush: () => void): void {
    this.pending.add(flush);
  }
  removePending(flush: () => void): void {
    this.pending.delete(flush);
  }
  /** Hands over all input at once; afterwards `data` holds it. For event handlers, not for effects. */
  flush(): void {
    if (this.pending.size === 0) return;
    flushSync(() => {
      for (const flush of [...this.pending]) flush();
    });
  }

  /** The field was left: from now on its faults are shown. */
  touch(pointer: string): void {
    this.touched.add(pointer);
    this.validateSoon(0);
  }

  /** The value at a pointer changed: what the server said of it no longer holds. */
  changed(pointer: string): void {
    this.markDirty();
    const kept = Object.entries(this.server).filter(([at]) => !isWithin(at, pointer));
    if (kept.length === Object.keys(this.server).length) return;
    this.server = Object.fromEntries(kept);
    this.show();
  }

  /** Items of a list moved: errors shown by place no longer fit and are found anew. */
  reordered(pointer: string): void {
    this.changed(pointer);
    for (const at of this.touched) if (isWithin(at, pointer) && at !== pointer) this.touched.delete(at);
  }

  private validateSoon(delay = 200): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.faults = this.settings.validate(this.data);
      this.show();
    }, delay);
  }

  /** Checks everything, as submitting does; from now on every fault is shown. */
  validateAll(record: JsonObject): FieldErrors {
    clearTimeout(this.timer);
    this.submitted = true;
    this.faults = this.settings.validate(record);
    this.show();
    return { ...this.local, ...this.faults };
  }

  setServerErrors(errors: FieldErrors): void {
    this.server = errors;
    this.show();
  }

  /** A fault that only the input knows, such as text that is no JSON; it keeps the form from being sent. */
  setLocalError(pointer: string, message: string | undefined): void {
    if (this.local[pointer] === message) return;
    const { [pointer]: _, ...others } = this.local;
    this.local = message === undefined ? others : { ...others, [pointer]: message };
    this.show();
  }

  private show(): void {
    const known = { ...this.faults, ...this.local };
    const isShown = (pointer: string): boolean =>
      this.submitted || pointer in this.local || [...this.touched].some((at) => isWithin(pointer, at));
    this.shown = {
      ...Object.fromEntries(Object.entries(known).filter(([pointer]) => isShown(pointer))),
      ...this.server,
    };
    this.notify();
  }

  /** Checks the fields at these pointers, as leaving them does, and says which faults they have. */
  validateAt(pointers: string[]): string[] {
    this.flush();
    for (const pointer of pointers) this.touched.add(pointer);
    this.faults = this.settings.validate(this.data);
    this.show();
    return Object.keys(this.shown).filter((at) => pointers.some((base) => isWithin(at, base)));
  }

  /** Sending was refused: the summary of faults takes the word. */
  refuse(): void {
    this.refusals += 1;
    this.notify();
  }

  setSendable(sendable: boolean): void {
    if (this.sendable === sendable) return;
    this.sendable = sendable;
    this.notify();
  }

  reveal(pointer: string | undefined): void {
    this.revealed = pointer;
    this.notify();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }
}
