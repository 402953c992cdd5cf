import { styled } from '@mui/material/styles';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import type { Journey } from '../../dataProvider/dashboardVerbs.ts';
import { Ring } from '../../resources/charts/Ring.tsx';
import { formatNumber } from '../../resources/format.ts';
import { MIN_MEANINGFUL_ANSWERS, shareText } from './flowModel.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Aside = styled('aside')({
  '& table': { width: '100%', marginTop: 16, borderCollapse: 'collapse', ...TEXT.small },
  '& th, & td': { padding: '6px 0', borderTop: '1px solid var(--line)', fontWeight: 400, textAlign: 'left' },
  '& td': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', color: 'var(--ink-2)', paddingLeft: 12 },
  '& td:last-child': { fontWeight: 500, color: 'var(--ink)' },
  '& th b': { display: 'inline-block', width: 10, height: 10, marginRight: 8, borderRadius: 3 },
  '& h2': { margin: '0 0 12px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& table + h2': { margin: '24px 0 8px' },
  '& ul': { margin: 0, padding: 0, listStyle: 'none', ...TEXT.small },
  '& li > div': { display: 'flex', alignItems: 'center', gap: 8, marginTop: 8 },
  '& li > div .name': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& i': { display: 'block', height: 4, marginTop: 4, borderRadius: 2, background: 'var(--chart-4)' },
  '& p': { marginTop: 20, ...TEXT.caption, color: 'var(--ink-3)' },
});

/** The outcome of the occurrences, and their channels. */
export const Stages = ({ journey }: { journey: Journey }) => {
  const { stages, current } = journey;
  const isSparse = current.count < MIN_MEANINGFUL_ANSWERS;
  const maxCount = Math.max(1, ...current.channels.map(({ count }) => count));
  return (
    <Aside aria-label={t('Current stage and channels')}>
      <h2>{t('Current stage')}</h2>
      <Ring values={stages.map(({ count }) => count)} size={isSparse ? 112 : 160} isThin={isSparse}>
        <b>{formatNumber(current.count)}</b>
        <small>{current.count === 1 ? t('time') : t('times')}</small>
      </Ring>
      <table aria-label={t('Current stage in numbers')}>
        <tbody>
          {stages.map(({ name, count, percent }, at) => (
            <tr key={name}>
              <th scope="row">
                <b aria-hidden style={{ background: `var(--chart-${at + 1})` }} />
                {name}
              </th>
              <td>{formatNumber(count)}</td>
              <td>{shareText(percent, current.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{t('Where it happens')}</h2>
      <ul>
        {current.channels.map(({ id, name, type, count }) => (
          <li key={id}>
            <div>
              <ChannelMark type={type} />
              <span className="name">{name}</span>
              {formatNumber(count)}
            </div>
            <i aria-hidden style={{ width: `${(count / maxCount) * 100}%` }} />
          </li>
        ))}
      </ul>
      <p>{t('A conversation ends after 30 minutes without a message.')}</p>
    </Aside>
  );
};
