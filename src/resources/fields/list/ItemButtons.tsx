import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ComponentType } from 'react';
import { TOUCH_TARGET } from '../../../theme/touch.ts';
import { ActionBar } from '../../actions/ActionBar.tsx';
import type { DragState } from './useDragReorder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Buttons = styled('span')({
  display: 'inline-flex',
  flexShrink: 0,
  // The menu's icon ends at the edge of the content.
  '& > [aria-haspopup=menu]': { width: TOUCH_TARGET, height: 36, margin: '0 -13px' },
});

interface ItemButtonsProps extends Pick<ListViewProps, 'listController' | 'noun' | 'items' | 'fieldState'> {
  index: number;
  /** Items are side by side: they move left and right. */
  sideways?: boolean;
}

interface ItemAction {
  id: string;
  /** Text in the menu of one item. */
  label: string;
  /** Accessible name of the button, which names the item. */
  name: string;
  icon: ComponentType<{ fontSize: 'inherit' }>;
  isDisabled?: boolean;
  run: () => void;
}

/** Move, duplicate and remove an item: buttons, or a menu on a phone. */
export function ItemButtons({ listController, noun, items, index, fieldState, sideways }: ItemButtonsProps) {
  const isPhone = useMediaQuery(PHONE);
  if (fieldState.readOnly) return null;
  const itemName = `${noun} ${index + 1}`;
  const isFull = fieldState.maxItems !== undefined && items.length >= fieldState.maxItems;
  const moves: ItemAction[] = [
    {
      id: 'before',
      label: sideways ? t('Move left') : t('Move up'),
      name: t(sideways ? 'Move left %{which}' : 'Move up %{which}', { which: itemName }),
      icon: sideways ? ArrowBackIcon : ArrowUpwardIcon,
      isDisabled: index === 0,
      run: () => listController.move(index, index - 1),
    },
    {
      id: 'after',
      label: sideways ? t('Move right') : t('Move down'),
      name: t(sideways ? 'Move right %{which}' : 'Move down %{which}', { which: itemName }),
      icon: sideways ? ArrowForwardIcon : ArrowDownwardIcon,
      isDisabled: index === items.length - 1,
      run: () => listController.move(index, index + 1),
    },
  ];
  const actions: ItemAction[] = [
    ...(items.length > 1 ? moves : []),
    {
      ...{ id: 'duplicate', label: t('Duplicate'), name: t('Duplicate %{which}', { which: itemName }) },
      icon: ContentCopyIcon,
      isDisabled: isFull,
      run: () => listController.duplicate(index),
    },
    {
      ...{ id: 'remove', label: t('Remove'), name: t('Remove %{which}', { which: itemName }) },
      icon: DeleteOutlineIcon,
      run: () => listController.remove(index),
    },
  ];
  return (
    <Buttons data-item-buttons role="presentation" onClick={(event) => event.stopPropagation()}>
      {isPhone ? (
        <ActionBar
          label={t('Actions for %{model}', { model: itemName })}
          entries={actions
            .filter(({ isDisabled }) => !isDisabled)
            .map(({ id, label, run }) => ({
              ...{ id, label, run },
              tone: id === 'remove' ? ('danger' as const) : undefined,
            }))}
          buttons="none"
        />
      ) : (
        actions.map(({ id, name, icon: Icon, isDisabled, run }) => (
          <IconButton
            key={id}
            size="small"
            aria-label={name}
            title={name}
            disabled={isDisabled}
            data-move={moves.some((move) => move.id === id) || undefined}
            data-remove={id === 'remove' || undefined}
            onClick={run}
            sx={{ fontSize: 18 }}
          >
            <Icon fontSize="inherit" />
          </IconButton>
        ))
      )}
    </Buttons>
  );
}

interface DragHandleProps {
  drag: DragState;
  index: number;
  noun: string;
}

/** Reorders by dragging or with the arrow keys. */
export function DragHandle({ drag, index, noun }: DragHandleProps) {
  return (
    <IconButton
      size="small"
      aria-label={t('Reorder %{noun} %{index}', { noun, index: index + 1 })}
      title={t('Drag, or use the arrow keys')}
      sx={{ cursor: 'grab', touchAction: 'none', fontSize: 18, display: { xs: 'none', sm: 'inline-flex' } }}
      {...drag.handle(index)}
    >
      <DragIndicatorIcon fontSize="inherit" />
    </IconButton>
  );
}
