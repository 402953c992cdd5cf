import AddIcon from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useState } from 'react';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { Tag } from '../../resources/fields/shared/Badge.tsx';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';
import { TAG_SEPARATORS, textAfterListPaste } from '../../resources/fields/tags/pastedTags.ts';
import { timeWithZone } from '../../resources/fields/date-time/index.tsx';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { fieldNamed } from '../../resources/list/columns.ts';
import { entityByName } from '../../resources/product.ts';
import { useChangePerson, usePerson } from './usePerson.ts';
import { useTagOrigins } from './useTagOrigins.ts';
import { FINGER, TARGET } from '../../theme/touch.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** A list is searched from here on. */
const SEARCHED = 10;

const Bar = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 8,
  marginBottom: 12,
  '& > .MuiAutocomplete-root': { flex: '1 1 200px', maxWidth: 360 },
  // Beside the input, not beside its label, and as high.
  '& > .MuiButton-root': { marginTop: 24, minHeight: 36, [FINGER]: { minHeight: TARGET } },
});
/** From edge to edge of its zone. */
const Tags = styled('table')({
  width: 'calc(100% + 2 * var(--edge))',
  margin: '0 calc(-1 * var(--edge))',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { height: 36, fontSize: 12, fontWeight: 500, textAlign: 'left', color: 'var(--ink-3)' },
  '& td': { height: 44, color: 'var(--ink-2)' },
  '& :is(th, td)': { padding: '0 8px 0 0', borderTop: '1px solid var(--line)' },
  '& :is(th, td):first-of-type': { paddingLeft: 'var(--edge)' },
  '& tbody tr:last-of-type td': { borderBottom: '1px solid var(--line)' },
  '& .since': { textAlign: 'right', whiteSpace: 'nowrap', color: 'var(--ink-3)' },
  '& :is(th, td).remove': { width: 36, paddingRight: 'calc(var(--edge) - 8px)', textAlign: 'right' },
});
/** As long as nobody knows where they are from, tags are words in a line. */
const Words = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    minHeight: 28,
    paddingLeft: 10,
    border: '1px solid var(--frame)',
    borderRadius: 4,
    ...TEXT.small,
    color: 'var(--ink)',
    overflowWrap: 'anywhere',
    [FINGER]: { minHeight: 36 },
  },
  '& > li:not(:has(button))': { paddingRight: 10 },
  '& button': { padding: 5, marginLeft: 2, fontSize: 14 },
});
const Note = styled('p')({ margin: '0 0 12px', ...TEXT.small, color: 'var(--ink-3)' });

type TagField = 'userTags' | 'customTags';

interface TagPanelProps {
  name: TagField;
  what: string;
  /** Of all of them. */
  label: string;
}

