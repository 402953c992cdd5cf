import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { type Preset, PRESETS, type Range } from '../../resources/dates/rangeModel.ts';
import { type DashboardFilter, nextLonger, rangeAt } from './filterModel.ts';
import { asked, KEY, questionsOf } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ShowLongerProps {
  filter: DashboardFilter;
  onChange: (filter: DashboardFilter) => void;
}

/** The way to another of the usual periods. */
const ShowPeriod = ({ filter, onChange, period }: ShowLongerProps & { period: Preset }) => (
  <Button
    size="small"
    variant="outlined"
    // Another period has the interval that suits it.
    onClick={() => onChange({ ...filter, span: period.id, interval: undefined })}
  >
    {t('Show the %{label}', { label: period.label.toLowerCase() })}
  </Button>
);

/** The way to the next longer of the usual periods, where there is one. */
export const ShowLonger = (props: ShowLongerProps) => {
  const period = nextLonger(props.filter.span);
  return period ? <ShowPeriod {...props} period={period} /> : null;
};

/** The way to the next longer period that holds messages; none where even the longest has none. */
export const ShowPeriodWithMessages = (props: ShowLongerProps) => {
  const { filter } = props;
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data: period } = useQuery({
    queryKey: [KEY, 'longer', filter],
    queryFn: ({ signal }) =>
      firstLonger(filter, async (range) => {
        const { now } = questionsOf({ ...filter, interval: undefined }, range);
        return (await provider.figureAmount(TOTAL, asked(TOTAL, now), { signal })) > 0;
      }),
    retry: false,
  });
  return period ? <ShowPeriod {...props} period={period} /> : null;
};

const TOTAL = 'messages/count/total';

/** The shortest of the longer periods that has what is looked for. */
async function firstLonger(
  { span }: DashboardFilter,
  holds: (range: Range) => Promise<boolean>,
): Promise<Preset | null> {
  const now = new Date();
  const next = nextLonger(span);
  for (const period of next ? PRESETS.slice(PRESETS.indexOf(next)) : [])
    if (await holds(rangeAt(period.id, now))) return period;
  return null;
}
