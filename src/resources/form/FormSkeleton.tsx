import Skeleton from '@mui/material/Skeleton';
import { t } from '../../../schemas/texts/translate.ts';

/** The shape of a form while it loads. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div
      aria-busy="true"
      aria-label={t('Loading')}
      role="status"
      style={{ display: 'flex', flexDirection: 'column', gap: 16 }}
    >
      {Array.from({ length: Math.min(fields, 5) }, (_, index) => (
        <div key={index}>
          <Skeleton variant="text" width={96} height={18} />
          <Skeleton variant="rounded" height={36} />
        </div>
      ))}
    </div>
  );
}
