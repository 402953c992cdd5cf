import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { GENERIC } from '../../../dataProvider/errors.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Failed = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  flex: '1 1 0',
  minWidth: 0,
  ...TEXT.small,
  '& b': { fontWeight: 500 },
});

interface FieldBoundaryProps {
  field: FieldModel;
  /** The editor's value; a new value retries rendering. */
  value: unknown;
  children: ReactNode;
}

/** Error boundary of one field, so that a failing editor does not take the form and its input down. */
export const FieldBoundary = ({ field, value, children }: FieldBoundaryProps) => {
  const [attempt, setAttempt] = useState(0);
  const failed = (
    <Failed role="alert" data-field={field.name}>
      <b>{field.title}</b>
      {GENERIC}
      <Button size="small" variant="outlined" color="inherit" onClick={() => setAttempt(attempt + 1)}>
        {t('Try again')}
      </Button>
    </Failed>
  );
  return (
    <ErrorBoundary resetKeys={[value, attempt]} fallback={failed}>
      {children}
    </ErrorBoundary>
  );
};
