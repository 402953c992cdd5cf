import { useRecordContext } from 'react-admin';
import { useMemo, useState } from 'react';
import { LeaveGuard } from '../../../../src/resources/form/save/LeaveGuard.tsx';
import { Chart } from '../../../../src/resources/charts/Chart.tsx';
import { RangePicker } from '../../../../src/resources/dates/RangePicker.tsx';
import type { Range } from '../../../../src/resources/dates/rangeModel.ts';
import { usePanelStatus } from '../../../../src/resources/fieldKit/panelStatus.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { useLiveErrors, useLiveRecord } from '../../../../src/resources/fieldKit/useLiveRecord.ts';

/** Draws the greeting as it is typed, and tells how it will arrive. */
export const PhonePreview = () => {
  const { values } = useLiveRecord();
  const faults = useLiveErrors();
  const isRight = Object.keys(faults).length === 0;
  usePanelStatus(
    useMemo(
      () => [{ label: isRight ? 'LINE ready' : 'LINE not ready', tone: isRight ? 'success' : 'warning' }],
      [isRight],
    ),
  );
  const samples = Array.isArray(values['samples']) ? values['samples'].length : 0;
  return (
    <>
      <p data-testid="bubble">{String(values['greeting'] ?? t('Nothing to say yet'))}</p>
      <p>{samples} samples</p>
    </>
  );
};

export const BotTester = () => {
  const [outcome, setOutcome] = useState('');
  return (
    <label>
      {t('Write as a customer')}
      <br />
      <input value={outcome} onChange={(event) => setOutcome(event.target.value)} />
    </label>
  );
};

/** Knows the record through react-admin's own context. */
export const Conversation = () => {
  const record = useRecordContext();
  return <p>The talk about {String(record?.['name'])}</p>;
};

const DAYS = Array.from({ length: 14 }, (_, at) => ({
  label: `${at + 8} Nov`,
  fullLabel: `${at + 8} Nov 2026`,
  values: { now: 9000 + ((at * 7919) % 6000), past: 8000 + ((at * 6007) % 5000) },
}));

/** A page at a pattern: a range, a chart, and a sentence before it is left while it loads. */
export const ReportPage = () => {
  const [range, setRange] = useState<Range>();
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      <h1 style={{ fontSize: 20 }}>Report</h1>
      <RangePicker label="Custom" value={range} onChange={setRange} />
      <Chart
        title="Total messages"
        description="per day, UTC+7:00"
        kind="area"
        series={[
          { key: 'now', label: 'These 14 days' },
          { key: 'past', label: '14 days before', isPrevious: true },
        ]}
        points={DAYS}
      />
      <label>
        <input type="checkbox" checked={isLoading} onChange={(event) => setLoading(event.target.checked)} />
        Loading
      </label>
      <LeaveGuard isDirty={() => isLoading} />
    </>
  );
};
