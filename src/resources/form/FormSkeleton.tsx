import { styled } from '@mui/material/styles';
import type { FormModel } from '../../../schemas/model/types.ts';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { FormWithPanels } from './FormWithPanels.tsx';
import { isFullBleedForm } from './zones.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Fields = styled(DelayedPlaceholder)({
  display: 'grid',
  alignContent: 'start',
  gap: 20,
  maxWidth: 560,
  '& .field': { display: 'grid', gap: 10 },
  '& .box': { height: 36, boxSizing: 'border-box', border: '1px solid var(--line)', borderRadius: 6 },
  // Zones have no padding around them.
  '&[data-zones]': { padding: '24px var(--edge)' },
});
const WithRail = styled('div')(({ theme }) => ({
  ...{ display: 'flex', flex: '1 0 auto' },
  '& > .rail': {
    ...{ display: 'grid', alignContent: 'start', gap: 24, width: 240, boxSizing: 'border-box' },
    ...{ padding: '24px var(--edge)', borderRight: '1px solid var(--line)' },
  },
  '& > :last-of-type': { flex: 1 },
  [theme.breakpoints.down('sm')]: { '& > .rail': { display: 'none' } },
}));

interface FormSkeletonProps {
  /** How many fields there will be. */
  fields: number;
  /** The whole form, to draw its zones too. */
  form?: FormModel;
}

/** The placeholder of a form while it loads. */
export function FormSkeleton({ fields, form }: FormSkeletonProps) {
  const shape = (
    <Fields
      aria-busy="true"
      aria-label={t('Loading')}
      role="status"
      data-zones={isFullBleedForm(form) || undefined}
    >
      {Array.from({ length: Math.min(fields, 5) }, (_, index) => (
        <div key={index} className="field">
          <Placeholder style={{ width: 96 }} />
          <div className="box" />
        </div>
      ))}
    </Fields>
  );
  if (!form) return shape;
  return (
    <FormWithPanels form={form} isWaiting>
      <div>
        {form.layout === 'editor' ? (
          <WithRail>
            <DelayedPlaceholder className="rail">
              {['60%', '80%', '70%'].map((width) => (
                <Placeholder key={width} style={{ width }} />
              ))}
            </DelayedPlaceholder>
            {shape}
          </WithRail>
        ) : (
          shape
        )}
      </div>
    </FormWithPanels>
  );
}
