import { useMemo, useRef } from 'react';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { styled } from '@mui/material/styles';
import type { ImportRecordPreview, ImportOutcome } from '../../../dataProvider/importExportCalls.ts';
import { useRowWindow } from '../../useRowWindow.ts';
import type { ImportState } from './useImport.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const ROW_HEIGHT_PX = 36;

const Frame = styled('div')({
  height: 320,
  overflow: 'auto',
  border: '1px solid var(--line)',
  borderRadius: 8,
  fontSize: 13,
  '& [role=row]': {
    display: 'grid',
    alignItems: 'center',
    height: ROW_HEIGHT_PX,
    width: '100%',
    borderBottom: '1px solid var(--line)',
  },
  '& [role=columnheader]': { fontWeight: 500, color: 'var(--ink-2)' },
  '& .head': { position: 'sticky', top: 0, zIndex: 1, background: 'var(--sheet)' },
  '& .body': { position: 'relative' },
  '& .body [role=row]': { position: 'absolute', left: 0 },
  '& [role=cell], & [role=columnheader]': {
    padding: '0 12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .wrong': { color: 'var(--danger)' },
  '& .unchanged': { color: 'var(--ink-2)' },
  '& svg': { fontSize: 16, verticalAlign: 'text-bottom', marginRight: 4 },
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
});

const OUTCOME_LABELS: Record<ImportOutcome, string> = {
  create: t('Will be added'),
  change: t('Will be changed'),
  unchanged: t('Unchanged'),
  refused: t('Left out'),
};

interface PreviewRow {
  row: number;
  cells: string[];
  judgement: ImportRecordPreview;
}

/** The rows of the file with the outcome of each, virtualized. */
export const PreviewTable = ({
  importing,
  judgements,
}: {
  importing: ImportState;
  judgements: ImportRecordPreview[];
}) => {
  const { file, mapping } = importing;
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(
    () =>
      judgements.flatMap((judgement) =>
        judgement.rows.map((row, at): PreviewRow => ({ row, cells: judgement.cells[at] ?? [], judgement })),
      ),
    [judgements],
  );
  const { first, end } = useRowWindow({
    ...{
      scroller,
      count: lines.length,
      rowHeight: ROW_HEIGHT_PX,
      headHeight: ROW_HEIGHT_PX,
      initialOffset: 0,
    },
  });
  const shown = mapping.flatMap((name, at) => (name === null ? [] : [{ name, at }]));
  const gridTemplateColumns = `80px repeat(${shown.length}, minmax(140px, 1fr)) 150px minmax(220px, 2fr)`;
  // Equal columns in all rows.
  const columns = { gridTemplateColumns, minWidth: 80 + shown.length * 140 + 150 + 220 };
  const findTitle = (name: string): string =>
    file?.columns.find((column) => column.name === name)?.title ?? name;
  return (
    <Frame
      ref={scroller}
      role="table"
      aria-label={t('Rows of the file')}
      aria-rowcount={lines.length + 1}
      tabIndex={0}
    >
      <div role="rowgroup" className="head">
        <div role="row" style={columns}>
          <div role="columnheader">{t('Row')}</div>
          {shown.map(({ name }) => (
            <div role="columnheader" key={name}>
              {findTitle(name)}
            </div>
          ))}
          <div role="columnheader">{t('Verdict')}</div>
          <div role="columnheader">{t('Reason')}</div>
        </div>
      </div>
      <div role="rowgroup" className="body" style={{ height: lines.length * ROW_HEIGHT_PX }}>
        {lines.slice(first, end).map((line, nth) => {
          const index = first + nth;
          const { verdict, reason = '', faults = {} } = line.judgement;
          return (
            <div
              role="row"
              key={line.row}
              aria-rowindex={index + 2}
              style={{ ...columns, transform: `translateY(${index * ROW_HEIGHT_PX}px)` }}
            >
              <div role="cell">{line.row}</div>
              {shown.map(({ name, at }) => (
                <div
                  role="cell"
                  key={name}
                  className={`/${name}` in faults ? 'wrong' : undefined}
                  title={line.cells[at]}
                >
                  {line.cells[at]}
                </div>
              ))}
              <div role="cell" className={verdict === 'refused' ? 'wrong' : verdict}>
                {verdict === 'refused' && <ErrorOutline aria-hidden />}
                {OUTCOME_LABELS[verdict]}
              </div>
              <div role="cell" title={reason}>
                {reason}
              </div>
            </div>
          );
        })}
      </div>
    </Frame>
  );
};
