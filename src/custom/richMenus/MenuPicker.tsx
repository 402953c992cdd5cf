import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RichMenu } from '../../../schemas/generated/types.ts';
import type { StoredFile } from '../../../schemas/model/files.ts';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useGetOne } from 'react-admin';
import { FieldFrame } from '../../resources/fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { useReferenceOptions } from '../../resources/fields/reference/useReferenceOptions.ts';
import { SearchFrame } from '../../resources/fields/shared/SearchFrame.ts';
import { MenuPicture, shapeText } from './management/parts.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const MenuSearch = styled(SearchFrame)(({ theme }) => ({
  // Above the cards, in a column of its own height.
  flex: 'none',
  width: 240,
  marginBottom: 12,
  [theme.breakpoints.down('sm')]: { flex: 'none', order: 0, width: '100%' },
}));
const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  gap: 12,
  maxWidth: 720,
});
const Card = styled('button')({
  display: 'block',
  minWidth: 0,
  padding: 0,
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'var(--ink)',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '& > span': {
    display: 'grid',
    placeItems: 'center',
    height: 96,
    padding: 4,
    border: '1px solid var(--frame)',
    borderRadius: 6,
    background: 'var(--sunken)',
    overflow: 'hidden',
  },
  '&:hover > span': { borderColor: 'var(--field)' },
  '&[aria-checked=true] > span': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
  '& b': {
    display: 'block',
    marginTop: 6,
    ...TEXT.caption,
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& i': { display: 'block', fontStyle: 'normal', ...TEXT.caption, color: 'var(--ink-3)' },
});

type Menu = RichMenu & EntityRecord;
const pictureOf = ({ image }: Menu): StoredFile | undefined =>
  typeof image === 'object' ? image : undefined;

/** Editor that chooses a rich menu by its picture, with a search by name. */
export default function MenuPicker(props: EditorProps<string>) {
  const { field, value, onChange, onBlur, fieldState } = props;
  const [typed, setTyped] = useState('');
  if (!field.reference) throw new Error(`${field.path} refers to nothing`);
  const { records, isLoading, hasMore, loadMore } = useReferenceOptions(field.reference, typed, true);
  const { data: chosen } = useGetOne<Menu>(
    field.reference.entity,
    { id: value ?? '' },
    { enabled: Boolean(value), retry: false },
  );
  const found = records as Menu[];
  const menus = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <FieldFrame fieldProps={props} group>
      {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        <>
          <MenuSearch>
            <Search aria-hidden />
            <input
              id={id}
              type="search"
              aria-label={t('Search rich menus')}
              placeholder={t('Search')}
              maxLength={MAX_SEARCH_UNITS}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                // Enter must not submit the surrounding form.
                if (event.key === 'Enter' && typed !== '') event.preventDefault();
              }}
            />
          </MenuSearch>
          <Cards role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy}>
            {menus.map((menu) => (
              <Card
                key={menu.id}
                type="button"
                role="radio"
                aria-checked={menu.id === value}
                disabled={fieldState.readOnly}
                onClick={() => {
                  onChange(menu.id);
                  onBlur();
                }}
              >
                <span>
                  <MenuPicture size={menu.size} pattern={menu.pattern} image={pictureOf(menu)} width={116} />
                </span>
                <b>{menu.name}</b>
                <i>{shapeText(menu.size, menu.pattern)}</i>
              </Card>
            ))}
          </Cards>
          {menus.length === 0 && !isLoading ? (
            <p style={{ margin: '8px 0', fontSize: 13, color: 'var(--ink-3)' }}>
              {typed === '' ? t('There are no rich menus yet. ') : t('No rich menu has that name. ')}
              {typed === '' ? <Link to="/richmenu/editor">{t('Make one')}</Link> : null}
            </p>
          ) : null}
          {hasMore ? (
            <Button size="small" onClick={loadMore} sx={{ mt: 1, alignSelf: 'flex-start' }}>
              {t('Show more')}
            </Button>
          ) : null}
        </>
      )}
    </FieldFrame>
  );
}
