import { styled } from '@mui/material/styles';
import { useErrorCount } from '../../form/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { itemText } from './itemText.ts';
import { useDragOrder, type DragOrder } from './useDragOrder.ts';
import type { ListViewProps } from '../editorTypes.ts';

// All of them are in sight: what has to be scrolled for sideways is not found.
const Strip = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const Cell = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    flexDirection: 'column',
    flex: '0 0 132px',
    borderRadius: theme.shape.borderRadius,
    border: '1px solid var(--frame)',
    '&[data-open]': {
      borderColor: palette.primary.main,
      boxShadow: `inset 0 0 0 1px ${palette.primary.main}`,
    },
    '&[data-faults]': { borderColor: palette.error.main },
    '&[data-over]': { boxShadow: `0 0 0 2px ${palette.primary.main}` },
  };
});

const Opener = styled('button')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    all: 'unset',
    boxSizing: 'border-box',
    width: '100%',
    padding: '8px 10px',
    cursor: 'pointer',
    fontSize: 13,
    lineHeight: '18px',
    borderRadius: theme.shape.borderRadius,
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}` },
    '& b': { display: 'block', fontWeight: 500 },
    '& span': {
      display: 'block',
      color: palette.text.secondary,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      minHeight: 18,
    },
    '& em': { fontStyle: 'normal', fontSize: 12, color: palette.error.main },
  };
});

const Panel = styled('div')(({ theme }) => ({
  border: '1px solid var(--frame)',
  borderRadius: theme.shape.borderRadius,
  minWidth: 0,
}));
const PanelHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  padding: '4px 4px 0 16px',
  fontWeight: 500,
  flexWrap: 'wrap',
});
const PanelBody = styled('div')({
  padding: '8px 16px 16px',
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  minWidth: 0,
});

/** Items side by side, as they will stand in a carousel; the chosen one is edited below and alone is mounted. */
export default function StripView(props: ListViewProps) {
  const { items, editor, noun, state, item, renderItem } = props;
  const order = useDragOrder(editor.move);
  const open = editor.open === undefined ? undefined : Math.min(editor.open, items.length - 1);
  return (
    <>
      <Strip role="group" aria-label={`${props.field.title}, in order`}>
        {items.map((_, index) => (
          <StripCell
            key={editor.keys[index]}
            {...props}
            index={index}
            order={order}
            isOpen={open === index}
          />
        ))}
      </Strip>
      {open === undefined ? null : (
        <Panel>
          <PanelHead>
            <span style={{ flex: 1 }}>{itemText(item, items[open], open).title}</span>
            {state.readOnly ? null : <DragHandle order={order} index={open} noun={noun} />}
            <ItemButtons {...{ editor, noun, items, state }} index={open} sideways />
          </PanelHead>
          <PanelBody>{renderItem(open)}</PanelBody>
        </Panel>
      )}
    </>
  );
}

interface CellProps extends ListViewProps {
  index: number;
  order: DragOrder;
  isOpen: boolean;
}

function StripCell({ field, item, items, index, editor, pointer, order, isOpen, state }: CellProps) {
  const { title, summary } = itemText(item, items[index], index, field.options['summary']);
  const faults = useErrorCount([`${pointer}/${index}`]);
  const { onKeyDown: _, ...drag } = order.handle(index);
  return (
    <Cell
      data-list-item
      data-open={isOpen || undefined}
      data-faults={faults > 0 || undefined}
      data-over={order.over === index || undefined}
      {...order.target(index)}
      {...(state.readOnly ? {} : drag)}
    >
      <Opener type="button" aria-pressed={isOpen} onClick={() => editor.setOpen(index)}>
        <b>{title}</b> <span>{summary || 'Empty'}</span>{' '}
        {faults > 0 ? <em>{faults === 1 ? '1 problem' : `${faults} problems`}</em> : null}
      </Opener>
    </Cell>
  );
}
