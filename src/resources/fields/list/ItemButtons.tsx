import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ComponentType } from 'react';
import type { DragOrder } from './useDragOrder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Buttons = styled('span')({
  display: 'inline-flex',
  flexShrink: 0,
  // Alone there is nowhere to move to.
  '&[data-alone] > [data-move=true]': { display: 'none' },
});

interface ItemButtonsProps extends Pick<ListViewProps, 'editor' | 'noun' | 'items' | 'state'> {
  index: number;
  /** Items stand side by side, so that they move left and right. */
  sideways?: boolean;
}

/** Move, duplicate and remove one item; each button says which item it is about. */
export function ItemButtons({ editor, noun, items, index, state, sideways }: ItemButtonsProps) {
  if (state.readOnly) return null;
  const which = `${noun} ${index + 1}`;
  const full = state.maxItems !== undefined && items.length >= state.maxItems;
  return (
    <Buttons data-item-buttons data-alone={items.length === 1 || undefined}>
      <Action
        label={t(sideways ? 'Move left %{which}' : 'Move up %{which}', { which })}
        icon={sideways ? ArrowBackIcon : ArrowUpwardIcon}
        isMove
        disabled={index === 0}
        onClick={() => editor.move(index, index - 1)}
      />
      <Action
        label={t(sideways ? 'Move right %{which}' : 'Move down %{which}', { which })}
        icon={sideways ? ArrowForwardIcon : ArrowDownwardIcon}
        isMove
        disabled={index === items.length - 1}
        onClick={() => editor.move(index, index + 1)}
      />
      <Action
        label={t('Duplicate %{which}', { which })}
        icon={ContentCopyIcon}
        disabled={full}
        onClick={() => editor.duplicate(index)}
      />
      <Action
        label={t('Remove %{which}', { which })}
        icon={DeleteOutlineIcon}
        isRemoval
        onClick={() => editor.remove(index)}
      />
    </Buttons>
  );
}

interface ActionProps {
  label: string;
  icon: ComponentType<{ fontSize: 'inherit' }>;
  disabled?: boolean;
  /** It does what the grip does. */
  isMove?: boolean;
  isRemoval?: boolean;
  onClick: () => void;
}

function Action({ label, icon: Icon, disabled, isMove, isRemoval, onClick }: ActionProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      disabled={disabled}
      data-move={isMove}
      data-remove={isRemoval}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
      sx={{ fontSize: 18 }}
    >
      <Icon fontSize="inherit" />
    </IconButton>
  );
}

interface DragHandleProps {
  order: DragOrder;
  index: number;
  noun: string;
}

/** Drag to reorder; with the keyboard, the arrow keys do it. */
export function DragHandle({ order, index, noun }: DragHandleProps) {
  return (
    <IconButton
      size="small"
      aria-label={t('Reorder %{noun} %{index}', { noun, index: index + 1 })}
      title={t('Drag, or use the arrow keys')}
      sx={{ cursor: 'grab', touchAction: 'none', fontSize: 18, display: { xs: 'none', sm: 'inline-flex' } }}
      {...order.handle(index)}
    >
      <DragIndicatorIcon fontSize="inherit" />
    </IconButton>
  );
}
