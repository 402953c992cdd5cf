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
import { firstValues } from '../fieldKit/firstItems.ts';
import { objectSchema } from '../fieldKit/formSchema.ts';
import { StablePlaceContext } from '../fieldKit/useListEditor.ts';
import { innermostErrors } from '../fieldKit/pointers.ts';
import { FormSession } from '../fieldKit/session.ts';
import type { FormAccess } from '../fieldKit/useFormAccess.ts';
import { FormWithPanels } from './FormWithPanels.tsx';
import { useSaveKey } from './useSaveKey.ts';
import { usePointerPress } from './usePointerPress.ts';
import { FormSessionContext, formId } from '../fieldKit/useSession.ts';
import { createFormValidator } from './validator.ts';

/** What a form is made of; entities and the forms of `schemas/forms` both are. */
export interface FormSource {
  fields: FieldModel[];
  form?: FormModel;
}

export interface RecordFormProps extends Partial<FormAccess> {
  model: FormSource;
  /** ajv's verdict, compiled at build time. */
  validator: SchemaValidator;
  /**
   * The stored record; its values are the form's first ones. Of a newer state of it, rules are told; the values stay
   * (`begin`). Another record needs another `key`.
   */
  record?: JsonObject;
  mode: FormMode;
  /** Shows the record without letting it be changed. */
  readOnly?: boolean;
  /**
   * Sends the record as it is to be stored. Faults that the services found come back by pointer and are shown at
   * their fields; anything else that goes wrong is the sender's to tell. `undefined` means that it is saved.
   */
  onSave: (record: JsonObject) => Promise<FieldErrors | undefined>;
  /**
   * Input goes on while the record is on its way: the sender looks into `values()` for what was typed meanwhile.
   * Otherwise the form takes none until there is an answer.
   */
  editableWhileSaving?: boolean;
  ref?: Ref<RecordFormHandle>;
  /** Puts the cursor into the first field when the form opens. */
  autoFocus?: boolean;
  /** Values that a new record begins with, beside the defaults of its fields. */
  initialValues?: JsonObject;
  /** What is said above the form; it may read the form's session. */
  header?: ReactNode;
  /** Buttons, drawn below the fields inside the form. */
  children?: ReactNode;
}

export interface RecordFormHandle {
  /** What the person has entered by now. */
  values: () => JsonObject;
  /** Takes other values in the place of all (`FormSession.begin`). */
  begin: (values: JsonObject, unsaved: boolean) => void;
  focusFirst: () => void;
  isDirty: () => boolean;
  /** Nothing is unsaved any more. */
  markClean: () => void;
  submit: () => void;
  /** Whether the input could be sent; its faults are shown from now on. */
  validate: () => boolean;
  /**
   * Sends the input as submitting does, once what is on its way is answered. Resolves to whether all that was entered
   * is stored.
   */
  save: () => Promise<boolean>;
  /** Shows faults that the services found, at their fields. */
  showErrors: (faults: FieldErrors) => void;
}

