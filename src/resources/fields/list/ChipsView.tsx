import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { useErrorCount } from '../../fieldKit/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { summarizeItem } from './summarizeItem.ts';
import { useDragOrder, type DragOrder } from './useDragOrder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';

const Chips = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const Panel = styled('div')(({ theme }) => ({
  border: '1px solid var(--line)',
  borderRadius: theme.shape.borderRadius,
  padding: '4px 4px 16px 16px',
  minWidth: 0,
}));

/** Small items as chips that open to be edited. */
export default function ChipsView(props: ListViewProps) {
  const { items, editor, noun, state, renderItem } = props;
  const order = useDragOrder(editor.move);
  const open = editor.open !== undefined && editor.open < items.length ? editor.open : undefined;
  return (
    <>
      <Chips>
        {items.map((_, index) => (
          <ItemChip key={editor.keys[index]} {...props} index={index} order={order} isOpen={open === index} />
        ))}
      </Chips>
      {open === undefined ? null : (
        <Panel>
          <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
            {state.readOnly ? null : <DragHandle order={order} index={open} noun={noun} />}
            <ItemButtons {...{ editor, noun, items, state }} index={open} sideways />
          </div>
          <div style={{ display: 'flex', flexDirection: 'column', gap: 16, paddingInlineEnd: 12 }}>
            {renderItem(open)}
          </div>
        </Panel>
      )}
    </>
  );
}

interface ItemChipProps extends ListViewProps {
  index: number;
  order: DragOrder;
  isOpen: boolean;
}

function ItemChip({ field, item, items, index, editor, pointer, order, isOpen, state }: ItemChipProps) {
  const { title, summary, icon } = summarizeItem(item, items[index], index, field.options['summary']);
  const faults = useErrorCount([`${pointer}/${index}`]);
  const { onKeyDown: _, ...drag } = order.handle(index);
  return (
    <Chip
      data-list-item
      label={summary || title}
      icon={icon ? <FormIcon name={icon} /> : undefined}
      color={faults > 0 ? 'error' : isOpen ? 'primary' : 'default'}
      variant={isOpen ? 'filled' : 'outlined'}
      aria-expanded={isOpen}
      onClick={() => editor.setOpen(isOpen ? undefined : index)}
      {...order.target(index)}
      {...(state.readOnly ? {} : drag)}
      sx={{ maxWidth: 280, outline: order.over === index ? '2px solid' : undefined }}
    />
  );
}