/** The person's tags of one kind: added with what is in use on offer, taken off one by one. */
const TagPanel = ({ name, what, label }: TagPanelProps) => {
  const person = usePerson();
  const { change, isBusy, mayChange } = useChangePerson();
  const field = fieldNamed(entityByName('profile'), name);
  const tags = person[name] ?? [];
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [fault, setFault] = useState<string>();
  const origins = useTagOrigins(person, name);
  const isTold = tags.some((tag) => origins.has(tag));
  const keyword = useDebouncedText(typed.trim());
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data: inUse = [] } = useQuery({
    queryKey: ['profile', 'values', name, keyword],
    queryFn: ({ signal }) => provider.values('profile', { by: name, keyword, signal }),
    enabled: mayChange,
    staleTime: 30_000,
    retry: false,
  });
  const most = field?.maxItems ?? 100;
  const pattern = field?.item?.pattern;
  const longest = field?.item?.maxLength ?? 100;

  const refusal = (added: string[]): string | undefined => {
    if (tags.length + added.length > most) return t('At most %{most} tags', { most });
    if (added.some((tag) => tag.length > longest))
      return t('A tag has at most %{longest} characters', { longest });
    if (pattern !== undefined && added.some((tag) => !new RegExp(pattern, 'u').test(tag)))
      return field?.item?.messages?.['pattern'] ?? t('This is not a valid tag');
    return undefined;
  };
  const add = async (text: string): Promise<void> => {
    const asked = [...new Set(text.split(TAG_SEPARATORS).map((tag) => tag.trim()))];
    const added = asked.filter((tag) => tag !== '' && !tags.includes(tag));
    const refused =
      added.length === 0 && text.trim() !== '' ? t('This person already has the tag') : refusal(added);
    if (refused !== undefined || added.length === 0) return setFault(refused);
    const failed = await change({ add: { [name]: added } });
    setFault(failed);
    // What was typed stays where it is refused.
    if (failed === undefined) setTyped('');
  };
  const remove = async (tag: string): Promise<void> => setFault(await change({ remove: { [name]: [tag] } }));
  const shown = tags.filter((tag) => tag.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      {mayChange ? (
        <Bar
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void add(typed);
          }}
        >
          <Autocomplete
            freeSolo
            size="small"
            options={inUse.filter((tag) => !tags.includes(tag))}
            filterOptions={(options) => options}
            value={null}
            inputValue={typed}
            onInputChange={(_, text, why) => {
              if (why === 'input') setTyped(text);
            }}
            onChange={(_, chosen) => {
              if (chosen) void add(chosen);
            }}
            onPaste={(event) => {
              const list = textAfterListPaste(event);
              if (list === undefined) return;
              setTyped(list.split(TAG_SEPARATORS).filter(Boolean).join(', '));
              void add(list);
            }}
            renderInput={(params) => (
              <TextField
                {...params}
                label={t('Add %{what}', { what })}
                placeholder={t('Type a tag, press Enter')}
                error={fault !== undefined}
                helperText={
                  fault ??
                  (tags.length >= most * 0.8
                    ? t('%{count} of %{most}', { count: tags.length, most })
                    : undefined)
                }
                slotProps={{ ...params.slotProps, formHelperText: { role: fault ? 'alert' : undefined } }}
              />
            )}
          />
          {typed.trim() === '' ? null : (
            <Button type="submit" variant="outlined" startIcon={<AddIcon />} disabled={isBusy}>
              {t('Add tag')}
            </Button>
          )}
        </Bar>
      ) : null}
      {tags.length > SEARCHED ? (
        <TextField
          size="small"
          type="search"
          label={t('Search %{what}s', { what })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          sx={{ mb: 1.5, maxWidth: 320 }}
          fullWidth
        />
      ) : null}
      {tags.length === 0 ? (
        <Note>
          {name === 'userTags'
            ? t('No user tags yet. The bot and its rules add them, and so can you.')
            : t('No custom tags yet. Your team adds them to find people and build segments.')}
        </Note>
      ) : null}
      {tags.length > 0 && shown.length === 0 ? <Note>{t('No tags found.')}</Note> : null}
      {shown.length > 0 && !isTold ? (
        <Words aria-label={label}>
          {shown.map((tag) => (
            <li key={tag}>
              {tag}
              {mayChange ? <Remove {...{ tag, isBusy }} onRemove={() => void remove(tag)} /> : null}
            </li>
          ))}
        </Words>
      ) : null}
      {shown.length > 0 && isTold ? (
        <Tags aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('Tag')}</th>
              <th scope="col">{t('Set by')}</th>
              <th scope="col" className="since">
                {t('Since')}
              </th>
              {mayChange ? <th className="remove" aria-hidden /> : null}
            </tr>
          </thead>
          <tbody>
            {shown.map((tag) => (
              <tr key={tag}>
                <td>
                  <Tag>{tag}</Tag>
                </td>
                <td>{origins.get(tag)?.by}</td>
                <td className="since">
                  <Since at={origins.get(tag)?.at} />
                </td>
                {mayChange ? (
                  <td className="remove">
                    <Remove {...{ tag, isBusy }} onRemove={() => void remove(tag)} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </Tags>
      ) : null}
    </>
  );
};

interface RemoveProps {
  tag: string;
  isBusy: boolean;
  onRemove: () => void;
}
const Remove = ({ tag, isBusy, onRemove }: RemoveProps) => (
  <IconButton size="small" aria-label={t('Remove %{tag}', { tag })} disabled={isBusy} onClick={onRemove}>
    <Close fontSize="inherit" />
  </IconButton>
);

const Since = ({ at }: { at?: string }) =>
  at === undefined ? null : (
    <time dateTime={at} title={timeWithZone(at)}>
      {relativeText(new Date(at))}
    </time>
  );

export const UserTags = () => <TagPanel name="userTags" what={t('user tag')} label={t('User tags')} />;
export const CustomTags = () => (
  <TagPanel name="customTags" what={t('custom tag')} label={t('Custom tags')} />
);
