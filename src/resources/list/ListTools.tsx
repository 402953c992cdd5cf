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

interface DisplayToolsProps {
  entityList: EntityListModel;
  as: ListAs;
}

const NAMES: Record<ListAs, string> = { table: t('table'), cards: t('cards'), calendar: t('calendar') };
const ICONS: Record<ListAs, typeof GridView> = {
  cards: GridView,
  table: TableRows,
  calendar: CalendarMonth,
};

/** Props of a selected toggle button. */
const selectedProps = (isChosen: boolean) =>
  isChosen ? { color: 'primary' as const, sx: { background: 'var(--accent-soft)' } } : {};

/** Display options: density, table, cards or calendar, and columns. */
export const DisplayTools = ({ entityList, as }: DisplayToolsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isCompact = entityList.state.density === 'compact';
  // With two displays there is one button for the other; with three, a button for each.
  const displays: ListAs[] = entityList.model.list.calendar
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
            {...selectedProps(isCompact)}
            onClick={() => entityList.setDensity(isCompact ? undefined : 'compact')}
          >
            <DensityMedium fontSize="small" />
          </IconButton>
        </Hint>
      )}
      {displays.map((other) => {
        const Icon = ICONS[other];
        return (
          <Hint key={other} text={t('Show as %{other}', { other: NAMES[other] })}>
            <IconButton
              size="small"
              aria-label={t('Show as %{other}', { other: NAMES[other] })}
              aria-pressed={displays[1] && other === as}
              {...selectedProps(other === as)}
              onClick={() => entityList.setAs(other)}
            >
              <Icon fontSize="small" />
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
  /** Everything is in one menu, including the columns. */
  isPhone: boolean;
  /** Further entries at the start of that menu. */
  others?: ActionEntry[];
  /** The tools are in the screen's header. */
  inHead?: boolean;
  size?: 'small' | 'medium';
}

/** Import and export of a list. */
export const FileTools = ({ entityList, isPhone, others = [], inHead, size }: FileToolsProps) => {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'columns' | 'import' | 'export'>();
  const { model, phase } = entityList;
  const { may } = entityList.rights;
  // Records with an editor layout do not fit into table cells; they are exported and imported as JSON.
  const importsJson = model.form.layout === 'editor';
  const mayImport = (model.features.import !== false || importsJson) && (may('create') || may('update'));
  const ImportComponent = model.features.import === false ? JsonImportDialog : ImportDialog;
  const exporting = useExport(entityList);
  const running = exporting.progress !== undefined;
  const buttonProps = { size, variant: 'outlined', color: 'inherit' } as const;
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
          {...buttonProps}
          startIcon={<FileUploadOutlined />}
          aria-haspopup="dialog"
          onClick={() => setOpen('import')}
        >
          {t('Import')}
        </Button>
      )}
      {!isPhone && model.features.export && phase !== 'empty' && (
        <Button
          {...buttonProps}
          startIcon={<FileDownloadOutlined />}
          disabled={phase !== 'content'}
          aria-haspopup={running ? undefined : 'menu'}
          onClick={() => (running ? exporting.cancel() : setOpen('export'))}
        >
          {running ? t('Cancel export') : t('Export')}
        </Button>
      )}
      {open === 'import' && <ImportComponent model={model} onClose={close} />}
      {open === 'export' && box && (
        <ExportMenu
          anchor={box}
          canExportJson={importsJson}
          entityFormats={model.features.formats}
          onChoose={exporting.start}
          onClose={close}
        />
      )}
      {open === 'columns' && box && <ColumnChooser entityList={entityList} anchor={box} onClose={close} />}
    </span>
  );
};
