import Form, { type FormProps } from '@rjsf/core';
import {
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { contentFaults } from '../../../schemas/model/content.ts';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { dropHiddenFields } from '../../../schemas/model/dropHiddenFields.ts';
import type {
  FieldErrors,
  FieldModel,
  FormMode,
  FormModel,
  JsonObject,
} from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { DerivedValues } from './DerivedValues.tsx';
import { LeafField } from './fields/LeafField.tsx';
import { StructureField } from './fields/StructureField.tsx';
import { FieldTemplate, ObjectFieldTemplate } from './fields/templates.tsx';
import { focusFirst } from './layout/FirstFocus.tsx';
import { buildDefaults } from '../fieldKit/buildDefaults.ts';
import { buildObjectSchema } from '../fieldKit/formSchema.ts';
import { StablePlaceContext } from '../fieldKit/useListEditor.ts';
import { innermostErrors } from '../fieldKit/pointers.ts';
import { FormSession } from '../fieldKit/session.ts';
import type { FormAccess } from '../fieldKit/useFormAccess.ts';
import { FormWithPanels } from './FormWithPanels.tsx';
import { useSaveKey } from './useSaveKey.ts';
import { usePointerPress } from './usePointerPress.ts';
import { FormSessionContext, formId } from '../fieldKit/useSession.ts';
import { createFormValidator } from './validator.ts';

/** The model of a form: an entity or a form of `schemas/forms`. */
export interface FormSource {
  fields: FieldModel[];
  form?: FormModel;
}

export interface RecordFormProps extends Partial<FormAccess> {
  model: FormSource;
  /** The ajv validator, compiled at build time. */
  validator: SchemaValidator;
  /**
   * The stored record, whose values the form starts with. A newer version updates only what rules compare with; the
   * values stay until `reset`. Another record needs another `key`.
   */
  record?: JsonObject;
  mode: FormMode;
  /** Shows the record without inputs. */
  readOnly?: boolean;
  /**
   * Saves the record. Resolves to `undefined` when it is saved, or to the services' errors by pointer, which are
   * shown at their fields; the caller reports any other failure.
   */
  onSave: (record: JsonObject) => Promise<FieldErrors | undefined>;
  /**
   * Inputs stay enabled while the record is saved; the caller compares with `values()` to find newer input. By
   * default they are disabled.
   */
  editableWhileSaving?: boolean;
  ref?: Ref<RecordFormHandle>;
  /** Focuses the first field when the form opens. */
  autoFocus?: boolean;
  /** Initial values of a new record, besides the defaults of its fields. */
  initialValues?: JsonObject;
  /** Drawn above the form, inside its session. */
  header?: ReactNode;
  /** The form's buttons, drawn below the fields. */
  children?: ReactNode;
}

export interface RecordFormHandle {
  /** The current values. */
  values: () => JsonObject;
  /** Replaces all values (`FormSession.reset`). */
  reset: (values: JsonObject, unsaved: boolean) => void;
  focusFirst: () => void;
  isDirty: () => boolean;
  /** Marks everything as saved. */
  markClean: () => void;
  submit: () => void;
  /** Validates the input and shows its errors; true when it can be sent. */
  validate: () => boolean;
  /**
   * Submits the input after a pending save has finished. Resolves to true when all input is stored.
   */
  save: () => Promise<boolean>;
  /** Shows errors from the services at their fields. */
  showErrors: (faults: FieldErrors) => void;
}

const VariableLookup = lazyComponent(
  () => import('../variables/VariableLookup.tsx').then((it) => it.default),
  {
    silent: true,
  },
);
const FIELDS: FormProps['fields'] = { LeafField, StructureField };
const TEMPLATES: FormProps['templates'] = { FieldTemplate, ObjectFieldTemplate };
// Defaults are filled in once, when a record or an item is created: an emptied field stays empty.
const NO_DEFAULTS: FormProps['experimental_defaultFormStateBehavior'] = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
};
const allowAll = (): boolean => true;

