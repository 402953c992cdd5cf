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

/** Below this width there is no room for a rail beside what is chosen in it. */
const NARROW = '(max-width:899.95px)';

const Group = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, minWidth: 0, flex: '1 1 0' });
const Heading = styled('div')({ display: 'flex', alignItems: 'baseline' });
const Title = styled('span')({ fontSize: 13, lineHeight: '18px', fontWeight: 500 });
const Note = styled('p')({
  margin: 0,
  fontSize: 12,
  lineHeight: '16px',
  color: 'var(--ink-2)',
  '&[role=alert]': { color: 'var(--danger)' },
});

const withoutAdd = (addLabel: string): string =>
  (addLabel.startsWith(t('Add')) ? addLabel.slice(t('Add').length) : addLabel)
    .trim()
    .replace(/^(?:add )?(?:an? )?/i, '');

/** What one item of a list is called in buttons: "message" of "Add message". */
function nounOf(addLabel: unknown, itemTitle: string): string {
  const label = typeof addLabel === 'string' ? withoutAdd(addLabel) : itemTitle;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** A list of the record: add, remove, duplicate, reorder, in the presentation that its model names. */
export default function ListField(props: FieldProps) {
  const { fieldPathId, registry, uiSchema } = props;
  const field = modelOf(uiSchema);
  const item = field?.item;
  if (!field || !item) throw new Error(`No item model for ${fieldPathId.$id}`);
  const { path } = fieldPathId;
  const session = useFormSession();
  const pointer = pointerOf(path);
  const place = `${useStablePlace()}/${field.name}`;
  const held = useValueAt(path);
  const items: unknown[] = Array.isArray(held) ? held : [];
  const state = useFieldState(field, path);
  const error = useFieldError(pointer);
  const view = findListView(field);
  const editor = useListEditor(field, path, items, place, view.startOpen(items.length));
  const box = useItemFocus(editor, path);
  const headingId = useId();
  useRevealFocus(path);

  const SchemaField = registry.fields['SchemaField'] as ComponentType<FieldProps>;
  const rendered = buildFieldSchema(item);
  // An item that is drawn already is the same element: what is inside it follows the session by itself.
  const renderItem = useMemo(() => {
    const drawn = new Map<number, ReactElement>();
    const render = (index: number): ReactElement => (
      <StablePlaceContext key={editor.keys[index]} value={`${place}/${editor.keys[index]}`}>
        <SchemaField
          {...passedOn(props)}
          name={String(index)}
          schema={rendered.schema}
          uiSchema={rendered.uiSchema}
          fieldPathId={{ $id: session.id([...path, index]), path: [...path, index] }}
          onChange={props.onChange}
        />
      </StablePlaceContext>
    );
    return (index: number): ReactElement => {
      const known = drawn.get(index) ?? render(index);
      drawn.set(index, known);
      return known;
    };
  }, [SchemaField, props, rendered, path, session, place, editor.keys]);

  const noun = nounOf(field.options['addLabel'], item.title);
  const said = useContext(SectionTitleContext) === field.title;
  const full = state.maxItems !== undefined && items.length >= state.maxItems;
  const { View } = view;
  const { draws = [] } = view;
  const ownHeading = draws.includes('heading');
  // A rail lies down where there is no room beside the items.
  const isNarrow = useMediaQuery(NARROW);
  const look = view.addButtonStyle === 'row' && isNarrow ? 'card' : view.addButtonStyle;
  const add =
    state.readOnly || (full && look !== 'row') ? null : (
      <AddButton item={item} noun={noun} onAdd={editor.add} look={look} disabled={full} />
    );
  const fault = error ? (
    <Note role="alert" id={`${headingId}-error`}>
      {error}
    </Note>
  ) : null;
  return (
    <Group
      ref={box}
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
        <Heading>
          <Title id={`${headingId}-title`} style={said ? visuallyHidden : undefined}>
            {field.title}
          </Title>
          {!said && !state.required && !state.readOnly && <Optional aria-hidden>{t('optional')}</Optional>}
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
          errorMessage={fault}
          renderItem={renderItem}
        />
      ) : null}
      <UndoBar editor={editor} noun={noun} />
      {draws.includes('errorMessage') ? null : fault}
      {draws.includes('addButton') ? null : add}
    </Group>
  );
}

/** What an item's field takes over from its list. */
function passedOn({ registry, onBlur, onFocus, disabled, readonly, hideError }: FieldProps) {
  return { registry, onBlur, onFocus, disabled, readonly, hideError };
}
