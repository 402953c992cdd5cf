import { useEffect, useState } from 'react';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useGetList } from 'ra-core';
import type { Choice } from '../../../../schemas/model/types.ts';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { entityByName } from '../../product.ts';
import { ChoiceFilter } from '../shared/ChoiceFilter.tsx';
import type { FilterProps, ListRecord } from '../types.ts';
import { useReferenceTitles } from './useReferenceTitles.ts';

/** The search waits 400 ms; pickers load ten at a time (docs/product.md). */
const SEARCH_DELAY = 400;
const PAGE = 10;

const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
};

/** One or several of the records that the field may refer to, found by search; chosen ones stay on top. */
export const ReferenceFilter = (props: FilterProps) => {
  const target = props.field.reference?.entity ?? '';
  const chosen = props.value[''] ?? [];
  const [text, setText] = useState('');
  const keyword = useDelayed(text.trim());
  const {
    data = [],
    isPending,
    error,
  } = useGetList<ListRecord>(target, {
    pagination: { page: 1, perPage: PAGE },
    filter: keyword ? { keyword } : {},
    sort: entityByName(target).list.sort,
  });
  const titles = useReferenceTitles(target, chosen);
  const found: Choice[] = data.map((record) => ({
    value: record.id,
    label: recordTitle(entityByName(target), record),
  }));
  const kept: Choice[] = chosen
    .filter((id) => !data.some((record) => record.id === id))
    .map((id) => ({ value: id, label: titles(id) ?? id }));
  return (
    <Box sx={{ width: 280, maxWidth: '100%' }}>
      <TextField
        fullWidth
        size="small"
        type="search"
        label={`Search ${entityByName(target).plural.toLowerCase()}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        sx={{ mb: 1 }}
      />
      <ChoiceFilter {...props} choices={[...kept, ...found]} />
      {!isPending && (error || data.length === 0) && (
        <Typography variant="body2" component="output" color={error ? 'error' : 'text.secondary'}>
          {error ? error.message : 'Nothing found'}
        </Typography>
      )}
    </Box>
  );
};
