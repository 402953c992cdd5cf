import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { RecordBadges } from '../actions/RecordTitle.tsx';
import { Cell } from '../fieldKit/Value.tsx';
import type { RowOptions } from './RowParts.tsx';
import { Scroller } from './tableStyles.ts';
import type { EntityListModel } from './useEntityList.ts';
import { useMoreRows, useRowWindow } from '../useRowWindow.ts';

const ROW_HEIGHT_PX = 44;

const Rows = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: '4px 8px',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    height: ROW_HEIGHT_PX - 4,
    margin: '2px 0',
    padding: '0 8px',
    borderRadius: 6,
    fontSize: 14,
    color: 'var(--ink)',
    textDecoration: 'none',
  },
  '& a:hover': { backgroundColor: 'var(--hover)' },
  '& a[aria-current]': { backgroundColor: 'var(--accent-soft)', fontWeight: 500 },
  '& a:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
  '& a > span:first-of-type': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& a > *': { whiteSpace: 'nowrap' },
  '& .figure': {
    color: 'var(--ink-2)',
    fontSize: 13,
    maxWidth: '40%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

interface ListNarrowProps {
  entityList: EntityListModel;
  rowOptions: RowOptions;
}

/**
 * The rows of a list beside its record: title and first number or time. Arrow keys open the previous and next record.
 */
export const ListNarrow = ({ entityList, rowOptions }: ListNarrowProps) => {
  const { model, list, query } = entityList;
  const { rows } = list;
  const { id } = useParams();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const at = rows.findIndex((row) => row.id === id);
  const window = useRowWindow({
    scroller,
    count: rows.length,
    rowHeight: ROW_HEIGHT_PX,
    headHeight: 0,
    initialOffset: 0,
  });
  const { first, end, scrollTo } = window;
  useMoreRows(list, window);
  // Scrolls once per record and query, so that rows added or removed by others do not scroll the list.
  const scrolledTarget = useRef<string>(undefined);
  useEffect(() => {
    const target = `${id} ${query}`;
    if (at < 0 || scrolledTarget.current === target) return;
    scrolledTarget.current = target;
    scrollTo(at);
  }, [at, id, scrollTo, query]);

  // Keyboard focus follows the open record.
  const focusTarget = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (focusTarget.current === undefined || focusTarget.current !== id) return;
    const link = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link) return;
    focusTarget.current = undefined;
    link.focus({ preventScroll: true });
  });

  const figure = findFigureField(rowOptions);
  return (
    <Scroller
      ref={scroller}
      data-keeps-focus
      aria-busy={list.isPlaceholderData}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
        if (!next || next.id === id) return;
        focusTarget.current = next.id;
        void navigate(rowOptions.openPath(next.id) ?? '', { replace: true });
      }}
    >
      <Rows aria-label={model.plural} style={{ paddingTop: 4 + first * ROW_HEIGHT_PX }}>
        {rows.slice(first, end).map((record) => (
          <li key={record.id}>
            <a
              href={rowOptions.openPath(record.id)}
              aria-current={record.id === id ? 'page' : undefined}
              tabIndex={record.id === id || (at < 0 && record === rows[first]) ? 0 : -1}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                void navigate(rowOptions.openPath(record.id) ?? '');
              }}
            >
              <span>{recordTitle(model, record)}</span>
              <RecordBadges model={model} record={record} />
              {figure && (
                <span className="figure">
                  {figure.type === 'list' ? (
                    lengthOf(record[figure.name])
                  ) : (
                    <Cell field={figure} value={record[figure.name]} />
                  )}
                </span>
              )}
            </a>
          </li>
        ))}
      </Rows>
      <div style={{ height: Math.max(0, rows.length - end) * ROW_HEIGHT_PX }} />
    </Scroller>
  );
};

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** The field at the end of a row: a list's length, a number or a time. */
const findFigureField = ({ columns, titleColumn }: RowOptions): FieldModel | undefined =>
  columns.find(({ type, item }) => type === 'list' && !item?.variants && !item?.fields) ??
  columns.find(
    (field) => field !== titleColumn && ['number', 'relative-time', 'date'].includes(field.display),
  );
