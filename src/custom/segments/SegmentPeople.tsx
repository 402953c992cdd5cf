import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Shuffle from '@mui/icons-material/Shuffle';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { useDataAsOf } from '../../resources/DataFreshness.tsx';
import { workspaceTime } from '../../resources/clock.ts';
import { Cell } from '../../resources/fieldKit/Value.tsx';
import { usePublishAnnotations, type ItemAnnotations } from '../../resources/fieldKit/annotations.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { formatNumber } from '../../resources/format.ts';
import { useLiveErrors, useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { countableConditions } from './countableConditions.ts';
import { Channels, People } from './PeopleParts.tsx';
import { PartHead } from './PartHead.ts';
import { UsedIn } from './UsedIn.tsx';
import { usePreview } from './usePreview.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Number of people shown at a time. */
const PEOPLE_PER_PAGE = 10;

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 });
const Line = styled('div')({ display: 'flex', alignItems: 'baseline', gap: 8, flexWrap: 'wrap' });
const Big = styled('span')({
  ...TEXT.display,
  fontWeight: 600,
  letterSpacing: '-.02em',
  fontVariantNumeric: 'tabular-nums',
});
const Muted = styled('span')({ ...TEXT.small, color: 'var(--ink-3)' });
const Meter = styled('div')({
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  background: 'var(--press)',
  '& > i': { display: 'block', height: '100%', background: 'var(--accent)' },
});
const Words = styled('p')({
  '&::first-letter': { textTransform: 'uppercase' },
  margin: 0,
  ...TEXT.small,
  color: 'var(--ink-2)',
});

/** People in the segment of the form's current values: their number, their channels, ten examples. */
export function SegmentPeople() {
  const { values, fields } = useLiveRecord();
  const faults = useLiveErrors();
  const { who } = values;
  const countable = useMemo(() => countableConditions(who, faults), [who, faults]);
  const conditionsKey = JSON.stringify(countable.who);
  const [skipped, setSkipped] = useState({ conditionsKey, count: 0 });
  const skip = skipped.conditionsKey === conditionsKey ? skipped.count : 0;
  const { preview, each, isStale, about } = usePreview(countable.who, skip);
  const counts = each.isPlaceholderData || isStale ? undefined : each.data?.each;
  const annotationsKey = JSON.stringify([countable.pointers, countable.incomplete, counts]);
  const annotations = useMemo((): ItemAnnotations => {
    const [pointers, incomplete, numbers] = JSON.parse(annotationsKey) as [
      string[],
      string[],
      number[] | null,
    ];
    return Object.fromEntries([
      ...pointers.map((pointer, at) => [pointer, { text: peopleText(numbers?.[at]) }] as const),
      // Without any countable condition, the person has just begun.
      ...(pointers.length > 0 ? incomplete : []).map(
        (pointer) =>
          [pointer, { text: t('Left out of the count until it is complete'), tone: 'warning' }] as const,
      ),
    ]);
  }, [annotationsKey]);
  usePublishAnnotations(annotations);
  const { data, error, refetch } = preview;
  const count = data?.count;
  usePanelStatus(
    useMemo(
      () =>
        count === undefined
          ? []
          : [{ label: t('%{count} people', { count: formatNumber(count) }), tone: 'neutral' as const }],
      [count],
    ),
  );
  const asOf = useDataAsOf('segment');
  const field = fields.find(({ name }) => name === 'who');
  if (error && !data)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('The people could not be counted. What you wrote is kept.')}
      </Alert>
    );
  const total = each.data?.of;
  const shown = about ?? count;
  const isEverybody = !countable.who.conditions?.length;
  return (
    <Frame aria-busy={isStale || !data}>
      <div>
        <Line role="status" aria-live="polite">
          {about === undefined ? (
            <Big style={isStale ? { opacity: 0.5 } : undefined}>{numberText(count) || '…'}</Big>
          ) : (
            <>
              <Muted>{t('about')}</Muted>
              <Big>{formatNumber(about)}</Big>
            </>
          )}
          {total !== undefined && !isEverybody && <Muted>{t('of %{of}', { of: formatNumber(total) })}</Muted>}
          {isEverybody && <Muted>{t('in the whole audience')}</Muted>}
          <Muted style={isEverybody ? { flexBasis: '100%' } : { marginLeft: 'auto' }}>
            {isStale || !data ? t('counting…') : countedAtText(asOf)}
          </Muted>
        </Line>
        {isEverybody ? null : (
          <Meter aria-hidden>
            <i style={{ width: `${total && shown ? Math.max(1, (shown / total) * 100) : 0}%` }} />
          </Meter>
        )}
        <Channels channels={data?.channels ?? []} />
      </div>
      {field && who !== undefined && countable.pointers.length > 1 && (
        <div>
          <PartHead>{t('In words')}</PartHead>
          <Words>
            <Cell field={field} value={who} />
          </Words>
        </div>
      )}
      <div>
        {count !== 0 && (
          <PartHead>
            {(count ?? 0) > PEOPLE_PER_PAGE ? t('Examples') : t('People')}
            {(count ?? 0) > PEOPLE_PER_PAGE && (
              <Button
                size="small"
                color="inherit"
                startIcon={<Shuffle />}
                onClick={() => setSkipped({ conditionsKey, count: nextSkip(skip, count ?? 0) })}
              >
                {t('Show others')}
              </Button>
            )}
          </PartHead>
        )}
        {data && <People people={data.people} />}
        {count === 0 && !isStale && (
          <Muted>
            {isEverybody
              ? t('Nobody has written to your channels yet.')
              : t('Nobody meets these conditions now.')}
          </Muted>
        )}
      </div>
      <UsedIn />
    </Frame>
  );
}

/** The time of the count; a replica may be some seconds behind. */
const countedAtText = (asOf: string | undefined): string =>
  asOf === undefined
    ? t('counted just now')
    : t('counted as of %{momentText}', { momentText: workspaceTime(asOf) });

const peopleText = (count: number | null | undefined): string => {
  const text = numberText(count);
  return text && t(count === 1 ? '%{count} person' : '%{count} people', { count: text });
};

const numberText = (count: number | null | undefined): string =>
  count === undefined || count === null ? '' : formatNumber(count);

/** Start of the next page of examples; after the last one, or after a thousand people, it is the first. */
const nextSkip = (skip: number, count: number): number => {
  const next = skip + PEOPLE_PER_PAGE;
  return next >= count || next > 1_000 ? 0 : next;
};
