import Alert from '@mui/material/Alert';
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
import type { Outcome } from '../../changes/useRecordMutation.ts';
import { type FormSource, RecordForm, type RecordFormHandle } from '../RecordForm.tsx';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import { mayHaveArrived } from '../../changes/failures.ts';
import { isLocalChange } from '../../live/localChanges.ts';
import { RecordChangeNotice } from '../../live/RecordChangeNotice.tsx';
import { type EntityFormHandle, StoreContext } from '../../fieldKit/StoreContext.ts';
import { useSessionValue } from '../../fieldKit/useSession.ts';
import { draftKey, removeDraft, saveDraft } from './drafts.ts';
import { DraftKeeper, DraftOffer, useDraftOffer } from './DraftOffer.tsx';
import { useLeaveGuard } from './LeaveGuard.tsx';
import { SaveBar } from './SaveBar.tsx';
import { confirmationsFor, useConfirmChange } from './useConfirmChange.tsx';
import { isTouchDevice } from '../../../theme/touch.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const StaleReview = lazyComponent(() => import('./ConflictReview.tsx').then((it) => it.ConflictReview));

export interface EntityFormProps {
  /** An entity, or another form whose values are one record. */
  model: FormSource & { name: string; title: string };
  /** The entity that the record is of, where the form is over a part of it. */
  entity?: string;
  validator: SchemaValidator;
  mode: FormMode;
  /** The stored record, for an edit. */
  record?: JsonObject;
  /** Values that a new record begins with, beside the defaults of its fields. */
  initialValues?: JsonObject;
  readOnly?: boolean;
  /** Why it cannot be changed now, where that is the record's state and not a right. */
  reason?: string;
  inDialog?: boolean;
  /** What else can be done with the record, for the bar of a dialog. */
  beside?: ReactNode;
  /** The button of the record's step onwards, for the bar. */
  next?: ReactNode;
  /** Sends what the form holds, an edit with the id and version that it was made on (`useRecordMutation`). */
  save: (values: JsonObject) => Promise<Outcome<EntityRecord>>;
  /**
   * The record is stored; the form's screen closes or moves on. Of a new record `isMore` says that more was typed
   * meanwhile, which is kept as unsaved input of the record that it is now.
   */
  onSaved?: (saved: EntityRecord, isMore?: boolean) => void;
  onCancel?: () => void;
  ref?: Ref<EntityFormHandle>;
}

/** What the input is made on and, from the second round on, what the form is to begin with anew. */
interface StartState {
  record?: JsonObject;
  /** Unsaved input that takes the place of the record's values. */
  draft?: JsonObject;
  /** Sends the form at once. */
  send?: boolean;
  round: number;
}

const versionOf = (record: JsonObject | undefined): number | undefined =>
  typeof record?.['version'] === 'number' ? record['version'] : undefined;

