import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import type { StoredFile } from '../../../schemas/model/files.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { MENU_SIZES, PATTERNS, type MenuSize, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { useReferenceTitles } from '../../resources/fields/reference/useReferenceTitles.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { type AreaItem, hasAction, actionTitleOf, labelOf } from './areasModel.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Picture = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  borderRadius: 8,
  border: '1px solid var(--line)',
  background: 'var(--sunken)',
  '& > img': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& > span': { position: 'absolute', boxSizing: 'border-box', border: '1px solid #15191c40' },
});
const Letter = styled('b')({
  flex: 'none',
  width: 20,
  height: 20,
  borderRadius: 4,
  fontSize: 12,
  lineHeight: '20px',
  fontWeight: 600,
  textAlign: 'center',
  'span > &': { position: 'absolute', left: 4, top: 4, background: '#15191cd9', color: '#fff' },
  'li > &': { background: 'var(--press)', color: 'var(--ink-2)' },
});
const Areas = styled('ul')({
  listStyle: 'none',
  margin: '16px 0 0',
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    ...TEXT.small,
    '& > span': { flex: 'none', maxWidth: '50%', overflowWrap: 'anywhere', fontWeight: 500 },
    '& > i': {
      ...{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      ...{ fontStyle: 'normal', textAlign: 'right', color: 'var(--ink-3)' },
    },
  },
});

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** A read-only menu: its picture with lettered areas, and a line about each area. */
export function MenuCard() {
  const menu = useRecordContext<EntityRecord & Record<string, unknown>>();
  const areas = (menu?.['areas'] ?? []) as AreaItem[];
  const readIds = (key: string) =>
    areas.flatMap(({ action }) => (typeof action?.[key] === 'string' ? [action[key]] : []));
  const templates = useReferenceTitles('template', readIds('templateName'));
  if (!menu) return null;
  const pattern = (menu['pattern'] ?? 'L1') as Pattern;
  const { areas: bounds } = PATTERNS[pattern in PATTERNS ? pattern : 'L1'];
  const { width, height } = MENU_SIZES[(menu['size'] ?? 'original') as MenuSize];
  const image = menu['image'] as StoredFile | undefined;
  return (
    <section aria-label={t('Menu')}>
      <Picture style={{ aspectRatio: width / height }}>
        {image?.url === undefined ? null : <img src={image.url} alt="" />}
        {bounds.map((area, index) => (
          <span
            key={index}
            aria-hidden
            style={{
              left: percent(area.x, width),
              top: percent(area.y, height),
              width: percent(area.width, width),
              height: percent(area.height, height),
            }}
          >
            <Letter>{toLetters(index)}</Letter>
          </span>
        ))}
      </Picture>
      <Areas>
        {bounds.map((_, index) => (
          <li key={index}>
            <Letter>{toLetters(index)}</Letter>
            <span>{labelOf(areas[index])}</span>
            <i>{hasAction(areas[index]) ? formatAction(areas[index], templates) : t('No action yet')}</i>
          </li>
        ))}
      </Areas>
    </section>
  );
}

/** The kind of an action and its target: "Template stores", "www.siam-lifestyle.example/home". */
function formatAction(area: AreaItem | undefined, titleOf: (id: string) => string | undefined): string {
  const { action } = area ?? {};
  const value = (key: string): string => (typeof action?.[key] === 'string' ? action[key] : '');
  const address = value('uri').replace(/^https:\/\//, '');
  const target = titleOf(value('templateName')) ?? (address || value('text'));
  return address || [actionTitleOf(area), target].filter(Boolean).join(' ');
}
