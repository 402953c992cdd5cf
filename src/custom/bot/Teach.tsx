import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { useDataProvider, useGetList, useNotify, type RaRecord } from 'ra-core';
import { useState } from 'react';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/actions/failures.ts';

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 0',
  borderTop: '1px solid var(--line)',
});

const ALL = { pagination: { page: 1, perPage: 100 }, sort: { field: 'name', order: 'ASC' as const } };

type NamedRecord = RaRecord<string> & { name: string };

/** What was said becomes a sample of the right intent, or a sentence that is tried after every training: one step each. */
export const Teach = ({ said, likely }: { said: string; likely?: string }) => {
  const may = useMay();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data: intents = [] } = useGetList<NamedRecord>('intent', ALL);
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = chosen ?? intents.find((one) => one.id === likely)?.id ?? '';
  const name = intents.find((one) => one.id === id)?.name ?? '';
  if (!may('intent', 'edit')) return null;

  const attempt = async (work: () => Promise<string>): Promise<void> => {
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
    const [refused] = Object.values(failed);
    if (refused) throw new Error(Object.values(refused.fields ?? {})[0] ?? refused.message);
    return unchanged.length > 0 ? `It is a sample of ${name} already` : `Added to ${name}; train to use it`;
  };
  const keepSentence = async (): Promise<string> => {
    await dataProvider.create('test-sentence', { data: { sentence: said, expects: 'intent', intent: id } });
    return 'Kept; it is tried after every training';
  };
  return (
    <Row>
      <Select
        size="small"
        displayEmpty
        value={id}
        onChange={({ target }) => setChosen(target.value)}
        inputProps={{ 'aria-label': 'The right intent' }}
        sx={{ minWidth: 140, fontSize: 13 }}
      >
        <MenuItem value="" disabled>
          The right intent
        </MenuItem>
        {intents.map((intent) => (
          <MenuItem key={intent.id} value={intent.id}>
            {intent.name}
          </MenuItem>
        ))}
      </Select>
      <Button
        size="small"
        startIcon={<Add />}
        disabled={busy || id === ''}
        onClick={() => void attempt(addSample)}
      >
        Add as a sample
      </Button>
      <Button size="small" disabled={busy || id === ''} onClick={() => void attempt(keepSentence)}>
        Keep as a test
      </Button>
    </Row>
  );
};
