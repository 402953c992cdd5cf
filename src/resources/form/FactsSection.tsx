import { styled } from '@mui/material/styles';
import { useRecordContext, useResourceContext } from 'react-admin';
import type { EntityRecord, FormModel } from '../../../schemas/model/types.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';
import { Detail } from '../fieldKit/Value.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { fieldNamed } from '../columns.ts';
import { entityByName } from '../product.ts';
import { TitledSection } from './TitledSection.tsx';

/** As a record's facts on its own page. */
const Grid = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'fit-content(112px) minmax(0, 1fr)',
  gap: '6px 16px',
  margin: 0,
  ...TEXT.small,
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  [PHONE]: { gridTemplateColumns: '112px minmax(0, 1fr)' },
});

type Summary = NonNullable<FormModel['summary']>;

interface FactsSectionProps extends Summary {
  entity: string;
  /** Undefined while it loads. */
  record: EntityRecord | undefined;
}

/** The facts of the record that is edited. */
export const RecordFactsSection = (summary: Summary) => {
  const entity = useResourceContext();
  const record = useRecordContext<EntityRecord>();
  // A form alone, as in tests, has no record around it.
  return entity ? <FactsSection {...{ entity, record }} {...summary} /> : null;
};

/** Read-only fields below a form or in its aside (`summary`), as labels and values; ids are copied on the record's page. */
export const FactsSection = ({ entity, record, title, description, fields }: FactsSectionProps) => {
  const model = entityByName(entity);
  const shown = fields
    .filter((name) => !model.show.copies.includes(name))
    .flatMap((name) => fieldNamed(model, name) ?? []);
  return (
    <TitledSection title={title} description={description}>
      {record ? (
        <Grid>
          {shown.map((field) => (
            <div key={field.name} style={{ display: 'contents' }}>
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