/** A record's form with all that saving needs: refusals at their fields, review of stale records, drafts, leave guard. */
export function EntityForm(props: EntityFormProps) {
  const {
    model,
    entity = model.name,
    validator,
    mode,
    record,
    initialValues,
    readOnly,
    reason,
    inDialog = false,
    beside,
    next,
    save,
    onSaved,
    onCancel,
    ref,
  } = props;
  const person = useFormAccess();
  const { name } = useAccess().user;
  const notify = useNotify();
  const handle = useRef<RecordFormHandle>(null);
  const [start, setStart] = useState<StartState>({ record, round: 0 });
  // What goes out next is made on this; a save that waited for another one begins before anything is drawn anew.
  const base = useRef(record);
  const [saving, setSaving] = useState(false);
  // The version that was sent when no answer came: it may have been stored all the same.
  const [unanswered, setUnanswered] = useState<number>();
  const [stale, setStale] = useState<{ mine: JsonObject; theirs: JsonObject }>();
  const key = draftKey(person.user?.id ?? '', model.name, record?.['id'] as string | undefined);
  const confirming = useConfirmChange();
  const kept = useDraftOffer(key);
  const isDirty = (): boolean => handle.current?.isDirty() ?? false;
  const guard = useLeaveGuard(isDirty, saving);
  const isSessionLost = useRef(false);
  const onSessionLost = useCallback(() => {
    isSessionLost.current = true;
  }, []);
  // While something else waits for the record to be stored, the screen stays.
  const staying = useRef(new Set<{ saved?: EntityRecord }>());
  const saveAndStay = async (): Promise<EntityRecord | undefined> => {
    const waiting: { saved?: EntityRecord } = {};
    staying.current.add(waiting);
    try {
      return (await handle.current?.save()) ? waiting.saved : undefined;
    } finally {
      staying.current.delete(waiting);
    }
  };
  const form = useRef<EntityFormHandle>(null);
  const around = (): EntityFormHandle => ({
    isDirty,
    discard: () => handle.current?.markClean(),
    validate: () => handle.current?.validate() ?? false,
    showErrors: (errors) => handle.current?.showErrors(errors),
    save: saveAndStay,
  });
  useImperativeHandle(form, around);
  useImperativeHandle(ref, around);

  /** This window made that state of the record: an action did, or a restore. */
  const isOurs = (now: JsonObject): boolean =>
    isLocalChange(entity, String(now['id']), versionOf(now) ?? Infinity);
  /** What is entered goes on as input to that state of the record; nothing is sent by it. */
  const baseOn = (state: JsonObject): void => {
    base.current = state;
    setStart(({ round }) => ({ record: state, round }));
  };
  /** Nothing that the form holds is another: what changed is kept beside it. */
  const isSameHere = (now: JsonObject, then: JsonObject | undefined): boolean =>
    model.fields.every(({ name }) => JSON.stringify(now[name]) === JSON.stringify(then?.[name]));
  const isBehind = (versionOf(record) ?? 0) > (versionOf(start.record) ?? 0);
  /** What was sent without an answer has arrived: that state of the record is this form's own. */
  const isSent = (now: JsonObject): boolean =>
    unanswered !== undefined && versionOf(now) === unanswered + 1 && nameOf(now['updatedBy']) === name;
  if (isBehind && !stale && !saving && record) {
    // A newer state of the record came while nothing was changed here: begin with it.
    if (!isDirty()) setStart({ record, round: start.round + 1 });
    else if (isSent(record) || isSameHere(record, start.record)) baseOn(record);
  }

  const autoFocus = mode === 'create' || (inDialog && !isTouchDevice());
  const begun = useRef(0);
  useLayoutEffect(() => {
    const { record, draft, send, round } = start;
    base.current = record;
    if (begun.current === round) return;
    begun.current = round;
    handle.current?.begin(draft ?? record ?? {}, draft !== undefined);
    if (send) handle.current?.submit();
    // The button that was pressed to have it back is gone.
    else if (draft && autoFocus) handle.current?.focusFirst();
  }, [start, autoFocus]);

  const send = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    const sent = handle.current?.values();
    const isAgreed = await confirming.ask(confirmationsFor(model.fields, base.current, values));
    // Nothing is wrong with the input, it is just not sent.
    return isAgreed ? store(values, base.current, sent) : {};
  };

  const store = async (
    values: JsonObject,
    madeOn: JsonObject | undefined,
    sent: JsonObject | undefined,
  ): Promise<FieldErrors | undefined> => {
    setSaving(true);
    const { answer: saved, failure } = await save(withBookkeeping(values, madeOn)).finally(() =>
      setSaving(false),
    );
    // React-admin answers a refused session with an empty record.
    if (isSessionLost.current) return {};
    if (failure) {
      const { code, current, fields, message, status } = failure;
      if (code === 'STALE' && current && (isSent(current) || isSameHere(current, madeOn))) {
        baseOn(current);
        return store(values, current, sent);
      }
      if (mayHaveArrived(status)) setUnanswered(versionOf(madeOn));
      if (code === 'STALE' && current) setStale({ mine: values, theirs: current });
      else if (Object.keys(fields).length === 0) notify(message, { type: 'error' });
      return fields;
    }
    removeDraft(key);
    // Nothing where the form was left meanwhile: then nobody waits for what follows.
    const now = handle.current?.values();
    const isMore = now !== undefined && now !== sent;
    const done =
      mode === 'create'
        ? t('%{title} created', { title: model.title })
        : t('%{title} saved', { title: model.title });
    if (isMore) {
      notify(t('%{done}. Newer changes are not saved yet', { done }), { type: 'info' });
      goOn(saved, now);
    } else {
      handle.current?.markClean();
      notify(done, { type: 'success' });
    }
    for (const waiting of staying.current) waiting.saved = saved;
    if (guard.isBlockedNow()) {
      if (!isDirty()) guard.proceed();
    } else if (staying.current.size === 0 && now && (mode === 'create' || !isMore)) onSaved?.(saved, isMore);
    return undefined;
  };

  /** What was typed while the record was stored is input to that record. */
  const goOn = (saved: EntityRecord, now: JsonObject): void => {
    const state = saved as unknown as JsonObject;
    if (mode === 'edit') return baseOn(state);
    saveDraft(
      draftKey(person.user?.id ?? '', model.name, saved.id),
      model.fields,
      { ...state, ...now },
      state,
    );
    handle.current?.markClean();
  };

  /** Input goes on from the record that it was made on; what others changed since is put before the person. */
  const restore = (): void => {
    const draft = kept.offered;
    if (!draft) return;
    const { values, base: madeOn } = draft;
    setStart({ record: madeOn ?? start.record, draft: values, round: start.round + 1 });
    if (madeOn && record && versionOf(madeOn) !== versionOf(record))
      setStale({ mine: values, theirs: record });
    kept.take();
  };

  /** The form begins anew with what is stored now. */
  const takeBack = (): void => {
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
            isBehind && isDirty() && reason === undefined && !saving && !stale
              ? { name: nameOf(record['updatedBy']), own: isOurs(record) }
              : undefined
          }
          onReview={() => setStale({ mine: handle.current?.values() ?? {}, theirs: record })}
        />
      ) : null}
      {kept.offered && !readOnly ? <DraftOffer onRestore={restore} onDiscard={kept.drop} /> : null}
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
              <DraftKeeper draft={key} base={start.record} onSessionLost={onSessionLost} />
              {reason === undefined ? null : <StateNotice reason={reason} />}
            </>
          }
          {...person}
        >
          <SaveBar
            label={mode === 'create' ? t('Create') : t('Save')}
            saving={saving}
            readOnly={readOnly}
            sticky={inDialog}
            beside={beside}
            next={next}
            onCancel={onCancel}
            onTakeBack={takeBack}
          />
        </RecordForm>
      </StoreContext>
      {confirming.dialog}
      {guard.dialog}
      {stale ? (
        <StaleReview
          // Choices are about one state of the record.
          key={versionOf(stale.theirs)}
          fields={model.fields}
          base={start.record ?? {}}
          mine={stale.mine}
          theirs={stale.theirs}
          who={nameOf(stale.theirs['updatedBy'])}
          own={isOurs(stale.theirs)}
          onClose={() => setStale(undefined)}
          onMerge={(merged) => {
            setStart({ record: stale.theirs, draft: merged, send: true, round: start.round + 1 });
            setStale(undefined);
          }}
        />
      ) : null}
    </>
  );
}

/** Says why a record cannot be edited now, and what becomes of input that came too late. */
function StateNotice({ reason }: { reason: string }) {
  const isDirty = useSessionValue((session) => session.dirty);
  return (
    <Alert role="status" severity={isDirty ? 'warning' : 'info'} sx={{ mb: 2 }}>
      {reason}
      {isDirty ? t('. What you typed is still here, but it cannot be saved now.') : null}
    </Alert>
  );
}

/** An edit goes back with the id and version that it was made on. */
function withBookkeeping(values: JsonObject, record: JsonObject | undefined): JsonObject {
  if (!record) return values;
  const { id = null, version = null } = record;
  return { ...values, id, version };
}

const nameOf = (by: unknown): string | undefined => {
  if (typeof by === 'string') return by;
  const name = by !== null && typeof by === 'object' ? (by as JsonObject)['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
};
