import { useState } from 'react';
import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import FilterList from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { PHONE } from '../../theme/tokens.ts';
import { findFieldType } from '../fields/registry.ts';
import type { FilterValue } from '../fieldKit/types.ts';
import { fieldNamed } from '../columns.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

const FilterPopover = lazyComponent(() => import('./FilterPopover.tsx').then((it) => it.FilterPopover));

interface Editing {
  anchor: HTMLElement;
  /** The edited field; without one the popover lists the fields first. */
  field?: FieldModel;
}

interface FilterBarProps {
  entityList: EntityListModel;
  /** Chips wrap to a line below the button. */
  isPhone?: boolean;
}

/** A chip for each active filter (click to edit, cross to remove), and the button to add one. */
export const FilterBar = ({ entityList, isPhone = false }: FilterBarProps) => {
  const { model, state, change } = entityList;
  const [editing, setEditing] = useState<Editing>();
  const tab = model.list.tabs?.by;
  const filterableFields = model.list.filters
    .map((name) => fieldNamed(model, name))
    .filter((field) => field !== undefined && findFieldType(field).Filter !== undefined)
    .filter((field): field is FieldModel => field?.name !== tab);
  const active = Object.entries(state.filters).flatMap(
    ([name, value]): { field: FieldModel; value: FilterValue }[] => {
      const field = fieldNamed(model, name);
      return field && !isTabOnly(name, value, tab) ? [{ field, value }] : [];
    },
  );

  const setFilter = (field: FieldModel, value: FilterValue): void => {
    const { [field.name]: _old, ...others } = state.filters;
    const filled = Object.entries(value).some(([, values]) => values.length > 0);
    change({ filters: filled ? { ...others, [field.name]: value } : others });
  };

  const chips = active.map(({ field, value }) => (
    <FilterChip
      key={field.name}
      field={field}
      value={value}
      onEdit={(anchor) => setEditing({ anchor, field })}
      onRemove={() => setFilter(field, {})}
    />
  ));

  return (
    <>
      {!isPhone && chips}
      {filterableFields.length > 0 && (
        <Button
          size="small"
          variant={isPhone ? 'outlined' : 'text'}
          color="inherit"
          startIcon={isPhone ? <FilterList /> : <Add />}
          aria-haspopup="dialog"
          sx={isPhone ? { height: 44 } : undefined}
          onClick={(event) => setEditing({ anchor: event.currentTarget })}
        >
          {t('Filter')}
        </Button>
      )}
      {isPhone && chips}
      {editing && (
        <FilterPopover
          anchor={editing.anchor}
          field={editing.field}
          fields={filterableFields}
          filters={state.filters}
          onClear={active.length > 0 ? entityList.views.restore : undefined}
          onChoose={(field) => setEditing({ ...editing, field })}
          onChange={(field, value, done) => {
            setFilter(field, value);
            if (done) setEditing(undefined);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
};

/** A single value of the tabs' field is the tab itself. */
const isTabOnly = (name: string, value: FilterValue, tab: string | undefined): boolean =>
  name === tab && value['']?.length === 1;

interface FilterChipProps {
  field: FieldModel;
  value: FilterValue;
  onEdit: (anchor: HTMLElement) => void;
  onRemove: () => void;
}

const Chip = styled('span')({
  display: 'inline-flex',
  maxWidth: 320,
  height: 28,
  boxSizing: 'border-box',
  borderRadius: 6,
  border: '1px solid var(--frame)',
  overflow: 'hidden',
  [PHONE]: { height: 36, maxWidth: '100%' },
  '& button': {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    padding: '0 4px 0 10px',
    border: 0,
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    color: 'var(--ink-3)',
    cursor: 'pointer',
  },
  '& button > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { color: 'var(--ink)', fontWeight: 500 },
  '& button:last-of-type': { padding: '0 8px 0 4px', color: 'var(--ink-2)' },
  '& button:hover': { color: 'var(--accent)' },
  '& button:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: -2,
    borderRadius: 6,
  },
  '& svg': { fontSize: 16 },
});

const FilterChip = ({ field, value, onEdit, onRemove }: FilterChipProps) => {
  const { FilterLabel } = findFieldType(field);
  return (
    <Chip>
      <button type="button" aria-haspopup="dialog" onClick={(event) => onEdit(event.currentTarget)}>
        <span>
          {field.title}:{' '}
          <strong>
            {FilterLabel ? (
              <FilterLabel field={field} value={value} />
            ) : (
              Object.values(value).flat().join(t(', '))
            )}
          </strong>
        </span>
      </button>
      <button
        type="button"
        aria-label={t('Remove filter %{title}', { title: field.title })}
        onClick={onRemove}
      >
        <Close aria-hidden />
      </button>
    </Chip>
  );
};
