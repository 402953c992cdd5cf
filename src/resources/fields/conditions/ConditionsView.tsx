import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useContext, useMemo } from 'react';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { useItemAnnotation } from '../../fieldKit/annotations.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { AddButton } from '../list/AddButton.tsx';
import { DragHandle } from '../list/ItemButtons.tsx';
import { useDragReorder } from '../list/useDragReorder.ts';
import { conditionStyles } from './conditionStyles.ts';
import { countConditions, findGroupList, type ConditionTotal, ConditionTotalContext } from './leaves.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Rows = styled('ol')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 });
const Row = styled('li')(conditionStyles);
const Beside = styled('span')({
  alignSelf: 'flex-start',
  minWidth: 56,
  flex: 'none',
  lineHeight: '36px',
  fontSize: 13,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--ink-3)',
});
const First = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 8,
  maxWidth: 520,
  '& > button': {
    ...{ justifyContent: 'flex-start', minHeight: 44, fontWeight: 500 },
    // Longer languages may need two lines.
    ...{ whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' },
  },
  '& svg': { color: 'var(--ink-3)' },
  '& > p': { gridColumn: '1 / -1', margin: '0 0 8px', ...TEXT.body, color: 'var(--ink-2)' },
});
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  // Aligns the icon with the conditions.
  '& > [data-add]': { marginLeft: -13 },
});
const Warning = styled('p')({
  display: 'flex',
  gap: 6,
  alignItems: 'center',
  margin: '4px 0 0',
  ...TEXT.caption,
  color: 'var(--warning)',
  '& svg': { fontSize: 14 },
});

/** The item with only its group variants, or only its condition variants. */
const filterVariants = (item: FieldModel, groups: boolean): FieldModel =>
  item.variants
    ? {
        ...item,
        variants: {
          ...item.variants,
          options: item.variants.options.filter((option) => (findGroupList(option) !== undefined) === groups),
        },
      }
    : item;

/** Conditions as lines, and groups with a border, each with its panel annotation. */
export default function ConditionsView(props: ListViewProps) {
  const { field, item, noun, pointer, items, listController, fieldState, renderItem } = props;
  const parentTotal = useContext(ConditionTotalContext);
  const ownTotal = useMemo<ConditionTotal>(() => {
    const { most } = field.options;
    return {
      used: countConditions(item, items),
      most: typeof most === 'number' ? most : fieldState.maxItems,
    };
  }, [field, item, items, fieldState.maxItems]);
  const { used, most } = parentTotal ?? ownTotal;
  const isFull = most !== undefined && used >= most;
  const drag = useDragReorder(listController.move);
  const single = useMemo(() => filterVariants(item, false), [item]);
  const group = useMemo(() => filterVariants(item, true).variants?.options[0], [item]);
  const isOpen = !fieldState.readOnly && !isFull;
  const isFirst = isOpen && !parentTotal && items.length === 0;
  return (
    <ConditionTotalContext value={parentTotal ?? ownTotal}>
      {items.length > 0 && (
        <Rows aria-label={field.title}>
          {items.map((value, index) => {
            const variant = variantOf(item, value);
            const isGroup = findGroupList(variant) !== undefined;
            return (
              <Row
                key={listController.keys[index]}
                data-list-item
                data-group={isGroup || undefined}
                data-over={drag.over === index || undefined}
                {...drag.target(index)}
              >
                {fieldState.readOnly || items.length < 2 ? null : (
                  <span data-handle>
                    <DragHandle drag={drag} index={index} noun={isGroup ? 'group' : noun} />
                  </span>
                )}
                <div data-body>
                  <InRowContext value>{renderItem(index)}</InRowContext>
                  <OmittedWarning pointer={`${pointer}/${index}`} />
                </div>
                {!isGroup && <MatchCount pointer={`${pointer}/${index}`} />}
                {fieldState.readOnly ? null : (
                  <IconButton
                    size="small"
                    data-remove
                    aria-label={t('Remove %{noun} %{index}', {
                      noun: isGroup ? t('group') : noun,
                      index: index + 1,
                    })}
                    onClick={() => listController.remove(index)}
                    sx={{ alignSelf: 'flex-start', mt: '3px' }}
                  >
                    <CloseIcon fontSize="small" />
                  </IconButton>
                )}
              </Row>
            );
          })}
        </Rows>
      )}
      {isFirst ? (
        <FirstConditionButtons item={single} onAdd={listController.add} />
      ) : (
        <Foot>
          {isOpen && <AddButton item={single} noun={noun} onAdd={listController.add} appearance="row" />}
          {isOpen && group && (
            <Button
              size="small"
              color="inherit"
              startIcon={<AddIcon />}
              onClick={() => listController.add(group.value)}
              sx={{ color: 'var(--ink-2)' }}
            >
              {t('Add %{title}', { title: group.title.toLowerCase() })}
            </Button>
          )}
          {!parentTotal && most !== undefined && (
            <span style={{ marginLeft: 'auto', fontSize: 12, color: 'var(--ink-3)' }}>
              {t('%{used} of %{most} %{noun}s', { used, most, noun })}
            </span>
          )}
        </Foot>
      )}
    </ConditionTotalContext>
  );
}

/** Buttons to add the first condition by type. */
const FirstConditionButtons = ({ item, onAdd }: { item: FieldModel; onAdd: (kind: string) => void }) => (
  <First role="group" aria-label={t('First condition')} data-add>
    <p>{t('Choose what these people have in common. More conditions can follow.')}</p>
    {item.variants?.options.map(({ value, title, icon }) => (
      <Button
        key={value}
        variant="outlined"
        color="inherit"
        startIcon={<FormIcon name={icon ?? value} />}
        onClick={() => onAdd(value)}
      >
        {title}
      </Button>
    ))}
  </First>
);

const MatchCount = ({ pointer }: { pointer: string }) => {
  const note = useItemAnnotation(pointer);
  return <Beside data-found>{note && !note.tone ? note.text : null}</Beside>;
};

const OmittedWarning = ({ pointer }: { pointer: string }) => {
  const note = useItemAnnotation(pointer);
  return note?.tone === 'warning' ? (
    <Warning>
      <WarningIcon aria-hidden />
      {note.text}
    </Warning>
  ) : null;
};
