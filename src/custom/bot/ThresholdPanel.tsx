import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { useFormSession } from '../../resources/fieldKit/useSession.ts';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { ThresholdCurve } from './ThresholdCurve.tsx';
import { useTraining } from './useTraining.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const FIELD = 'confidenceThreshold';
const Said = styled('div')({
  ...TEXT.small,
  color: 'var(--ink-2)',
  '& a': { color: 'var(--accent-text)' },
  '& b': { fontWeight: 600, color: 'var(--ink)' },
  '& > button': { marginTop: 12 },
});

/** What the threshold in the form would do, as it is moved. */
export const ThresholdPanel = () => {
  const may = useMay();
  return may('intent', 'list') ? (
    <Curve />
  ) : (
    <Said>{t('You need the right to read intents to see what the threshold does.')}</Said>
  );
};

const Curve = () => {
  const { training, error, retry } = useTraining();
  const { values } = useLiveRecord();
  const session = useFormSession();
  const typed = values[FIELD];
  const threshold = typeof typed === 'number' ? typed : undefined;
  const curve = training?.report?.curve;
  if (error && !training)
    return (
      <Said role="alert">
        <b>{t('This could not be loaded.')}</b> {messageOf(error)}
        <br />
        <Button variant="outlined" size="small" onClick={retry}>
          {t('Try again')}
        </Button>
      </Said>
    );
  if (!training)
    return (
      <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
        {['80%', '65%'].map((width) => (
          <Placeholder key={width} sx={{ display: 'block', width, margin: '5px 0 10px' }} />
        ))}
      </DelayedPlaceholder>
    );
  if (!curve)
    return (
      <Said>
        {t('After the next training this shows what the threshold does.')}{' '}
        <Link to="/chatbot/intent">{t('Open intents')}</Link>
      </Said>
    );
  const use = (suggested: number): void => session.write([FIELD], suggested);
  return (
    <Said>
      <ThresholdCurve
        curve={curve}
        tests={training.report?.regression?.curve}
        threshold={threshold}
        onUse={session.settings.readOnly ? undefined : use}
      />
    </Said>
  );
};
