import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetOne } from 'react-admin';
import { useState } from 'react';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { resizedPictureUrl, type StoredFile } from '../../../../schemas/model/files.ts';
import { MENU_SIZES, PATTERNS, type MenuSize, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { saveFile } from '../../../dataProvider/downloads.ts';
import { formatNumber } from '../../../resources/format.ts';
import type { AreaItem } from '../areasModel.ts';
import { tapsCsv, countTaps, countedActionIds } from './areaTaps.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const DAY_MS = 86_400_000;
const RANGES_DAYS = [7, 30, 90];

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 12,
  marginBottom: 16,
});
const HeatMapFrame = styled('div')({
  position: 'relative',
  borderRadius: 8,
  overflow: 'hidden',
  background: 'var(--sunken)',
  '& > img': { display: 'block', width: '100%', height: '100%', objectFit: 'fill' },
});
const HeatArea = styled('div')({
  position: 'absolute',
  display: 'grid',
  placeItems: 'center',
  border: '1px solid #ffffff99',
  '& > b': {
    padding: '2px 8px',
    borderRadius: 4,
    background: '#15191cd9',
    color: '#fff',
    ...TEXT.small,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
});
const Table = styled('table')({
  width: '100%',
  marginTop: 16,
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { fontWeight: 500, color: 'var(--ink-3)', textAlign: 'left' },
  '& th, & td': { padding: '6px 8px', borderBottom: '1px solid var(--line)', overflowWrap: 'anywhere' },
  '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .quiet': { color: 'var(--ink-3)' },
});
const Note = styled('p')({ margin: '12px 0 0', ...TEXT.caption, color: 'var(--ink-3)' });
const Fault = styled('p')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: 'var(--danger)',
  fontSize: 13,
});

interface TapsProps {
  menu: { id: string; name: string };
  /** Only taps on this channel. */
  channel?: string;
}

type StoredMenu = EntityRecord & {
  size: MenuSize;
  pattern: Pattern;
  image?: StoredFile | null;
  areas: AreaItem[];
};

const share = (part: number): string => `${Math.round(part * 100)} %`;
const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** The taps on a rich menu: a heat map over its picture, and a table. */
export function Taps({ menu, channel }: TapsProps) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const [days, setDays] = useState(30);
  const stored = useGetOne<StoredMenu>('rich-menu', { id: menu.id });
  const areas = stored.data?.areas ?? [];
  const actionIds = countedActionIds(areas);
  const counted = useQuery({
    queryKey: ['message', 'taps', menu.id, channel, days, actionIds],
    enabled: stored.data !== undefined,
    queryFn: ({ signal }) => {
      if (actionIds.length === 0) return [];
      const to = new Date();
      return provider.countEvents('message', 'tapped-actions', {
        ...{ from: new Date(to.getTime() - days * DAY_MS), to, by: ['action'], signal },
        where: { action: actionIds, ...(channel !== undefined && { channel: [channel] }) },
      });
    },
  });
  const failed = stored.error ?? counted.error;
  const taps = countTaps(areas, counted.data ?? []);
  const platform = channelLabelsThatCan('richMenus');
  const isReady = stored.data !== undefined && counted.data !== undefined;
  return (
    <>
      <Head>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Range')}
          value={days}
          onChange={(_, next: number | null) => {
            if (next !== null) setDays(next);
          }}
        >
          {RANGES_DAYS.map((range) => (
            <ToggleButton key={range} value={range}>
              {t('%{range} days', { range })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Button
          size="small"
          disabled={!isReady}
          onClick={() =>
            saveFile({
              name: `taps-${menu.name}.csv`,
              content: new Blob([tapsCsv(taps)], { type: 'text/csv' }),
            })
          }
        >
          {t('Download CSV')}
        </Button>
      </Head>
      {failed ? (
        <Fault role="alert">
          {t('The taps could not be loaded')}
          <Button
            size="small"
            variant="outlined"
            onClick={() => void (stored.error ? stored.refetch() : counted.refetch())}
          >
            {t('Try again')}
          </Button>
        </Fault>
      ) : null}
      {stored.data ? <HeatMap menu={stored.data} taps={taps} /> : null}
      {isReady ? (
        <Table aria-label={t('Taps by area')}>
          <thead>
            <tr>
              <th scope="col">{t('Area')}</th>
              <th scope="col">{t('Action')}</th>
              <th scope="col" className="number">
                {t('Taps')}
              </th>
              <th scope="col" className="number">
                {t('People')}
              </th>
              <th scope="col" className="number">
                {t('Share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {taps.map((area) => (
              <tr key={area.letter}>
                <td>
                  {area.letter}
                  {area.label ? `, ${area.label}` : ''}
                </td>
                <td className="quiet">{area.kind}</td>
                {area.taps === undefined ? (
                  <td className="number quiet" colSpan={3}>
                    {t('Not reported by %{platform}', { platform })}
                  </td>
                ) : (
                  <>
                    <td className="number">{formatNumber(area.taps)}</td>
                    <td className="number">{formatNumber(area.people ?? 0)}</td>
                    <td className="number">{share(area.share ?? 0)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      <Note>
        {t(
          'Templates, flows and dates are counted. %{platform} does not report taps that open a link or start a call. Text that an area sends counts as a message from the person.',
          { platform },
        )}
      </Note>
    </>
  );
}

/** The picture with a heat map of the areas. */
function HeatMap({ menu, taps }: { menu: StoredMenu; taps: ReturnType<typeof countTaps> }) {
  const { width, height } = MENU_SIZES[menu.size];
  const maxShare = Math.max(...taps.map(({ share: part = 0 }) => part), 0);
  return (
    <HeatMapFrame style={{ aspectRatio: width / height }} aria-hidden>
      {menu.image ? <img src={resizedPictureUrl(menu.image.url, 1040)} alt="" /> : null}
      {PATTERNS[menu.pattern].areas.map((area, index) => {
        const { taps: count, share: part = 0 } = taps[index] ?? {};
        const heat = maxShare === 0 ? 0 : part / maxShare;
        return (
          <HeatArea
            key={index}
            style={{
              left: percent(area.x, width),
              top: percent(area.y, height),
              width: percent(area.width, width),
              height: percent(area.height, height),
              background: `rgb(217 72 40 / ${(heat * 0.7).toFixed(2)})`,
            }}
          >
            {count === undefined ? null : <b>{formatNumber(count)}</b>}
          </HeatArea>
        );
      })}
    </HeatMapFrame>
  );
}
