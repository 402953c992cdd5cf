import { useState } from 'react';
import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import DensityMedium from '@mui/icons-material/DensityMedium';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import GridView from '@mui/icons-material/GridView';
import TableRows from '@mui/icons-material/TableRows';
import ViewColumn from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Hint } from '../../ui/Hint.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { isOfParents } from '../../dataProvider/scope.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import type { ActionEntry } from '../changes/types.ts';
import { formatNumber } from '../format.ts';
import type { ListAs } from './listState.ts';
import type { EntityListModel } from './useEntityList.ts';
import { useExport } from './useExport.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ExportMenu = lazyComponent(() => import('./ExportMenu.tsx').then((it) => it.ExportMenu));
const ImportDialog = lazyComponent(() => import('./import/ImportDialog.tsx').then((it) => it.ImportDialog));
const JsonImportDialog = lazyComponent(() =>
  import('../json/JsonImportDialog.tsx').then((it) => it.JsonImportDialog),
);
const ColumnChooser = lazyComponent(() => import('./ColumnChooser.tsx').then((it) => it.ColumnChooser));

interface ShapeToolsProps {
  entityList: EntityListModel;
  as: ListAs;
}

const NAMES: Record<ListAs, string> = { table: t('table'), cards: t('cards'), calendar: t('calendar') };
const SIGNS: Record<ListAs, typeof GridView> = {
  cards: GridView,
  table: TableRows,
  calendar: CalendarMonth,
};

/** The one that is chosen of several looks. */
const chosenLook = (isChosen: boolean) =>
  isChosen ? { color: 'primary' as const, sx: { background: 'var(--accent-soft)' } } : {};

/** How the rows look: compact or not, a table, cards or a calendar, with which columns. */
export const ShapeTools = ({ entityList, as }: ShapeToolsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isCompact = entityList.state.density === 'compact';
  // Of two the other one is offered; three stay where they are, whichever is chosen.
  const others: ListAs[] = entityList.model.list.calendar
    ? ['table', 'cards', 'calendar']
    : [as === 'table' ? 'cards' : 'table'];
  return (
    <>
      {as === 'table' && (
        <Hint text={t('Compact rows')}>
          <IconButton
            size="small"
            aria-label={t('Compact rows')}
            aria-pressed={isCompact}
            {...chosenLook(isCompact)}
            onClick={() => entityList.setDensity(isCompact ? undefined : 'compact')}
          >
            <DensityMedium fontSize="small" />
          </IconButton>
        </Hint>
      )}
      {others.map((other) => {
        const Sign = SIGNS[other];
        return (
          <Hint key={other} text={t('Show as %{other}', { other: NAMES[other] })}>
            <IconButton
              size="small"
              aria-label={t('Show as %{other}', { other: NAMES[other] })}
              aria-pressed={others[1] && other === as}
              {...chosenLook(other === as)}
              onClick={() => entityList.setAs(other)}
            >
              <Sign fontSize="small" />
            </IconButton>
          </Hint>
        );
      })}
      {as !== 'calendar' && (
        <Hint text={t('Columns')}>
          <IconButton
            size="small"
            aria-label={t('Columns')}
            aria-haspopup="dialog"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <ViewColumn fontSize="small" />
          </IconButton>
        </Hint>
      )}
      {anchor && (
        <ColumnChooser entityList={entityList} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
};

interface FileToolsProps {
  entityList: EntityListModel;
  /** All in a menu, and the choice of columns too. */
  isPhone: boolean;
  /** What else is in that menu, before the tools. */
  others?: ActionEntry[];
  /** It stands in the head of the screen. */
  inHead?: boolean;
  size?: 'small' | 'medium';
}

/** Import and export. */
export const FileTools = ({ entityList, isPhone, others = [], inHead, size }: FileToolsProps) => {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'columns' | 'import' | 'export'>();
  const { model, phase } = entityList;
  const { may } = entityList.rights;
  // What is made in an editor holds more than cells can say: it goes out and comes in as JSON.
  const isWhole = model.form.layout === 'editor';
  const mayImport = (model.features.import !== false || isWhole) && (may('create') || may('update'));
  const Importing = model.features.import === false ? JsonImportDialog : ImportDialog;
  const exporting = useExport(entityList);
  const running = exporting.progress !== undefined;
  const look = { size, variant: 'outlined', color: 'inherit' } as const;
  const close = (): void => setOpen(undefined);

  const entries: ActionEntry[] = [];
  const { calendar } = model.list;
  const isMonth = calendar !== undefined && entityList.state.as === 'calendar';
  if (isPhone && calendar && phase === 'content')
    entries.push({
      ...{ id: 'calendar', label: isMonth ? t('Show as list') : t('Show as calendar') },
      run: () => entityList.setAs(!isMonth ? 'calendar' : model.list.layout === 'cards' ? 'cards' : 'table'),
    });
  if (phase === 'content' && !isMonth && !isOfParents(model.name))
    entries.push({ id: 'columns', label: t('Columns'), run: () => setOpen('columns') });
  if (mayImport) entries.push({ id: 'import', label: t('Import'), run: () => setOpen('import') });
  if (model.features.export && running)
    entries.push({ id: 'export', label: t('Cancel export'), run: exporting.cancel });
  else if (model.features.export && phase === 'content')
    entries.push({ id: 'export', label: t('Export'), run: () => setOpen('export') });
  return (
    <span ref={setBox} style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      {running && (
        <output aria-live="polite" style={{ fontSize: 12 }}>
          {exporting.progress
            ? t('%{progress} kB', { progress: formatNumber(exporting.progress) })
            : t('Preparing…')}
        </output>
      )}
      {isPhone && (
        <ActionBar
          label={t('List tools')}
          entries={[...others, ...entries]}
          buttons="none"
          withGuide={inHead}
          aside={inHead ? model.list.aside : undefined}
        />
      )}
      {!isPhone && mayImport && (
        <Button
          {...look}
          startIcon={<FileUploadOutlined />}
          aria-haspopup="dialog"
          onClick={() => setOpen('import')}
        >
          {t('Import')}
        </Button>
      )}
      {!isPhone && model.features.export && phase !== 'empty' && (
        <Button
          {...look}
          startIcon={<FileDownloadOutlined />}
          disabled={phase !== 'content'}
          aria-haspopup={running ? undefined : 'menu'}
          onClick={() => (running ? exporting.cancel() : setOpen('export'))}
        >
          {running ? t('Cancel export') : t('Export')}
        </Button>
      )}
      {open === 'import' && <Importing model={model} onClose={close} />}
      {open === 'export' && box && (
        <ExportMenu
          anchor={box}
          canExportJson={isWhole}
          entityFormats={model.features.formats}
          onChoose={exporting.start}
          onClose={close}
        />
      )}
      {open === 'columns' && box && <ColumnChooser entityList={entityList} anchor={box} onClose={close} />}
    </span>
  );
};
