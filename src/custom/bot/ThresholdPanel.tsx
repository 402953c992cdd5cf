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

const THRESHOLD_FIELD = 'confidenceThreshold';
const PanelText = styled('div')({
  ...TEXT.small,
  color: 'var(--ink-2)',
  '& a': { color: 'var(--accent-text)' },
  '& b': { fontWeight: 600, color: 'var(--ink)' },
  '& > button': { marginTop: 12 },
});

/** Previews the effect of the confidence threshold being edited. */
export const ThresholdPanel = () => {
  const may = useMay();
  return may('intent', 'list') ? (
    <ThresholdPreview />
  ) : (
    <PanelText>{t('You need the right to read intents to see what the threshold does.')}</PanelText>
  );
};

const ThresholdPreview = () => {
  const { training, error, retry } = useTraining();
  const { values } = useLiveRecord();
  const session = useFormSession();
  const value = values[THRESHOLD_FIELD];
  const threshold = typeof value === 'number' ? value : undefined;
  const curve = training?.report?.curve;
  if (error && !training)
    return (
      <PanelText role="alert">
        <b>{t('This could not be loaded.')}</b> {messageOf(error)}
        <br />
        <Button variant="outlined" size="small" onClick={retry}>
          {t('Try again')}
        </Button>
      </PanelText>
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
      <PanelText>
        {t('After the next training this shows what the threshold does.')}{' '}
        <Link to="/chatbot/intent">{t('Open intents')}</Link>
      </PanelText>
    );
  const use = (suggested: number): void => session.setValue([THRESHOLD_FIELD], suggested);
  return (
    <PanelText>
      <ThresholdCurve
        curve={curve}
        tests={training.report?.regression?.curve}
        threshold={threshold}
        onUse={session.settings.readOnly ? undefined : use}
      />
    </PanelText>
  );
};
