import Button from '@mui/material/Button';
import { useDataProvider, useNotify } from 'react-admin';
import { useState } from 'react';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { messageOf } from '../../changes/failures.ts';
import { formatNumber } from '../../format.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The count of selected rows; once all loaded rows are selected, with a button to select all records. */
export const SelectedCount = ({ entityList }: { entityList: EntityListModel }) => {
  const { model, selection, list, count, requestFilter, state } = entityList;
  const [isLoading, setLoading] = useState(false);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const chosen = selection.ids.size + selection.unloaded.length;
  const isWhole = !list.hasMore && (state.page ?? 1) === 1;
  const selectAll = async (): Promise<void> => {
    setLoading(true);
    try {
      await selection.selectAllMatching((signal) =>
        dataProvider.ids(model.name, { filter: requestFilter, sort: state.sort, signal }),
      );
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <strong
        role="status"
        style={{ fontSize: 13, fontWeight: 600, minHeight: 32, display: 'flex', alignItems: 'center' }}
      >
        {t('%{chosen} selected', { chosen: formatNumber(chosen) })}
      </strong>
      {!isWhole && selection.ids.size === list.rows.length && selection.unloaded.length === 0 && (
        <Button size="small" loading={isLoading} onClick={() => void selectAll()}>
          {count.total === undefined
            ? t('Select all')
            : t('Select all %{total}', { total: `${formatNumber(count.total)}${count.more ? '+' : ''}` })}
        </Button>
      )}
    </>
  );
};
