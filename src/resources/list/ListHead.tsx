import { useEffect, useRef } from 'react';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { findDisplayType } from '../fields/registry.ts';
import { columnAlign, cssWidth } from './columnWidths.ts';
import type { ListBodyProps } from './types.ts';
import { t } from '../../../schemas/texts/translate.ts';

type HeadProps = Pick<ListBodyProps, 'entityList' | 'rowOptions'>;

/** Column headers with sorting, and the checkbox that selects all loaded rows. */
export const ListHead = ({ entityList, rowOptions }: HeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {rowOptions.selectable ? (
        <th className="select-cell" scope="col">
          <SelectAll entityList={entityList} />
        </th>
      ) : (
        <th className="select-cell" scope="col">
          <span className="sr-only">{t('Icon')}</span>
        </th>
      )}
      {rowOptions.columns.map((field) => (
        <HeadCell
          key={field.name}
          field={field}
          entityList={entityList}
          width={cssWidth(field, rowOptions.columns, rowOptions.titleColumn)}
        />
      ))}
      <th className="menu" scope="col">
        <span className="sr-only">{t('Actions')}</span>
      </th>
    </tr>
  </thead>
);

/** Below this width a column's title is only for screen readers. */
const MIN_TITLE_WIDTH = 64;

interface HeadCellProps extends Pick<HeadProps, 'entityList'> {
  field: FieldModel;
  width: number | string | undefined;
}

const HeadCell = ({ field, entityList, width }: HeadCellProps) => {
  const { sort } = entityList.state;
  const column = field.column || undefined;
  const narrow = column?.width !== undefined && column.width < MIN_TITLE_WIDTH;
  const sorted = sort.field === field.name;
  const ascending = sort.order === 'ASC';
  const order = ascending ? 'ascending' : 'descending';
  const { HeaderCell } = findDisplayType(field);
  const Arrow = ascending ? ArrowUpward : ArrowDownward;
  return (
    <th
      scope="col"
      className={columnAlign(field)}
      style={{ width }}
      title={field.description}
      aria-sort={sorted ? order : undefined}
    >
      {column?.sortable && !narrow ? (
        <button
          type="button"
          onClick={() =>
            entityList.change(
              { sort: { field: field.name, order: sorted && ascending ? 'DESC' : 'ASC' } },
              { replace: true },
            )
          }
        >
          {field.title}
          {sorted && <Arrow aria-hidden />}
        </button>
      ) : (
        <span className={narrow ? 'sr-only' : undefined}>
          {HeaderCell ? <HeaderCell field={field} value={null} /> : field.title}
        </span>
      )}
    </th>
  );
};

const SelectAll = ({ entityList }: Pick<HeadProps, 'entityList'>) => {
  const { selection, list } = entityList;
  const some = selection.ids.size > 0;
  const all = some && selection.ids.size >= list.rows.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all;
  }, [some, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('Select all loaded rows')}
      checked={all}
      onChange={selection.toggleAll}
    />
  );
};
