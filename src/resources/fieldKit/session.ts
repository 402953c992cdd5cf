import { startTransition } from 'react';
import type {
  FieldErrors,
  FieldModel,
  FormMode,
  FormModel,
  Json,
  JsonObject,
  MatchContext,
  ValuesInUse,
} from '../../../schemas/model/types.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import { type TextRules, findUnknownVariables } from './findUnknownVariables.ts';
import { isWithin, type Path, pointerOf } from './pointers.ts';
import { DeferredSubscribers } from './deferredSubscribers.ts';
import { ReleaseQueue } from './releaseQueue.ts';
import { unparsedErrors } from './unparsed.ts';
import { withValueAt } from './withValueAt.ts';

export interface SessionSettings {
  fields: FieldModel[];
  mode: FormMode;
  /** The person, for conditions that name the user. */
  user?: MatchContext['user'];
  /** Values in use, for conditions that name them. */
  inUse?: ValuesInUse;
  /** Whether the person has one of these product resources. */
  can: (resources: string[] | undefined) => boolean;
  /** Every fault of a record, the form's own or another one, by pointer. */
  validate: (record: JsonObject) => FieldErrors;
  /** Prefix of the ids of inputs; two forms on one page differ in it. */
  idPrefix: string;
  /** Nothing may be changed: the record is only looked at. */
  readOnly?: boolean;
  /** The cursor begins in the first input. */
  autoFocus?: boolean;
  /** How the fields are laid out; one section of all of them when it is not said. */
  form?: FormModel;
}

/** What a list keeps while it is unmounted: a stable key per item and the item that is open. */
export interface ListMemory {
  keys: number[];
  open: number | undefined;
}

/** Milliseconds without a key after which what shows a typed value beside its input is drawn anew. */
const TYPING_PAUSE_MS = 250;

/**
 * What a form knows: its values, shown errors, what was touched, which lists are open where. It is the only place of the
 * values: rjsf draws the structure of the schema once and holds none. Input is in `data` with the very key that made it,
 * so that what is sent is what is seen. Components subscribe to the part they show: they are drawn anew at once, or
 * while someone types once the keys pause, so that a keystroke redraws one input and not the form.
 */
export class FormSession {
  readonly settings: SessionSettings;
  /** The record as it is entered by now. */
  data: JsonObject;
  /** The record that the input is made on, for rules that compare with it; absent for a new one. */
  stored: JsonObject | undefined;
  dirty = false;
  submitted = false;
  /** Values that follow from records that the form refers to; judged and shown with it, and not sent. */
  derived: JsonObject = {};
  /** How often sending was refused. */
  refusals = 0;
  /** How often the form began with other values, and the values that it had before. */
  round = 0;
  before: JsonObject = {};
  /** Pointer of the field to bring into view; those around it open, and the field itself takes the focus. */
  revealed: string | undefined;
  readonly listMemories = new Map<string, ListMemory>();
  /** What each variants field held before its type was switched, by place and type. */
  readonly variantMemories = new Map<string, Map<string, JsonObject>>();

