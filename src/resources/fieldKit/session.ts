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
  /** The user, for conditions. */
  user?: MatchContext['user'];
  /** Values in use, for conditions that name them. */
  inUse?: ValuesInUse;
  /** Whether the user has one of these product resources. */
  can: (resources: string[] | undefined) => boolean;
  /** Validates any record; errors by pointer. */
  validate: (record: JsonObject) => FieldErrors;
  /** Prefix of input ids, unique per form on a page. */
  idPrefix: string;
  /** The form is read-only. */
  readOnly?: boolean;
  /** The first input gets the focus. */
  autoFocus?: boolean;
  /** Layout of the fields; by default one section. */
  form?: FormModel;
}

/** State of a list editor that survives unmounting: a stable key per item and the open item. */
export interface ListState {
  keys: number[];
  open: number | undefined;
}

/** Pause in typing after which the rest of the form is redrawn. */
const TYPING_PAUSE_MS = 250;

/**
 * The store of a form: values, shown errors, touched fields, open lists. It is the only owner of the values; rjsf
 * only draws the schema's structure. `data` is updated with every keystroke, so that what is sent is what is seen.
 * Components subscribe to the part they show; during typing they are notified when it pauses, so that a keystroke
 * redraws one input and not the form.
 */
export class FormSession {
  readonly settings: SessionSettings;
  /** The current values. */
  data: JsonObject;
  /** The record that the input is based on, for rules that compare with it; undefined for a new one. */
  stored: JsonObject | undefined;
  dirty = false;
  submitted = false;
  /** Values derived from referenced records; validated and shown, but not sent. */
  derived: JsonObject = {};
  /** Count of failed submits. */
  failedSubmits = 0;
  /** Count of resets, and the values before the last one. */
  resetCount = 0;
  valuesBeforeReset: JsonObject = {};
  /** Pointer of the field to reveal: its containers open, and it takes the focus. */
  revealPointer: string | undefined;
  readonly listStates = new Map<string, ListState>();
  /** Values of a variants field before its type was switched, by stable place and type. */
  readonly variantValues = new Map<string, Map<string, JsonObject>>();

  private readonly listeners = new Set<() => void>();
  private readonly releaseQueue = new ReleaseQueue();
  private readonly deferred = new DeferredSubscribers((notifyNow) => this.releaseQueue.run(notifyNow));
  private readonly editedPointers = new Set<string>();
  private readonly touchedPointers = new Set<string>();
  /** Known variables, for validating texts. */
  textRules: TextRules = {};
  private unknownVariables: ReadonlySet<string> = new Set();
  private foundErrors: FieldErrors = {};
  private blockingErrors: FieldErrors = {};
  private serverErrors: FieldErrors = {};
  private shownErrors: FieldErrors = {};
  private derivedCache: { of: readonly unknown[]; record: JsonObject } | undefined;
  private validationCache: { record: JsonObject; errors: FieldErrors } | undefined;
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

