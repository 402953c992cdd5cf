import { useEffect, useRef } from 'react';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { displayOf } from '../fields/registry.ts';
import { columnAlign, cssWidth } from './columnWidths.ts';
import type { ListBodyProps } from './types.ts';
import { t } from '../../../schemas/texts/translate.ts';

type HeadProps = Pick<ListBodyProps, 'entityList' | 'frame'>;

/** Titles of the columns, their sorting, and the box that selects all loaded rows. */
export const ListHead = ({ entityList, frame }: HeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {frame.selectable ? (
        <th className="box" scope="col">
          <SelectAll entityList={entityList} />
        </th>
      ) : (
        <th className="box" scope="col">
          <span className="spoken">{t('Icon')}</span>
        </th>
      )}
      {frame.columns.map((field) => (
        <HeadCell
          key={field.name}
          field={field}
          entityList={entityList}
          width={cssWidth(field, frame.columns, frame.titleColumn)}
        />
      ))}
      <th className="menu" scope="col">
        <span className="spoken">{t('Actions')}</span>
      </th>
    </tr>
  </thead>
);

/** Narrower columns have no room for their title, which is then only spoken. */
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
  const { Head } = displayOf(field);
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
        <span className={narrow ? 'spoken' : undefined}>
          {Head ? <Head field={field} value={null} /> : field.title}
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
