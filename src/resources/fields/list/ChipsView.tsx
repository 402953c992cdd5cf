import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { useErrorCount } from '../../fieldKit/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { summarizeItem } from './summarizeItem.ts';
import { useDragReorder, type DragState } from './useDragReorder.ts';
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
  const { items, listController, noun, fieldState, renderItem } = props;
  const drag = useDragReorder(listController.move);
  const open =
    listController.open !== undefined && listController.open < items.length ? listController.open : undefined;
  return (
    <>
      <Chips>
        {items.map((_, index) => (
          <ItemChip
            key={listController.keys[index]}
            {...props}
            index={index}
            drag={drag}
            isOpen={open === index}
          />
        ))}
      </Chips>
      {open === undefined ? null : (
        <Panel>
          <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
            {fieldState.readOnly ? null : <DragHandle drag={drag} index={open} noun={noun} />}
            <ItemButtons {...{ listController, noun, items, fieldState }} index={open} sideways />
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
  drag: DragState;
  isOpen: boolean;
}

function ItemChip({
  field,
  item,
  items,
  index,
  listController,
  pointer,
  drag,
  isOpen,
  fieldState,
}: ItemChipProps) {
  const { title, summary, icon } = summarizeItem(item, items[index], index, field.options['summary']);
  const errorCount = useErrorCount([`${pointer}/${index}`]);
  const { onKeyDown: _, ...handleProps } = drag.handle(index);
  return (
    <Chip
      data-list-item
      label={summary || title}
      icon={icon ? <FormIcon name={icon} /> : undefined}
      color={errorCount > 0 ? 'error' : isOpen ? 'primary' : 'default'}
      variant={isOpen ? 'filled' : 'outlined'}
      aria-expanded={isOpen}
      onClick={() => listController.setOpen(isOpen ? undefined : index)}
      {...drag.target(index)}
      {...(fieldState.readOnly ? {} : handleProps)}
      sx={{ maxWidth: 280, outline: drag.over === index ? '2px solid' : undefined }}
    />
  );
}