  /** Subscribes with a short lag behind typing, ahead of `subscribe`. */
  readonly subscribeDeferred = this.deferred.subscribe;

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** While a pointer is pressed, changes of errors and dependent fields are deferred. */
  setPressed(isPressed: boolean): void {
    this.releaseQueue.setPressed(isPressed);
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
   * The current values with derived ones; the same object until one of the inputs of validation changes.
   */
  withDerived(): JsonObject {
    const { data, derived, stored, textRules } = this;
    const now = [data, derived, stored, textRules];
    if (!this.derivedCache || this.derivedCache.of.some((one, at) => one !== now[at]))
      this.derivedCache = { of: now, record: { ...data, ...derived } };
    return this.derivedCache.record;
  }

  /** Validates a record, caching the last result. */
  validateCached(record: JsonObject): FieldErrors {
    if (this.validationCache?.record !== record)
      this.validationCache = { record, errors: this.settings.validate(record) };
    return this.validationCache.errors;
  }

  /** Sets a derived value when a referenced record changes; errors that this causes are shown at once. */
  setDerived(name: string, value: Json): void {
    const known = this.derived[name] ?? this.data[name];
    if (this.derived[name] === value) return;
    const before = this.validateCached(this.withDerived());
    this.derived = { ...this.derived, [name]: value };
    if (known !== undefined && known !== value)
      for (const pointer of Object.keys(this.validateCached(this.withDerived())))
        if (!(pointer in before)) this.touchedPointers.add(pointer);
    this.deferred.flush();
    this.validateNow();
  }

  read(path: Path): unknown {
    return valueAt(this.data, pointerOf(path));
  }

  /**
   * Sets a value; `undefined` removes it. Subscribers are notified at once, or with `typing` after a pause; shown
   * errors follow shortly after.
   */
  setValue(path: Path, value: unknown, { typing = false }: { typing?: boolean } = {}): void {
    this.data = withValueAt(this.data, path, value) as JsonObject;
    const pointer = pointerOf(path);
    this.editedPointers.add(pointer);
    this.valueChanged(pointer);
    clearTimeout(this.typingTimer);
    if (typing) {
      this.typingTimer = setTimeout(
        () => this.releaseQueue.run(this.flushTypingInTransition),
        TYPING_PAUSE_MS,
      );
      this.deferred.schedule();
    } else this.draw();
  }

  /** Notifies subscribers of typed input without waiting for the pause. */
  readonly flushTyping = (): void => {
    if (this.typingTimer !== undefined) this.draw();
  };

  private readonly flushTypingInTransition = (): void => startTransition(this.flushTyping);

  private draw(): void {
    clearTimeout(this.typingTimer);
    this.typingTimer = undefined;
    this.deferred.flush();
    this.notify();
    if (this.submitted || this.touchedPointers.size > 0 || this.unknownVariables.size > 0)
      this.validateSoon();
  }

  /**
   * Replaces all values: by a newer version of the record, or by restored or merged input, which is `unsaved`. Open
   * items, scroll position and focus stay.
   */
  reset(values: JsonObject, unsaved: boolean): void {
    clearTimeout(this.validationTimer);
    this.valuesBeforeReset = this.data;
    this.data = structuredClone(values);
    this.resetCount += 1;
    this.dirty = unsaved;
    this.submitted = false;
    this.editedPointers.clear();
    this.touchedPointers.clear();
    this.variantValues.clear();
    this.foundErrors = {};
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

  /** On blur: if the field was edited, its errors are shown from now on. */
  touch(pointer: string): void {
    this.releaseQueue.run(this.flushTyping);
    if (![...this.editedPointers].some((at) => isWithin(at, pointer))) return;
    this.touchedPointers.add(pointer);
    this.validateSoon(0);
  }

  /** On a changed value: drops the server's errors of it. */
  private valueChanged(pointer: string): void {
    this.markDirty();
    const remaining = Object.entries(this.serverErrors).filter(([at]) => !isWithin(at, pointer));
    if (remaining.length === Object.keys(this.serverErrors).length) return;
    this.serverErrors = Object.fromEntries(remaining);
    this.updateShownErrors();
  }

  /** On moved list items: resets errors by index, which no longer fit. */
  itemsMoved(pointer: string): void {
    this.valueChanged(pointer);
    for (const places of [this.touchedPointers, this.editedPointers]) {
      for (const at of places) if (isWithin(at, pointer) && at !== pointer) places.delete(at);
    }
  }

  /**
   * Sets the known variables. Texts with unknown ones show an error at once, even while typing, and deferred
   * subscribers validate again.
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
    this.validationTimer = setTimeout(() => this.releaseQueue.run(this.validateNow), delay);
  }

  private readonly validateNow = (): void => {
    if (this.unknownVariables.size > 0) this.unknownVariables = this.findUnknownVariables();
    this.foundErrors = this.findErrors();
    this.updateShownErrors();
  };

  /** All errors of the record; unparsable text has only its parse error. */
  private findErrors(): FieldErrors {
    const unparsed = unparsedErrors(this.data);
    const places = Object.keys(unparsed);
    const others = Object.entries(this.validateCached(this.withDerived())).filter(
      ([pointer]) => !places.some((place) => isWithin(pointer, place)),
    );
    return { ...Object.fromEntries(others), ...unparsed, ...this.blockingErrors };
  }

  /**
   * Blocks submitting for a reason outside the record, such as a pending upload; shown at once. `undefined` unblocks.
   */
  setBlockingError(pointer: string, message: string | undefined): void {
    if (this.blockingErrors[pointer] === message) return;
    const { [pointer]: _, ...others } = this.blockingErrors;
    this.blockingErrors = message === undefined ? others : { ...others, [pointer]: message };
    this.foundErrors = this.findErrors();
    this.updateShownErrors();
  }

  /** Validates everything, as submitting does, and shows all errors from now on. */
  validateAll(): FieldErrors {
    clearTimeout(this.validationTimer);
    this.submitted = true;
    this.foundErrors = this.findErrors();
    this.updateShownErrors();
    return this.foundErrors;
  }

  setServerErrors(errors: FieldErrors): void {
    this.serverErrors = errors;
    this.updateShownErrors();
  }

  private updateShownErrors(): void {
    const isShown = (pointer: string): boolean =>
      this.submitted ||
      pointer in this.blockingErrors ||
      this.unknownVariables.has(pointer) ||
      [...this.touchedPointers].some((at) => isWithin(pointer, at));
    this.shownErrors = {
      ...Object.fromEntries(Object.entries(this.foundErrors).filter(([pointer]) => isShown(pointer))),
      ...this.serverErrors,
    };
    this.notify();
  }

  /** Counts a failed submit, which makes the error summary appear. */
  countFailedSubmit(): void {
    this.failedSubmits += 1;
    this.notify();
  }

  reveal(pointer: string | undefined): void {
    this.revealPointer = pointer;
    this.notify();
  }

  dispose(): void {
    clearTimeout(this.validationTimer);
    clearTimeout(this.typingTimer);
    this.deferred.cancel();
    this.releaseQueue.clear();
    this.listeners.clear();
  }
}
