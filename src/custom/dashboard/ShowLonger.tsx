import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { type Preset, PRESETS, type Range } from '../../resources/dates/rangeModel.ts';
import { type DashboardFilter, nextLonger, rangeAt } from './filterModel.ts';
import { toPathQuery, KEY, buildFigureQueries } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ShowLongerProps {
  filter: DashboardFilter;
  onChange: (filter: DashboardFilter) => void;
}

/** Button that switches to another preset period. */
const ShowPeriod = ({ filter, onChange, period }: ShowLongerProps & { period: Preset }) => (
  <Button
    size="small"
    variant="outlined"
    // Another period has its default interval.
    onClick={() => onChange({ ...filter, span: period.id, interval: undefined })}
  >
    {t('Show the %{label}', { label: period.label.toLowerCase() })}
  </Button>
);

/** Button that switches to the next longer preset, where there is one. */
export const ShowLonger = (props: ShowLongerProps) => {
  const period = nextLonger(props.filter.span);
  return period ? <ShowPeriod {...props} period={period} /> : null;
};

/** Button that switches to the next longer period with messages; nothing where even the longest has none. */
export const ShowPeriodWithMessages = (props: ShowLongerProps) => {
  const { filter } = props;
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data: period } = useQuery({
    queryKey: [KEY, 'longer', filter],
    queryFn: ({ signal }) =>
      findLonger(filter, async (range) => {
        const { now } = buildFigureQueries({ ...filter, interval: undefined }, range);
        return (await provider.figureAmount(TOTAL, toPathQuery(TOTAL, now), { signal })) > 0;
      }),
    retry: false,
  });
  return period ? <ShowPeriod {...props} period={period} /> : null;
};

const TOTAL = 'messages/count/total';

/** The shortest of the longer presets for which `hasData` resolves to true. */
async function findLonger(
  { span }: DashboardFilter,
  hasData: (range: Range) => Promise<boolean>,
): Promise<Preset | null> {
  const now = new Date();
  const next = nextLonger(span);
  for (const period of next ? PRESETS.slice(PRESETS.indexOf(next)) : [])
    if (await hasData(rangeAt(period.id, now))) return period;
  return null;
}