const VariableWatch = lazyComponent(
  () => import('../variables/VariableLookup.tsx').then((it) => it.default),
  {
    silent: true,
  },
);
const FIELDS: FormProps['fields'] = { LeafField, StructureField };
const TEMPLATES: FormProps['templates'] = { FieldTemplate, ObjectFieldTemplate };
// Defaults are filled in once, when a record or an item is made: an emptied field stays empty.
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
    editableWhileSaving: typesOn = false,
    autoFocus,
    initialValues,
    header,
    children,
    ref,
  } = props;
  const idPrefix = useId();
  const frame = useRef<HTMLDivElement>(null);
  const sending = useRef<Promise<boolean>>(undefined);
  const [initial] = useState<JsonObject>(
    () => structuredClone(record) ?? { ...defaultValues(model), ...initialValues },
  );
  const [{ session, judge, uiSchema }] = useState(() => {
    const { schema, uiSchema } = objectSchema(model.fields);
    const verdict = (values: JsonObject): FieldErrors =>
      validate(model, enteredValues(model, values), {
        validator,
        user,
        inUse,
        checkContent: contentFaults,
        stored: made.stored,
        ...made.textRules,
      });
    const judge = createFormValidator(schema, validator, () => verdict(made.withDerived()));
    const made: FormSession = new FormSession(
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
        validate: verdict,
      },
      initial,
    );
    made.stored = record;
    return { session: made, judge, uiSchema };
  });

  const [namesVariables] = useState(() => hasVariables(model.fields));

  useEffect(() => {
    session.stored = record;
  }, [session, record]);

  const submit = (): void => frame.current?.querySelector('form')?.requestSubmit();
  useImperativeHandle(ref, () => ({
    values: () => session.data,
    begin: (values, unsaved) => {
      // What one may do with another state of the record may be another thing.
      Object.assign(session.settings, { user, inUse, can, readOnly });
      session.begin(values, unsaved);
    },
    focusFirst: () => focusFirst(frame.current),
    isDirty: () => session.dirty,
    markClean: () => session.markClean(),
    submit,
    validate: () => isSendable(),
    save: async () => {
      while (sending.current) {
        if (!(await sending.current)) return false;
        if (!session.dirty) return true;
      }
      return isSendable() && send(session.data);
    },
    showErrors: (errors) => showRefusal(errors),
  }));
  useSaveKey(frame, submit);
  usePointerPress(session);
  useEffect(() => () => session.dispose(), [session]);
  useEffect(() => {
    if (autoFocus) focusFirst(frame.current);
  }, [autoFocus]);

  const announceRefusal = (errors: [pointer: string, message: string][]): void => {
    session.countRefusal();
    const [first] = errors;
    if (first && errors.length === 1) session.reveal(first[0]);
  };
  const showRefusal = (errors: FieldErrors): void => {
    session.setServerErrors(errors);
    announceRefusal(innermostErrors(errors));
  };
  const send = (values: JsonObject): Promise<boolean> => {
    const answer = sendOnce(values).finally(() => {
      sending.current = undefined;
    });
    sending.current = answer;
    return answer;
  };
  const sendOnce = async (values: JsonObject): Promise<boolean> => {
    session.setServerErrors({});
    const sent = onSave(dropHiddenFields(model, values, { user, inUse }) as JsonObject);
    const errors = await (typesOn ? sent : withoutInput(frame.current, sent));
    if (errors && Object.keys(errors).length > 0) showRefusal(errors);
    return errors === undefined;
  };

  const isSendable = (): boolean => {
    session.flushTyping();
    const errors = innermostErrors(session.validateAll());
    if (errors.length > 0) announceRefusal(errors);
    return errors.length === 0;
  };

  const onSubmit = (event: SyntheticEvent): void => {
    // Forms in dialogs above this one are heard here too.
    if (event.target !== frame.current?.querySelector('form')) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSendable() && !sending.current) void send(session.data);
  };

  return (
    <FormSessionContext value={session}>
      {header}
      <StablePlaceContext value="">
        <FormWithPanels form={model.form}>
          <div ref={frame} data-form onSubmitCapture={onSubmit} style={{ minWidth: 0 }}>
            <Form
              id={formId(idPrefix)}
              {...judge}
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
            {namesVariables ? <VariableWatch /> : null}
            {model.fields.some(({ derive }) => derive) ? <DerivedValues /> : null}
          </div>
        </FormWithPanels>
      </StablePlaceContext>
    </FormSessionContext>
  );
}

/** Lets nothing be typed into the form until the answer is there; the cursor is where it was then. */
async function withoutInput<T>(form: HTMLElement | null, answer: Promise<T>): Promise<T> {
  const focused = document.activeElement;
  if (form) form.inert = true;
  try {
    return await answer;
  } finally {
    if (form) form.inert = false;
    if (focused instanceof HTMLElement && form?.contains(focused)) focused.focus();
  }
}

/** Whether texts of the form may name variables. */
function hasVariables(fields: FieldModel[]): boolean {
  let found = false;
  walkFields(fields, (field) => {
    found ||= field.variables;
  });
  return found;
}

/** What a new record begins with; the services set what is read-only and refuse it from anyone else. */
function defaultValues({ fields }: FormSource): JsonObject {
  return firstValues(fields.filter((field) => !field.readOnly));
}

/** The record without what only the services keep (`createdAt`…) or count, for the fields' own rules. */
function enteredValues({ fields }: FormSource, values: JsonObject): JsonObject {
  const names = new Set(fields.filter((field) => !field.computed).map((field) => field.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
