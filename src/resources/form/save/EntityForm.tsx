import { useNotify } from 'react-admin';
import {
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { SchemaValidator } from '../../../../schemas/model/schemaValidator.ts';
import type { EntityRecord, FieldErrors, FormMode, JsonObject } from '../../../../schemas/model/types.ts';
import { useAccess } from '../../../authProvider/AccessContext.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { MutationOutcome } from '../../changes/useRecordMutation.ts';
import { type FormSource, RecordForm, type RecordFormHandle } from '../RecordForm.tsx';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import { mayHaveArrived } from '../../changes/failures.ts';
import { isLocalChange } from '../../live/localChanges.ts';
import { RecordChangeNotice } from '../../live/RecordChangeNotice.tsx';
import { type EntityFormHandle, StoreContext } from '../../fieldKit/StoreContext.ts';
import { draftKey, removeDraft, saveDraft } from './drafts.ts';
import { DraftSaver, DraftOffer, useDraftOffer } from './DraftOffer.tsx';
import { useLeaveGuard } from './LeaveGuard.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { SaveBar } from './SaveBar.tsx';
import { confirmationsFor, useConfirmChange } from './useConfirmChange.tsx';
import { isTouchDevice } from '../../../theme/touch.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const ConflictReview = lazyComponent(() => import('./ConflictReview.tsx').then((it) => it.ConflictReview));

export interface EntityFormProps {
  /** An entity, or a form whose values are one record. */
  model: FormSource & { name: string; title: string };
  /** The record's entity, where the form edits only a part of it. */
  entity?: string;
  validator: SchemaValidator;
  mode: FormMode;
  /** The stored record, for an edit. */
  record?: JsonObject;
  /** Initial values of a new record, besides the defaults of its fields. */
  initialValues?: JsonObject;
  readOnly?: boolean;
  /** Why the record cannot be edited now, if that is due to its state. */
  readOnlyReason?: string;
  /** Nobody can edit such records, which needs no word. */
  isNeverEditable?: boolean;
  inDialog?: boolean;
  /** Further actions on the record, for a dialog's button bar. */
  extraActions?: ReactNode;
  /** The button of the record's next transition, for the button bar. */
  nextAction?: ReactNode;
  /** Saves the values; those of an edit include the id and version that it is based on (`useRecordMutation`). */
  save: (values: JsonObject) => Promise<MutationOutcome<EntityRecord>>;
  /**
   * Called once the record is stored. For a new record, `hasNewerInput` says that input typed meanwhile was saved as
   * a draft of the created record.
   */
  onSaved?: (saved: EntityRecord, hasNewerInput?: boolean) => void;
  onCancel?: () => void;
  ref?: Ref<EntityFormHandle>;
}

/** What the form was last reset to; each round is a reset. */
interface StartState {
  record?: JsonObject;
  /** Unsaved input that replaces the record's values. */
  draft?: JsonObject;
  /** Submits the form right after the reset. */
  sendAtOnce?: boolean;
  round: number;
}

const versionOf = (record: JsonObject | undefined): number | undefined =>
  typeof record?.['version'] === 'number' ? record['version'] : undefined;

/**
 * A record's form with saving: errors at their fields, conflict review, drafts and leave guard.
 */
export function EntityForm(props: EntityFormProps) {
  const {
    model,
    entity = model.name,
    validator,
    mode,
    record,
    initialValues,
    readOnly,
    readOnlyReason,
    isNeverEditable = false,
    inDialog = false,
    extraActions,
    nextAction,
    save,
    onSaved,
    onCancel,
    ref,
  } = props;
  const access = useFormAccess();
  const { name } = useAccess().user;
  const notify = useNotify();
  const handle = useRef<RecordFormHandle>(null);
  const [start, setStart] = useState<StartState>({ record, round: 0 });
  // The record that the next save is based on. A ref, since a queued save starts before the next render.
  const base = useRef(record);
  const [saving, setSaving] = useState(false);
  // The base version of a save without a response, which may have been stored.
  const [unansweredVersion, setUnansweredVersion] = useState<number>();
  const [conflict, setConflict] = useState<{ mine: JsonObject; theirs: JsonObject }>();
  const key = draftKey(access.user?.id ?? '', model.name, record?.['id'] as string | undefined);
  const confirmation = useConfirmChange();
  const draftOffer = useDraftOffer(key);
  const isDirty = (): boolean => handle.current?.isDirty() ?? false;
  const leaveGuard = useLeaveGuard(isDirty, saving);
  const isSessionLost = useRef(false);
  const onSessionLost = useCallback(() => {
    isSessionLost.current = true;
  }, []);
  // Saves whose callers wait for the stored record; the screen stays open for them.
  const savesWithoutLeaving = useRef(new Set<{ saved?: EntityRecord }>());
  const saveAndStay = async (): Promise<EntityRecord | undefined> => {
    const waiting: { saved?: EntityRecord } = {};
    savesWithoutLeaving.current.add(waiting);
    try {
      return (await handle.current?.save()) ? waiting.saved : undefined;
    } finally {
      savesWithoutLeaving.current.delete(waiting);
    }
  };
  const form = useRef<EntityFormHandle>(null);
  const createHandle = (): EntityFormHandle => ({
    isDirty,
    discard: () => handle.current?.markClean(),
    validate: () => handle.current?.validate() ?? false,
    showErrors: (errors) => handle.current?.showErrors(errors),
    save: saveAndStay,
  });
  useImperativeHandle(form, createHandle);
  useImperativeHandle(ref, createHandle);

  /** Whether this window created that version, by an action or a restore. */
  const isMadeHere = (now: JsonObject): boolean =>
    isLocalChange(entity, String(now['id']), versionOf(now) ?? Infinity);
  /** Makes a newer version the base of the input, without sending anything. */
  const rebase = (state: JsonObject): void => {
    base.current = state;
    setStart(({ round }) => ({ record: state, round }));
  };
  /** Whether two versions have the same values in the form's fields. */
  const hasSameFields = (now: JsonObject, then: JsonObject | undefined): boolean =>
    model.fields.every(({ name }) => JSON.stringify(now[name]) === JSON.stringify(then?.[name]));
  const isOutdated = (versionOf(record) ?? 0) > (versionOf(start.record) ?? 0);
  /** Whether a version is this form's own save that got no response. */
  const isUnansweredSave = (now: JsonObject): boolean =>
    unansweredVersion !== undefined &&
    versionOf(now) === unansweredVersion + 1 &&
    nameOf(now['updatedBy']) === name;
  if (isOutdated && !conflict && !saving && record) {
    // A newer version arrived: without input here, reset to it.
    if (!isDirty()) setStart({ record, round: start.round + 1 });
    else if (isUnansweredSave(record) || hasSameFields(record, start.record)) rebase(record);
  }

  const autoFocus = mode === 'create' || (inDialog && !isTouchDevice());
  const appliedRound = useRef(0);
  useLayoutEffect(() => {
    const { record, draft, sendAtOnce, round } = start;
    base.current = record;
    if (appliedRound.current === round) return;
    appliedRound.current = round;
    handle.current?.reset(draft ?? record ?? {}, draft !== undefined);
    if (sendAtOnce) handle.current?.submit();
    // The button that restored the draft is gone, so the focus goes to the form.
    else if (draft && autoFocus) handle.current?.focusFirst();
  }, [start, autoFocus]);

  const send = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    const sent = handle.current?.values();
    const isConfirmed = await confirmation.ask(confirmationsFor(model.fields, base.current, values));
    // The input has no errors; it is just not sent.
    return isConfirmed ? saveValues(values, base.current, sent) : {};
  };

  const saveValues = async (
    values: JsonObject,
    baseRecord: JsonObject | undefined,
    sent: JsonObject | undefined,
  ): Promise<FieldErrors | undefined> => {
    setSaving(true);
    const { answer: saved, failure } = await save(withIdAndVersion(values, baseRecord)).finally(() =>
      setSaving(false),
    );
    // React-admin resolves with an empty record when the session was rejected.
    if (isSessionLost.current) return {};
    if (failure) {
      const { code, current, fields, message, status } = failure;
      if (code === 'STALE' && current && (isUnansweredSave(current) || hasSameFields(current, baseRecord))) {
        rebase(current);
        return saveValues(values, current, sent);
      }
      if (mayHaveArrived(status)) setUnansweredVersion(versionOf(baseRecord));
      if (code === 'STALE' && current) setConflict({ mine: values, theirs: current });
      else if (Object.keys(fields).length === 0) notify(message, { type: 'error' });
      return fields;
    }
    removeDraft(key);
    // Undefined when the form was unmounted meanwhile.
    const now = handle.current?.values();
    const isMore = now !== undefined && now !== sent;
    const done =
      mode === 'create'
        ? t('%{title} created', { title: model.title })
        : t('%{title} saved', { title: model.title });
    if (isMore) {
      notify(t('%{done}. Newer changes are not saved yet', { done }), { type: 'info' });
      carryInputOver(saved, now);
    } else {
      handle.current?.markClean();
      notify(done, { type: 'success' });
    }
    for (const waiting of savesWithoutLeaving.current) waiting.saved = saved;
    if (leaveGuard.isBlockedNow()) {
      if (!isDirty()) leaveGuard.proceed();
    } else if (savesWithoutLeaving.current.size === 0 && now && (mode === 'create' || !isMore))
      onSaved?.(saved, isMore);
    return undefined;
  };

  /** Input typed during the save becomes unsaved input of the stored record. */
  const carryInputOver = (saved: EntityRecord, now: JsonObject): void => {
    const state = saved as unknown as JsonObject;
    if (mode === 'edit') return rebase(state);
    saveDraft(
      draftKey(access.user?.id ?? '', model.name, saved.id),
      model.fields,
      { ...state, ...now },
      state,
    );
    handle.current?.markClean();
  };

  /** Restores the draft on its base record; changes by others since then go to the conflict review. */
  const restore = (): void => {
    const draft = draftOffer.draft;
    if (!draft) return;
    const { values, base: madeOn } = draft;
    setStart({ record: madeOn ?? start.record, draft: values, round: start.round + 1 });
    if (madeOn && record && versionOf(madeOn) !== versionOf(record))
      setConflict({ mine: values, theirs: record });
    draftOffer.accept();
  };

  /** Resets the form to the stored record. */
  const revert = (): void => {
    removeDraft(key);
    setStart(({ round }) => ({ record, round: round + 1 }));
  };

  return (
    <>
      {mode === 'edit' && record ? (
        <RecordChangeNotice
          entity={entity}
          title={model.title}
          id={String(record['id'])}
          changedBy={
            isOutdated && isDirty() && readOnlyReason === undefined && !saving && !conflict
              ? { name: nameOf(record['updatedBy']), own: isMadeHere(record) }
              : undefined
          }
          onReview={() => setConflict({ mine: handle.current?.values() ?? {}, theirs: record })}
        />
      ) : null}
      {draftOffer.draft && !readOnly ? (
        <DraftOffer onRestore={restore} onDiscard={draftOffer.discard} />
      ) : null}
      <StoreContext value={{ save: saveAndStay, form }}>
        <RecordForm
          ref={handle}
          model={model}
          validator={validator}
          mode={mode}
          record={start.record}
          initialValues={initialValues}
          readOnly={readOnly}
          autoFocus={autoFocus}
          onSave={send}
          editableWhileSaving
          header={
            <>
              <DraftSaver storageKey={key} base={start.record} onSessionLost={onSessionLost} />
              {readOnlyReason === undefined ? null : <ReadOnlyNotice reason={readOnlyReason} />}
            </>
          }
          {...access}
        >
          <SaveBar
            label={mode === 'create' ? t('Create') : t('Save')}
            saving={saving}
            readOnly={readOnly}
            isNeverEditable={isNeverEditable}
            inDialog={inDialog}
            extraActions={extraActions}
            nextAction={nextAction}
            onCancel={onCancel}
            onRevert={revert}
          />
        </RecordForm>
      </StoreContext>
      {confirmation.dialog}
      {leaveGuard.dialog}
      {conflict ? (
        <ConflictReview
          // Choices belong to one version of the record.
          key={versionOf(conflict.theirs)}
          fields={model.fields}
          base={start.record ?? {}}
          mine={conflict.mine}
          theirs={conflict.theirs}
          changedBy={nameOf(conflict.theirs['updatedBy'])}
          isOwnChange={isMadeHere(conflict.theirs)}
          onClose={() => setConflict(undefined)}
          onMerge={(merged) => {
            setStart({ record: conflict.theirs, draft: merged, sendAtOnce: true, round: start.round + 1 });
            setConflict(undefined);
          }}
        />
      ) : null}
    </>
  );
}

/** Adds the id and version that an edit is based on. */
function withIdAndVersion(values: JsonObject, record: JsonObject | undefined): JsonObject {
  if (!record) return values;
  const { id = null, version = null } = record;
  return { ...values, id, version };
}

const nameOf = (by: unknown): string | undefined => {
  if (typeof by === 'string') return by;
  const name = by !== null && typeof by === 'object' ? (by as JsonObject)['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
};