/** The form of one record. The session holds the values, rjsf draws the structure of the schema. */
export function RecordForm(props: RecordFormProps) {
  const {
    model,
    validator,
    record,
    mode,
    user,
    inUse,
    can = allowAll,
    readOnly,
    onSave,
    editableWhileSaving: isEditableWhileSaving = false,
    autoFocus,
    initialValues,
    header,
    children,
    ref,
  } = props;
  const idPrefix = useId();
  const frame = useRef<HTMLDivElement>(null);
  const pendingSave = useRef<Promise<boolean>>(undefined);
  const [initial] = useState<JsonObject>(
    () => structuredClone(record) ?? { ...defaultValues(model), ...initialValues },
  );
  const [{ session, formValidator, uiSchema }] = useState(() => {
    const { schema, uiSchema } = buildObjectSchema(model.fields);
    const validateValues = (values: JsonObject): FieldErrors =>
      validate(model, enteredValues(model, values), {
        validator,
        user,
        inUse,
        checkContent: contentFaults,
        stored: newSession.stored,
        ...newSession.textRules,
      });
    const formValidator = createFormValidator(schema, validator, () =>
      validateValues(newSession.withDerived()),
    );
    const newSession: FormSession = new FormSession(
      {
        fields: model.fields,
        form: model.form,
        mode,
        user,
        inUse,
        can,
        readOnly,
        autoFocus,
        idPrefix,
        validate: validateValues,
      },
      initial,
    );
    newSession.stored = record;
    return { session: newSession, formValidator, uiSchema };
  });

  const [usesVariables] = useState(() => hasVariables(model.fields));

  useEffect(() => {
    session.stored = record;
  }, [session, record]);

  const submit = (): void => frame.current?.querySelector('form')?.requestSubmit();
  useImperativeHandle(ref, () => ({
    values: () => session.data,
    reset: (values, unsaved) => {
      // Rights may depend on the record's state.
      Object.assign(session.settings, { user, inUse, can, readOnly });
      session.reset(values, unsaved);
    },
    focusFirst: () => focusFirst(frame.current),
    isDirty: () => session.dirty,
    markClean: () => session.markClean(),
    submit,
    validate: () => validateInput(),
    save: async () => {
      while (pendingSave.current) {
        if (!(await pendingSave.current)) return false;
        if (!session.dirty) return true;
      }
      return validateInput() && send(session.data);
    },
    showErrors: (errors) => showServerErrors(errors),
  }));
  useSaveKey(frame, submit);
  usePointerPress(session);
  useEffect(() => () => session.dispose(), [session]);
  useEffect(() => {
    if (autoFocus) focusFirst(frame.current);
  }, [autoFocus]);

  const announceErrors = (errors: [pointer: string, message: string][]): void => {
    session.countFailedSubmit();
    const [first] = errors;
    if (first && errors.length === 1) session.reveal(first[0]);
  };
  const showServerErrors = (errors: FieldErrors): void => {
    session.setServerErrors(errors);
    announceErrors(innermostErrors(errors));
  };
  const send = (values: JsonObject): Promise<boolean> => {
    const answer = sendOnce(values).finally(() => {
      pendingSave.current = undefined;
    });
    pendingSave.current = answer;
    return answer;
  };
  const sendOnce = async (values: JsonObject): Promise<boolean> => {
    session.setServerErrors({});
    const sent = onSave(dropHiddenFields(model, values, { user, inUse }) as JsonObject);
    const errors = await (isEditableWhileSaving ? sent : disableWhilePending(frame.current, sent));
    if (errors && Object.keys(errors).length > 0) showServerErrors(errors);
    return errors === undefined;
  };

  const validateInput = (): boolean => {
    session.flushTyping();
    const errors = innermostErrors(session.validateAll());
    if (errors.length > 0) announceErrors(errors);
    return errors.length === 0;
  };

  const onSubmit = (event: SyntheticEvent): void => {
    // Submit events of forms in nested dialogs bubble through React too.
    if (event.target !== frame.current?.querySelector('form')) return;
    event.preventDefault();
    event.stopPropagation();
    if (validateInput() && !pendingSave.current) void send(session.data);
  };

  return (
    <FormSessionContext value={session}>
      {header}
      <StablePlaceContext value="">
        <FormWithPanels form={model.form}>
          <div ref={frame} data-form onSubmitCapture={onSubmit} style={{ minWidth: 0 }}>
            <Form
              id={formId(idPrefix)}
              {...formValidator}
              uiSchema={uiSchema}
              idPrefix={idPrefix}
              fields={FIELDS}
              templates={TEMPLATES}
              experimental_defaultFormStateBehavior={NO_DEFAULTS}
              noHtml5Validate
              showErrorList={false}
            >
              {children ?? <></>}
            </Form>
            {usesVariables ? <VariableLookup /> : null}
            {model.fields.some(({ derive }) => derive) ? <DerivedValues /> : null}
          </div>
        </FormWithPanels>
      </StablePlaceContext>
    </FormSessionContext>
  );
}

/** Makes the form inert until the promise settles, then restores the focus. */
async function disableWhilePending<T>(form: HTMLElement | null, answer: Promise<T>): Promise<T> {
  const focused = document.activeElement;
  if (form) form.inert = true;
  try {
    return await answer;
  } finally {
    if (form) form.inert = false;
    if (focused instanceof HTMLElement && form?.contains(focused)) focused.focus();
  }
}

/** Whether any text of the form may contain variables. */
function hasVariables(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, (field) => {
    found ||= field.variables;
  });
  return found;
}

/** Defaults of a new record, without read-only fields, which only the services set. */
function defaultValues({ fields }: FormSource): JsonObject {
  return buildDefaults(fields.filter((field) => !field.readOnly));
}

/** The record without computed fields (`createdAt`, counts), for validation. */
function enteredValues({ fields }: FormSource, values: JsonObject): JsonObject {
  const names = new Set(fields.filter((field) => !field.computed).map((field) => field.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
