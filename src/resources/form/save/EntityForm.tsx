import { HttpError, useNotify, type SaveHandlerCallbacks } from 'ra-core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Check } from '../../../../schemas/model/check.ts';
import type { FieldErrors, FormMode, JsonObject } from '../../../../schemas/model/types.ts';
import { errorCode, fieldErrors, type HttpErrorBody } from '../../../dataProvider/errors.ts';
import type { ConsoleEntity } from '../../product.ts';
import { RecordForm, type RecordFormHandle } from '../RecordForm.tsx';
import { usePerson } from '../usePerson.ts';
import { draftKey, dropDraft } from './drafts.ts';
import { KeptInputOffer, useKeptInput } from './KeptInput.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SaveBar } from './SaveBar.tsx';
import { questionsOf, useConfirmChange } from './useConfirmChange.tsx';

const StaleReview = lazy(() =>
  import('./StaleReview.tsx').then((module) => ({ default: module.StaleReview })),
);

export interface EntityFormProps {
  model: ConsoleEntity;
  check: Check;
  mode: FormMode;
  /** The stored record, for an edit. */
  record?: JsonObject;
  readOnly?: boolean;
  inDialog: boolean;
  /** react-admin's save, from the context of `CreateBase` or `EditBase`. */
  save: (data: JsonObject, callbacks: SaveHandlerCallbacks) => unknown;
  /** The record is stored; the form's screen closes or moves on. */
  onSaved: (saved: JsonObject) => void;
  onCancel: () => void;
}

/** What a form begins with: a stored record and, where there is one, unsaved input laid over it. */
interface Start {
  record?: JsonObject;
  draft?: JsonObject;
  /** Sends the form as soon as it stands. */
  send?: boolean;
  round: number;
}

const versionOf = (record: JsonObject | undefined): number | undefined =>
  typeof record?.['version'] === 'number' ? record['version'] : undefined;

/** A record's form with all that saving needs: refusals at their fields, review of stale records, drafts, leave guard. */
export function EntityForm(props: EntityFormProps) {
  const { model, check, mode, record, readOnly, inDialog, save, onSaved, onCancel } = props;
  const person = usePerson();
  const notify = useNotify();
  const handle = useRef<RecordFormHandle>(null);
  const [start, setStart] = useState<Start>({ record, round: 0 });
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<{ mine: JsonObject; theirs: JsonObject }>();
  const key = draftKey(person.user?.id ?? '', model.name, record?.['id'] as string | undefined);
  const confirming = useConfirmChange();
  const kept = useKeptInput(key, handle, versionOf(start.record));

  // A newer state of the record came while nothing was changed here: begin with it.
  if (record && versionOf(record) !== versionOf(start.record) && !stale && !saving && !start.draft) {
    if ((versionOf(record) ?? 0) > (versionOf(start.record) ?? 0) && !handle.current?.isDirty()) {
      setStart({ record, round: start.round + 1 });
    }
  }

  useEffect(() => {
    if (start.send) handle.current?.submit();
  }, [start]);

  const send = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    const isAgreed = await confirming.ask(questionsOf(model.fields, start.record, values));
    // Nothing is wrong with the input, it is just not sent.
    return isAgreed ? store(values) : {};
  };

  const store = (values: JsonObject): Promise<FieldErrors | undefined> => {
    setSaving(true);
    return new Promise((resolve) => {
      save(withBookkeeping(values, start.record), {
        onSuccess: (saved: JsonObject) => {
          setSaving(false);
          dropDraft(key);
          handle.current?.markClean();
          resolve(undefined);
          notify(`${model.title} ${mode === 'create' ? 'created' : 'saved'}`, { type: 'success' });
          onSaved(saved);
        },
        onError: (error: unknown) => {
          setSaving(false);
          resolve(fieldErrors(error));
          const theirs = staleRecord(error);
          if (theirs) setStale({ mine: values, theirs });
          else if (Object.keys(fieldErrors(error)).length === 0) notify(messageOf(error), { type: 'error' });
        },
      });
    });
  };

  return (
    <>
      {kept.offered && !readOnly ? (
        <KeptInputOffer
          onRestore={() => {
            setStart({ record: start.record, draft: kept.offered?.values, round: start.round + 1 });
            kept.take();
          }}
          onDiscard={kept.drop}
        />
      ) : null}
      <RecordForm
        key={start.round}
        ref={handle}
        model={model}
        check={check}
        mode={mode}
        record={start.record}
        draft={start.draft}
        readOnly={readOnly}
        autoFocus={mode === 'create' || inDialog}
        onSave={send}
        {...person}
      >
        <SaveBar
          label={mode === 'create' ? 'Create' : 'Save'}
          saving={saving}
          readOnly={readOnly}
          sticky={inDialog}
          onCancel={onCancel}
        />
      </RecordForm>
      {confirming.dialog}
      <LeaveGuard isDirty={() => handle.current?.isDirty() ?? false} />
      {stale ? (
        <Suspense fallback={null}>
          <StaleReview
            fields={model.fields}
            base={start.record ?? {}}
            mine={stale.mine}
            theirs={stale.theirs}
            who={nameOf(stale.theirs['updatedBy'])}
            onClose={() => setStale(undefined)}
            onMerge={(merged) => {
              setStart({ record: stale.theirs, draft: merged, send: true, round: start.round + 1 });
              setStale(undefined);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** An edit goes back with the id and version that it was made on. */
function withBookkeeping(values: JsonObject, record: JsonObject | undefined): JsonObject {
  if (!record) return values;
  const { id = null, version = null } = record;
  return { ...values, id, version };
}

function staleRecord(error: unknown): JsonObject | undefined {
  if (errorCode(error) !== 'STALE' || !(error instanceof HttpError)) return undefined;
  const current = (error.body as HttpErrorBody).current;
  return current !== null && typeof current === 'object' ? (current as JsonObject) : undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nameOf = (by: unknown): string | undefined => {
  if (typeof by === 'string') return by;
  const name = by !== null && typeof by === 'object' ? (by as JsonObject)['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
};
