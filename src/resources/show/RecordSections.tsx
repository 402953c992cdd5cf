import { styled } from '@mui/material/styles';
import { matches } from '../../../schemas/model/match.ts';
import type { FieldModel, FormSection } from '../../../schemas/model/types.ts';
import { Detail } from '../fieldKit/Value.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { fieldNamed } from '../columns.ts';
import type { ConsoleEntity } from '../product.ts';
import { TEXT } from '../../theme/text.ts';

const Stack = styled('div')({ display: 'grid', gap: 16, minWidth: 0, maxWidth: 880 });

const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  minWidth: 0,
  '& + &': { paddingTop: 16, borderTop: '1px solid var(--line)' },
  '& h2': { margin: '0 0 4px', ...TEXT.body, fontWeight: 600 },
  '& .row': { display: 'grid', gap: 8, margin: 0 },
  '& .row > div': { display: 'grid', gridTemplateColumns: '160px minmax(0, 1fr)', gap: '0 16px' },
  '& .label': { ...TEXT.small, color: 'var(--ink-3)' },
  '& .value': { margin: 0, ...TEXT.small, overflowWrap: 'anywhere' },
  // On phones lines separate zones only.
  [theme.breakpoints.down('sm')]: {
    '& + &': { borderTop: 0 },
    '& .row > div': { gridTemplateColumns: '112px minmax(0, 1fr)' },
  },
}));

interface RecordSectionsProps {
  model: ConsoleEntity;
  record: ListRecord;
  sections: FormSection[];
}

/** A record's values by form section; fields that are hidden in the form are hidden here. */
export const RecordSections = ({ model, record, sections }: RecordSectionsProps) => {
  const findShownField = (name: string): FieldModel | undefined => {
    const field = fieldNamed(model, name);
    return field && field.constant === undefined && matches(field.visibleWhen, record) ? field : undefined;
  };
  return (
    <Stack>
      {sections.map((section, at) => (
        <FieldSection
          key={section.title ?? at}
          title={section.title}
          rows={section.rows.map((row) => row.map(findShownField).filter((field) => field !== undefined))}
          record={record}
        />
      ))}
    </Stack>
  );
};

interface FieldSectionProps {
  title?: string;
  rows: FieldModel[][];
  record: ListRecord;
}

const FieldSection = ({ title, rows, record }: FieldSectionProps) => {
  const filled = rows.filter((row) => row.length > 0);
  if (filled.length === 0) return null;
  return (
    <Section aria-label={title}>
      {title && <h2>{title}</h2>}
      {filled.map((row) => (
        <dl key={row.map((field) => field.name).join()} className="row">
          {row.map((field) => (
            <div key={field.name}>
              <dt className="label">{field.title}</dt>
              <dd className="value">
                <Detail field={field} value={record[field.name]} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Section>
  );
};
