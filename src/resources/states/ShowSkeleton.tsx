import { DelayedPlaceholder, Placeholder } from './Placeholder.ts';
import { t } from '../../../schemas/texts/translate.ts';

const LINES = ['30%', '70%', '45%', '60%', '38%', '52%'];

/** The placeholder of a record. */
export const ShowSkeleton = () => (
  <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
    <Placeholder style={{ width: 220, height: 20, marginBottom: 32 }} />
    {LINES.map((width) => (
      <div key={width} style={{ marginBottom: 20 }}>
        <Placeholder style={{ width: 80, height: 10 }} />
        <br />
        <Placeholder style={{ width, maxWidth: 480 }} />
      </div>
    ))}
  </DelayedPlaceholder>
);
