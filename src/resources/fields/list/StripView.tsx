import { styled } from '@mui/material/styles';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { useErrorCount } from '../../fieldKit/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { ItemThumbnail } from './ItemThumbnail.tsx';
import { summarizeItem, templateParts } from './summarizeItem.ts';
import { ErrorCount } from './railParts.tsx';
import { useDragReorder, type DragState } from './useDragReorder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

// Wraps, since people do not find what needs sideways scrolling.
const Strip = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 1 });

const Cell = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: '0 0 108px',
  width: 108,
  overflow: 'hidden',
  borderRadius: 6,
  border: '1px solid var(--frame)',
  background: 'var(--sheet)',
  '&[data-open]': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
  '&[data-faults]': { borderColor: 'var(--danger-dot)' },
  '&[data-over]': { boxShadow: '0 0 0 2px var(--accent)' },
  '&[data-dim]': { opacity: 0.6 },
});

const Opener = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  cursor: 'pointer',
  ...TEXT.caption,
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& > span:first-of-type': { height: 62 },
  '& > span:nth-of-type(2)': { display: 'block', padding: '5px 7px 6px' },
  '& b, & i': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& i:not(:empty)': { minHeight: 18 },
  '& b': { fontWeight: 500 },
  '& i': { fontStyle: 'normal', color: 'var(--ink-3)' },
});

const Panel = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  marginTop: 12,
});
const PanelHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  ...TEXT.body,
  fontWeight: 600,
});

/** Items as small cards side by side, with the add button last; only the chosen item is mounted, below the cards. */
export default function StripView(props: ListViewProps) {
  const { items, listController, noun, fieldState, item, addButton, renderItem } = props;
  const drag = useDragReorder(listController.move);
  const open =
    listController.open === undefined ? undefined : Math.min(listController.open, items.length - 1);
  return (
    <>
      <Strip role="group" aria-label={t('%{title}, in order', { title: props.field.title })}>
        {items.map((_, index) => (
          <StripCell
            key={listController.keys[index]}
            {...props}
            index={index}
            drag={drag}
            isOpen={open === index}
          />
        ))}
        {addButton}
      </Strip>
      {open === undefined || open < 0 ? null : (
        <Panel>
          <PanelHead>
            <span style={{ flex: 1 }}>{summarizeItem(item, items[open], open).title}</span>
            {fieldState.readOnly ? null : <DragHandle drag={drag} index={open} noun={noun} />}
            <ItemButtons {...{ listController, noun, items, fieldState }} index={open} sideways />
          </PanelHead>
          {renderItem(open)}
        </Panel>
      )}
    </>
  );
}

interface CellProps extends ListViewProps {
  index: number;
  drag: DragState;
  isOpen: boolean;
}

function StripCell({
  field,
  item,
  items,
  index,
  listController,
  pointer,
  drag,
  isOpen,
  fieldState,
}: CellProps) {
  const value = items[index];
  const { title, lead, rest, icon } = summarizeItem(item, value, index, field.options['summary']);
  const errorCount = useErrorCount([`${pointer}/${index}`]);
  const { onKeyDown: _, ...handleProps } = drag.handle(index);
  const inactive = inactiveText(item, value);
  // A card without named values keeps its title; a count is no name.
  const isNamed =
    typeof field.options['summary'] !== 'string' ||
    templateParts(item, value, field.options['summary']).length > 0;
  return (
    <Cell
      data-list-item
      data-open={isOpen || undefined}
      data-faults={errorCount > 0 || undefined}
      data-dim={inactive !== undefined || undefined}
      data-over={drag.over === index || undefined}
      {...drag.target(index)}
      {...(fieldState.readOnly ? {} : handleProps)}
    >
      <Opener type="button" aria-pressed={isOpen} onClick={() => listController.setOpen(index)}>
        <ItemThumbnail item={item} value={value} icon={icon} />
        <span>
          <b>{(isNamed && lead) || title}</b>{' '}
          <i>{inactive ?? (isNamed && lead ? rest : lead || t('Empty'))}</i> <ErrorCount count={errorCount} />
        </span>
      </Opener>
    </Cell>
  );
}

/** "Not active", where a switch of the item that defaults to on is off. */
function inactiveText(item: FieldModel, value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const fields = variantOf(item, value)?.fields ?? item.fields ?? [];
  const off = fields.find(
    ({ name, type, default: first }) =>
      type === 'boolean' && first === true && (value as Record<string, unknown>)[name] === false,
  );
  return off && t('Not %{title}', { title: off.title.toLowerCase() });
}