  private readonly listeners = new Set<() => void>();
  private readonly release = new ReleaseQueue();
  private readonly deferred = new DeferredSubscribers((draw) => this.release.run(draw));
  private readonly edited = new Set<string>();
  private readonly touched = new Set<string>();
  /** What is known of the variables that texts name. */
  textRules: TextRules = {};
  private unknownVariables: ReadonlySet<string> = new Set();
  private found: FieldErrors = {};
  private blocked: FieldErrors = {};
  private serverErrors: FieldErrors = {};
  private shownErrors: FieldErrors = {};
  private whole: { of: readonly unknown[]; record: JsonObject } | undefined;
  private judged: { record: JsonObject; faults: FieldErrors } | undefined;
  private validationTimer: ReturnType<typeof setTimeout> | undefined;
  private typingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: SessionSettings, data: JsonObject) {
    this.settings = settings;
    this.data = data;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Hears what is typed, before what stands around an input is drawn anew. */
  readonly subscribeDeferred = this.deferred.subscribe;

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** While a pointer is pressed, faults that come or go and fields that depend on others wait. */
  setPressed(isPressed: boolean): void {
    this.release.setPressed(isPressed);
  }

  get errors(): FieldErrors {
    return this.shownErrors;
  }

  id(path: Path): string {
    return [this.settings.idPrefix, ...path].join('_');
  }

  context(): MatchContext {
    const { user, inUse } = this.settings;
    return { root: this.withDerived(), user, inUse };
  }

  /**
   * The record as it is entered, with what follows from records that it refers to: the same object as long as the same
   * would be said of it.
   */
  withDerived(): JsonObject {
    const { data, derived, stored, textRules } = this;
    const now = [data, derived, stored, textRules];
    if (!this.whole || this.whole.of.some((one, at) => one !== now[at]))
      this.whole = { of: now, record: { ...data, ...derived } };
    return this.whole.record;
  }

  /** Every fault of the record as it was entered at some moment, found once for whoever asks. */
  verdictOn(record: JsonObject): FieldErrors {
    if (this.judged?.record !== record) this.judged = { record, faults: this.settings.validate(record) };
    return this.judged.faults;
  }

  /** A record that the form refers to is another one: faults that what is there has by it are shown at once. */
  setDerived(name: string, value: Json): void {
    const known = this.derived[name] ?? this.data[name];
    if (this.derived[name] === value) return;
    const before = this.verdictOn(this.withDerived());
    this.derived = { ...this.derived, [name]: value };
    if (known !== undefined && known !== value)
      for (const pointer of Object.keys(this.verdictOn(this.withDerived())))
        if (!(pointer in before)) this.touched.add(pointer);
    this.deferred.flush();
    this.validateNow();
  }

  read(path: Path): unknown {
    return valueAt(this.data, pointerOf(path));
  }

  /**
   * Puts a value into the record; `undefined` takes it out. What shows it follows at once, or after a pause
   * where somebody is `typing`; shown errors follow shortly after.
   */
  setValue(path: Path, value: unknown, { typing = false }: { typing?: boolean } = {}): void {
    this.data = withValueAt(this.data, path, value) as JsonObject;
    const pointer = pointerOf(path);
    this.edited.add(pointer);
    this.valueChanged(pointer);
    clearTimeout(this.typingTimer);
    if (typing) {
      this.typingTimer = setTimeout(() => this.release.run(this.flushTypingInTransition), TYPING_PAUSE_MS);
      this.deferred.schedule();
    } else this.draw();
  }

  /** Draws what was typed without waiting for the pause. */
  readonly flushTyping = (): void => {
    if (this.typingTimer !== undefined) this.draw();
  };

  private readonly flushTypingInTransition = (): void => startTransition(this.flushTyping);

  private draw(): void {
    clearTimeout(this.typingTimer);
    this.typingTimer = undefined;
    this.deferred.flush();
    this.notify();
    if (this.submitted || this.touched.size > 0 || this.unknownVariables.size > 0) this.validateSoon();
  }

  /**
   * Takes other values in the place of all: a newer state of the record, or input that was kept or merged, which is
   * `unsaved`. What is open, scrolled and focused stays so.
   */
  begin(values: JsonObject, unsaved: boolean): void {
    clearTimeout(this.validationTimer);
    this.before = this.data;
    this.data = structuredClone(values);
    this.round += 1;
    this.dirty = unsaved;
    this.submitted = false;
    this.edited.clear();
    this.touched.clear();
    this.variantMemories.clear();
    this.found = {};
    this.serverErrors = {};
    this.unknownVariables = this.findUnknownVariables();
    this.draw();
    this.updateShownErrors();
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

  /** The field was left: once something was entered there, its faults are shown from now on. */
  touch(pointer: string): void {
    this.release.run(this.flushTyping);
    if (![...this.edited].some((at) => isWithin(at, pointer))) return;
    this.touched.add(pointer);
    this.validateSoon(0);
  }

  /** The value at a pointer changed: what the server said of it no longer holds. */
  private valueChanged(pointer: string): void {
    this.markDirty();
    const kept = Object.entries(this.serverErrors).filter(([at]) => !isWithin(at, pointer));
    if (kept.length === Object.keys(this.serverErrors).length) return;
    this.serverErrors = Object.fromEntries(kept);
    this.updateShownErrors();
  }

  /** Items of a list moved: errors shown by place no longer fit and are found anew. */
  itemsMoved(pointer: string): void {
    this.valueChanged(pointer);
    for (const places of [this.touched, this.edited]) {
      for (const at of places) if (isWithin(at, pointer) && at !== pointer) places.delete(at);
    }
  }

  /**
   * Says which variables there are: a text that names another one is told of at once, also while it is typed, and those
   * who follow judge the record anew.
   */
  setTextRules(rules: TextRules): void {
    const { fillText, isKnownVariable } = this.textRules;
    if (rules.fillText === fillText && rules.isKnownVariable === isKnownVariable) return;
    this.textRules = rules;
    this.deferred.flush();
    const known = this.unknownVariables.size;
    this.unknownVariables = this.findUnknownVariables();
    if (known > 0 || this.unknownVariables.size > 0 || this.submitted) this.validateNow();
  }

  private findUnknownVariables(): ReadonlySet<string> {
    return findUnknownVariables(this.settings.fields, this.data, this.textRules.isKnownVariable);
  }

  private validateSoon(delay = 200): void {
    clearTimeout(this.validationTimer);
    this.validationTimer = setTimeout(() => this.release.run(this.validateNow), delay);
  }

  private readonly validateNow = (): void => {
    if (this.unknownVariables.size > 0) this.unknownVariables = this.findUnknownVariables();
    this.found = this.findErrors();
    this.updateShownErrors();
  };

  /** Every fault of the record; text that does not parse has its own and no others. */
  private findErrors(): FieldErrors {
    const unparsed = unparsedErrors(this.data);
    const places = Object.keys(unparsed);
    const others = Object.entries(this.verdictOn(this.withDerived())).filter(
      ([pointer]) => !places.some((place) => isWithin(pointer, place)),
    );
    return { ...Object.fromEntries(others), ...unparsed, ...this.blocked };
  }

  /**
   * Keeps the form from being sent for a reason that is not in its record, such as an upload that is under way; shown
   * at once. Without a message nothing is in the way any more.
   */
  setBlockingError(pointer: string, message: string | undefined): void {
    if (this.blocked[pointer] === message) return;
    const { [pointer]: _, ...others } = this.blocked;
    this.blocked = message === undefined ? others : { ...others, [pointer]: message };
    this.found = this.findErrors();
    this.updateShownErrors();
  }

  /** Checks everything, as submitting does; from now on every fault is shown. */
  validateAll(): FieldErrors {
    clearTimeout(this.validationTimer);
    this.submitted = true;
    this.found = this.findErrors();
    this.updateShownErrors();
    return this.found;
  }

  setServerErrors(errors: FieldErrors): void {
    this.serverErrors = errors;
    this.updateShownErrors();
  }

  private updateShownErrors(): void {
    const isShown = (pointer: string): boolean =>
      this.submitted ||
      pointer in this.blocked ||
      this.unknownVariables.has(pointer) ||
      [...this.touched].some((at) => isWithin(pointer, at));
    this.shownErrors = {
      ...Object.fromEntries(Object.entries(this.found).filter(([pointer]) => isShown(pointer))),
      ...this.serverErrors,
    };
    this.notify();
  }

  /** Sending was refused: the summary of faults takes the word. */
  countRefusal(): void {
    this.refusals += 1;
    this.notify();
  }

  reveal(pointer: string | undefined): void {
    this.revealed = pointer;
    this.notify();
  }

  dispose(): void {
    clearTimeout(this.validationTimer);
    clearTimeout(this.typingTimer);
    this.deferred.cancel();
    this.release.clear();
    this.listeners.clear();
  }
}
