import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { FieldProps } from '@rjsf/utils';
import { type ComponentType, type ReactElement, useContext, useId, useMemo } from 'react';
import { Counter } from '../../fieldKit/Counter.tsx';
import { SectionTitleContext } from '../../fieldKit/SectionTitleContext.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { Optional } from '../../fieldKit/FieldFrame.tsx';
import { buildFieldSchema, modelOf } from '../../fieldKit/formSchema.ts';
import { pointerOf } from '../../fieldKit/pointers.ts';
import {
  useFieldError,
  useFieldState,
  useFormSession,
  useRevealFocus,
  useValueAt,
} from '../../fieldKit/useSession.ts';
import { AddButton } from './AddButton.tsx';
import { StablePlaceContext, useListEditor, useStablePlace } from '../../fieldKit/useListEditor.ts';
import { useItemFocus } from './useItemFocus.ts';
import { UndoBar } from './UndoBar.tsx';
import { findListView } from '../../fieldKit/editors.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Too narrow for a rail beside its detail pane. */
const NARROW = '(max-width:899.95px)';

const Group = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  flex: '1 1 0',
  // The removal message takes no room while it is empty.
  '& > [role=status]:empty': { marginBottom: -8 },
});
const Heading = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  // Takes no room unless it has a counter.
  '&[data-said]:not(:has(> * + * + *))': { marginBottom: -8 },
});
const Title = styled('span')({ fontSize: 13, lineHeight: '18px', fontWeight: 500 });
const Note = styled('p')({
  margin: 0,
  fontSize: 12,
  lineHeight: '16px',
  color: 'var(--ink-2)',
  '&[role=alert]': { color: 'var(--danger)' },
});

const stripAdd = (addLabel: string): string =>
  (addLabel.startsWith(t('Add')) ? addLabel.slice(t('Add').length) : addLabel)
    .trim()
    .replace(/^(?:add )?(?:an? )?/i, '');

/** The noun of an item in button labels: "message" of "Add message". */
function itemNoun(addLabel: unknown, itemTitle: string): string {
  const label = typeof addLabel === 'string' ? stripAdd(addLabel) : itemTitle;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** The field of a list: adds, removes, duplicates and reorders items, in the view that the model names. */
export default function ListField(props: FieldProps) {
  const { fieldPathId, registry, uiSchema } = props;
  const field = modelOf(uiSchema);
  const item = field?.item;
  if (!field || !item) throw new Error(`No item model for ${fieldPathId.$id}`);
  const { path } = fieldPathId;
  const session = useFormSession();
  const pointer = pointerOf(path);
  const place = `${useStablePlace()}/${field.name}`;
  const stored = useValueAt(path);
  const items: unknown[] = Array.isArray(stored) ? stored : [];
  const state = useFieldState(field, path);
  const error = useFieldError(pointer);
  const view = findListView(field);
  const editor = useListEditor(field, path, items, place, view.startOpen(items.length));
  const groupRef = useItemFocus(editor, path);
  const headingId = useId();
  useRevealFocus(path);

  const SchemaField = registry.fields['SchemaField'] as ComponentType<FieldProps>;
  const rendered = buildFieldSchema(item);
  // Rendered items are reused: their fields subscribe to the session themselves.
  const renderItem = useMemo(() => {
    const elements = new Map<number, ReactElement>();
    const render = (index: number): ReactElement => (
      <StablePlaceContext key={editor.keys[index]} value={`${place}/${editor.keys[index]}`}>
        <SchemaField
          {...inheritedProps(props)}
          name={String(index)}
          schema={rendered.schema}
          uiSchema={rendered.uiSchema}
          fieldPathId={{ $id: session.id([...path, index]), path: [...path, index] }}
          onChange={props.onChange}
        />
      </StablePlaceContext>
    );
    return (index: number): ReactElement => {
      const element = elements.get(index) ?? render(index);
      elements.set(index, element);
      return element;
    };
  }, [SchemaField, props, rendered, path, session, place, editor.keys]);

  const noun = itemNoun(field.options['addLabel'], item.title);
  const hasSectionTitle = useContext(SectionTitleContext) === field.title;
  const isFull = state.maxItems !== undefined && items.length >= state.maxItems;
  const { View } = view;
  const { draws = [] } = view;
  const ownHeading = draws.includes('heading');
  // A narrow rail becomes a strip of cards.
  const isNarrow = useMediaQuery(NARROW);
  const addButtonStyle = view.addButtonStyle === 'row' && isNarrow ? 'card' : view.addButtonStyle;
  // The first item of a list that needs one is the next step.
  const isNextStep = items.length === 0 && state.required;
  const add =
    state.readOnly || (isFull && addButtonStyle !== 'row') ? null : (
      <AddButton
        item={item}
        noun={noun}
        onAdd={editor.add}
        appearance={addButtonStyle ?? (isNextStep ? 'outlined' : undefined)}
        disabled={isFull}
      />
    );
  const errorMessage = error ? (
    <Note role="alert" id={`${headingId}-error`}>
      {error}
    </Note>
  ) : null;
  return (
    <Group
      ref={groupRef}
      data-list
      role="group"
      id={session.id(path)}
      tabIndex={-1}
      aria-labelledby={`${headingId}-title`}
      aria-describedby={error ? `${headingId}-error` : undefined}
      data-field={field.name}
    >
      {ownHeading ? (
        <Title id={`${headingId}-title`} style={visuallyHidden}>
          {field.title}
        </Title>
      ) : (
        <Heading data-said={hasSectionTitle || undefined}>
          <Title id={`${headingId}-title`} style={hasSectionTitle ? visuallyHidden : undefined}>
            {field.title}
          </Title>
          {!hasSectionTitle && !state.required && !state.readOnly && (
            <Optional aria-hidden>{t('optional')}</Optional>
          )}
          <span style={{ flex: 1 }} />
          <Counter used={items.length} limit={state.maxItems} />
        </Heading>
      )}
      {field.description ? <Note>{field.description}</Note> : null}
      {items.length > 0 || draws.includes('addButton') ? (
        <View
          field={field}
          item={item}
          noun={noun}
          path={path}
          pointer={pointer}
          items={items}
          listController={editor}
          fieldState={state}
          addButton={add}
          errorMessage={errorMessage}
          renderItem={renderItem}
        />
      ) : null}
      <UndoBar editor={editor} noun={noun} />
      {draws.includes('errorMessage') ? null : errorMessage}
      {draws.includes('addButton') ? null : add}
    </Group>
  );
}

/** The rjsf props that an item's field inherits from its list. */
function inheritedProps({ registry, onBlur, onFocus, disabled, readonly, hideError }: FieldProps) {
  return { registry, onBlur, onFocus, disabled, readonly, hideError };
}
