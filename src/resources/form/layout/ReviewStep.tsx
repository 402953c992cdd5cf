import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Detail } from '../../fields/Value.tsx';
import { isBlank } from '../../fields/types.ts';
import { useLiveRecord } from '../useLiveRecord.ts';
import { fieldState, useFormSession } from '../useSession.ts';

const Part = styled('section')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    padding: 20,
    border: `1px solid ${palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    background: palette.background.paper,
    '& + &': { marginTop: 16 },
    '& header': { display: 'flex', alignItems: 'center', marginBottom: 12 },
    '& h2': { flex: 1, margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    '& dl': {
      display: 'grid',
      gridTemplateColumns: 'minmax(120px, 30%) minmax(0, 1fr)',
      gap: '8px 16px',
      margin: 0,
      fontSize: 14,
      lineHeight: '20px',
    },
    '& dt': { color: palette.text.secondary },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
    [theme.breakpoints.down('sm')]: { padding: 16 },
  };
});

interface ReviewStepProps {
  parts: { title: string; names: string[]; open: () => void }[];
}

/** The last step: what will be saved, as it will be read, each part with the way back to it. */
export function ReviewStep({ parts }: ReviewStepProps) {
  const session = useFormSession();
  const { values, fields } = useLiveRecord();
  const shown = (names: string[]) =>
    fields.filter(
      (field) =>
        names.includes(field.name) &&
        !isBlank(values[field.name]) &&
        fieldState(field, values, session).visible,
    );
  return (
    <>
      {parts.map(({ title, names, open }) => (
        <Part key={title} aria-label={`Review of ${title}`}>
          <header>
            <h2>{title}</h2>
            <Button size="small" onClick={open} aria-label={`Change ${title}`}>
              Change
            </Button>
          </header>
          <dl>
            {shown(names).map((field) => (
              <div key={field.name} style={{ display: 'contents' }}>
                <dt>{field.title}</dt>
                <dd>{field.secret ? '••••' : <Detail field={field} value={values[field.name]} />}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ))}
    </>
  );
}
