import type { useNotify } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import type { ExportRequest } from '../../dataProvider/importExportCalls.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { formatNumber } from '../format.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { fieldNamed } from '../columns.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ExportContext {
  dataProvider: ConsoleDataProvider;
  notify: ReturnType<typeof useNotify>;
  /** Called with the received kilobytes. */
  onProgress: (kilobytes: number) => void;
  signal: AbortSignal;
}

/** A column's secondary field gets its own column in files. */
const findSecondaryNames = (model: ConsoleEntity, { column }: FieldModel): string[] => {
  const other = column && fieldNamed(model, column.secondaryField ?? '');
  return other ? [other.name] : [];
};

/** Exports a list to a file with its filters, sort and columns; a long one becomes a job. Rejects with HttpError. */
export async function exportList(
  { model, state, requestFilter, columns }: EntityListModel,
  format: ExportRequest['format'],
  { dataProvider, notify, onProgress, signal }: ExportContext,
): Promise<void> {
  const answer = await dataProvider.exportList(
    model.name,
    {
      format,
      columns: [
        ...new Set(
          columns
            .filter(({ computed }) => computed?.verb === undefined)
            .flatMap((field) => [field.name, ...findSecondaryNames(model, field)]),
        ),
      ],
      zone: WORKSPACE_ZONE,
      filter: requestFilter,
      sort: state.sort,
    },
    { signal, onProgress: (bytes) => onProgress(Math.ceil(bytes / 1024)) },
  );
  if ('file' in answer) saveFile(answer.file);
  else
    notify(
      t('Exporting %{rows} rows. The file will appear in your jobs.', { rows: formatNumber(answer.rows) }),
      {
        type: 'info',
      },
    );
}
