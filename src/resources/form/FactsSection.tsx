import { styled } from '@mui/material/styles';
import type { EntityRecord, FormModel } from '../../../schemas/model/types.ts';
import { TEXT } from '../../theme/text.ts';
import { Detail } from '../fieldKit/Value.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { fieldNamed } from '../columns.ts';
import { entityByName } from '../product.ts';
import { TitledSection } from './TitledSection.tsx';

const Grid = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '16px 40px',
  margin: 0,
  ...TEXT.small,
  // Lists take a whole line.
  '& > [data-whole]': { flex: '1 0 100%' },
  '& > div': { minWidth: 0 },
  '& > div > dt': { ...TEXT.caption, color: 'var(--ink-2)' },
  '& > div > dd': { margin: '4px 0 0', overflowWrap: 'anywhere' },
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', flexWrap: 'nowrap' },
}));

interface FactsSectionProps extends NonNullable<FormModel['summary']> {
  entity: string;
  /** Undefined while it loads. */
  record: EntityRecord | undefined;
}

/** Read-only fields below a form (`summary`), as labels and values. */
export const FactsSection = ({ entity, record, title, description, fields }: FactsSectionProps) => {
  const shown = fields.flatMap((name) => fieldNamed(entityByName(entity), name) ?? []);
  return (
    <TitledSection title={title} description={description}>
      {record ? (
        <Grid>
          {shown.map((field) => (
            <div key={field.name} data-whole={Array.isArray(record[field.name]) || undefined}>
              <dt>{field.title}</dt>
              <dd>
                <Detail field={field} value={record[field.name]} />
              </dd>
            </div>
          ))}
        </Grid>
      ) : (
        <FormSkeleton fields={2} />
      )}
    </TitledSection>
  );
};
