import { styled } from '@mui/material/styles';
import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { useContext } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { fieldsOf, modelOf } from '../../fieldKit/formSchema.ts';
import { StablePlaceContext } from '../../fieldKit/useListEditor.ts';
import { FieldLines } from '../../fieldKit/FieldLines.tsx';
import { Panel } from '../../panels/Panel.tsx';
import { OptionalFields } from '../layout/OptionalFields.tsx';
import { FormLayout } from '../layout/FormLayout.tsx';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { useFieldError, useFieldState } from '../../fieldKit/useSession.ts';
import { LastFieldContext } from './LastFieldContext.ts';
import { TEXT } from '../../../theme/text.ts';

/** Draws a field unless its conditions, its mode or the user's rights hide it. Widgets draw their own labels. */
export function FieldTemplate({ children, fieldPathId, uiSchema }: FieldTemplateProps) {
  const field = modelOf(uiSchema);
  return field ? (
    <ConditionalField {...{ field, path: fieldPathId.path }}>{children}</ConditionalField>
  ) : (
    children
  );
}

function ConditionalField({
  field,
  path,
  children,
}: {
  field: FieldModel;
  path: Path;
  children: React.ReactNode;
}) {
  if (!useFieldState(field, path).visible) return null;
  if (field.panelAbove === undefined) return children;
  return (
    <WithPanelAbove>
      <Panel quiet name={field.panelAbove} />
      {children}
    </WithPanelAbove>
  );
}

/** A field with its panel above (`panelAbove`). */
const WithPanelAbove = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 0',
  gap: 12,
  minWidth: 0,
});

/** Numbers stand side by side; all other fields take the whole width. */
const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
  gap: 16,
  minWidth: 0,
  '& > *': { gridColumn: '1 / -1' },
  '& > [data-type=number]': { gridColumn: 'auto' },
  '&[data-wide]': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const FieldSet = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0, flex: '1 1 0' });
const Legend = styled('legend')({
  padding: 0,
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  marginBottom: 8,
});
/** The first word of a sentence of inputs: "When". */
const SentenceStart = styled(Legend)({ ...TEXT.heading, fontWeight: 600 });
const ErrorText = styled('p')({
  margin: 0,
  fontSize: 12,
  color: 'var(--danger)',
});

/** Rows of several inputs need the whole width. */
const needsFullWidth = ({ widget }: FieldModel): boolean => widget === 'conditions';

/** The fields of an object: the whole form at the root, a named group for a field of its own, a column in a list. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, uiSchema } = props;
  const last = useContext(LastFieldContext);
  const isLast = ({ name }: { name: string }): number => Number(name === last);
  const properties = props.properties.toSorted((a, b) => isLast(a) - isLast(b));
  const error = useFieldError(pointerOf(fieldPathId.path));
  const place = useContext(StablePlaceContext);
  if (fieldPathId.path.length === 0) return <FormLayout {...props} />;
  const field = modelOf(uiSchema);
  const optionalFields = properties.flatMap(({ name, content }) => {
    const one = fieldsOf(uiSchema).find((inner) => inner.name === name);
    return one?.collapsed ? [{ field: one, content }] : [];
  });
  const optionalNames = new Set(optionalFields.map((part) => part.field.name));
  if (field?.widget === 'lines') {
    const contents = new Map(properties.map(({ name, content }) => [name, content]));
    return (
      <StablePlaceContext value={`${place}/${field.name}`}>
        <FieldSet>
          <SentenceStart>{field.title}</SentenceStart>
          <FieldLines {...{ field, contents }} path={fieldPathId.path} />
          {error ? <ErrorText role="alert">{error}</ErrorText> : null}
        </FieldSet>
      </StablePlaceContext>
    );
  }
  const fields = (
    <Fields data-object data-wide={fieldsOf(uiSchema).some(needsFullWidth) || undefined}>
      {properties.filter(({ name }) => !optionalNames.has(name)).map(({ content }) => content)}
      {optionalNames.size > 0 ? <OptionalFields path={fieldPathId.path} fields={optionalFields} /> : null}
      {error ? <ErrorText role="alert">{error}</ErrorText> : null}
    </Fields>
  );
  if (!field || field.name === '*') return fields;
  return (
    <StablePlaceContext value={`${place}/${field.name}`}>
      <FieldSet>
        {properties.length > 1 ? <Legend>{field.title}</Legend> : null}
        {fields}
      </FieldSet>
    </StablePlaceContext>
  );
}
