import Add from '@mui/icons-material/Add';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useDataProvider, useNotify } from 'react-admin';
import { useEffect, useState } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { useComboboxEnter } from '../../resources/fields/shared/useComboboxEnter.ts';
import { useReferenceOptions } from '../../resources/fields/reference/useReferenceOptions.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '14px 0 8px',
  borderTop: '1px solid var(--line)',
});

/** Number of options from which on the list scrolls. */
const MIN_SCROLLING_OPTIONS = 20;
const INTENTS = { entity: 'intent', create: false };

interface Named {
  id: string;
  name: string;
}

interface TeachProps {
  said: string;
  /** The intent that the bot recognised, or was closest to. */
  likely: Named | undefined;
}

/** Adds a sentence as a sample to the right intent, or saves it as a test sentence. */
export const TeachSentence = ({ said, likely }: TeachProps) => {
  const may = useMay();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useReferenceOptions(INTENTS, typed, open);
  const { records, isLoading, hasMore, isStale, isStaleOption, loadMore } = found;
  // A list too short to scroll would never load more.
  const isShort = open && hasMore && !isLoading && records.length < MIN_SCROLLING_OPTIONS;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);
  const [chosen, setChosen] = useState<Named | null>(likely ?? null);
  const [isBusy, setBusy] = useState(false);
  const { id = '', name = '' } = chosen ?? {};
  const named = (record: EntityRecord): Named => ({ id: record.id, name: String(record['name']) });
  const onEnter = useComboboxEnter<Named>({
    typed,
    options: records.filter((record) => !isStaleOption(record)).map(named),
    titleOf: (intent) => intent.name,
    isStale,
    select: (intent) => {
      setChosen(intent);
      setTyped('');
      setOpen(false);
    },
    open: () => setOpen(true),
  });
  if (!may('intent', 'edit')) return null;

  const runAndNotify = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      notify(await work(), { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    setBusy(false);
  };
  const addSample = async (): Promise<string> => {
    const edit = { records: [{ id }], add: { samples: [said] } };
    const { unchanged, failed } = await dataProvider.editMany('intent', edit);
    const [failure] = Object.values(failed);
    if (failure) throw new Error(Object.values(failure.fields ?? {})[0] ?? failure.message);
    return unchanged.length > 0
      ? t('Already a sample of %{name}', { name })
      : t('Added to %{name}. Train the bot to use it', { name });
  };
  const saveSentence = async (): Promise<string> => {
    await dataProvider.create('test-sentence', { data: { sentence: said, expects: 'intent', intent: id } });
    return t('Saved. It is tested after every training');
  };
  return (
    <Row>
      <Autocomplete<Named>
        size="small"
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={chosen}
        onChange={(_, intent) => setChosen(intent)}
        inputValue={typed || name}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        {...onEnter}
        options={records.map(named)}
        filterOptions={(options) => options}
        getOptionKey={(intent) => intent.id}
        getOptionLabel={(intent) => intent.name}
        getOptionDisabled={({ id: own }) =>
          records.some((record) => record.id === own && isStaleOption(record))
        }
        isOptionEqualToValue={(option, value) => option.id === value.id}
        loading={isLoading}
        noOptionsText={t('No intent found')}
        slotProps={{
          listbox: {
            onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
              if (scrollHeight - scrollTop - clientHeight < 80) loadMore();
            },
          },
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('Correct intent')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, maxLength: MAX_SEARCH_UNITS },
            }}
          />
        )}
        sx={{ flex: '1 1 100%', '& input': { fontSize: 13 } }}
      />
      <Button
        size="small"
        startIcon={<Add />}
        disabled={isBusy || id === ''}
        onClick={() => void runAndNotify(addSample)}
      >
        {t('Add as a sample')}
      </Button>
      <Button size="small" disabled={isBusy || id === ''} onClick={() => void runAndNotify(saveSentence)}>
        {t('Save as test')}
      </Button>
    </Row>
  );
};
