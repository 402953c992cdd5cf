import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Tag } from '../../resources/fields/shared/Badge.tsx';
import { timeWithZone } from '../../resources/fields/date-time/index.tsx';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { usePerson } from '../usePerson.ts';
import { useTagOrigins } from './useTagOrigins.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Number of tags from which on there is a search. */
const MIN_TAGS_FOR_SEARCH = 10;

/** From edge to edge of its zone. */
const Tags = styled('table')({
  width: 'calc(100% + 2 * var(--edge))',
  margin: '0 calc(-1 * var(--edge)) 16px',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { height: 36, fontSize: 12, fontWeight: 500, textAlign: 'left', color: 'var(--ink-3)' },
  '& td': { height: 44, color: 'var(--ink-2)' },
  '& :is(th, td)': { padding: '0 8px 0 0', borderTop: '1px solid var(--line)' },
  '& :is(th, td):first-of-type': { paddingLeft: 'var(--edge)' },
  '& tbody tr:last-of-type td': { borderBottom: '1px solid var(--line)' },
  '& .since': { textAlign: 'right', whiteSpace: 'nowrap', color: 'var(--ink-3)' },
  '& :is(th, td):last-of-type': { paddingRight: 'var(--edge)' },
});
/** A list of tags without known origins. */
const PlainTags = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: '0 0 4px',
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    minHeight: 28,
    padding: '0 10px',
    border: '1px solid var(--frame)',
    borderRadius: 4,
    ...TEXT.small,
    color: 'var(--ink)',
    overflowWrap: 'anywhere',
  },
});
const Note = styled('p')({ margin: '0 0 12px', ...TEXT.small, color: 'var(--ink-3)' });

type TagField = 'userTags' | 'customTags';

interface TagPanelProps {
  name: TagField;
  what: string;
  /** Accessible name of the list. */
  label: string;
}

/** The person's tags of one kind, each with its origin, as far as it is known. */
const TagPanel = ({ name, what, label }: TagPanelProps) => {
  const person = usePerson();
  const tags = person[name] ?? [];
  const [search, setSearch] = useState('');
  const origins = useTagOrigins(person, name);
  const hasOrigins = tags.some((tag) => origins.has(tag));
  const shown = tags.filter((tag) => tag.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      {tags.length > MIN_TAGS_FOR_SEARCH ? (
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
      {shown.length > 0 && !hasOrigins ? (
        <PlainTags aria-label={label}>
          {shown.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </PlainTags>
      ) : null}
      {shown.length > 0 && hasOrigins ? (
        <Tags aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('Tag')}</th>
              <th scope="col">{t('Set by')}</th>
              <th scope="col" className="since">
                {t('Since')}
              </th>
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
              </tr>
            ))}
          </tbody>
        </Tags>
      ) : null}
    </>
  );
};

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
