import { styled } from '@mui/material/styles';
import type { EntityRecord, FieldModel } from '../../../schemas/model/types.ts';
import { Detail } from '../../resources/fields/Value.tsx';
import { entityByName } from '../../resources/product.ts';
import { TEXT } from '../../theme/text.ts';

/** Fields of the member that only an administrator changes. */
const SHOWN = ['username', 'email', 'joinDate', 'roles'];

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  justifyContent: 'space-between',
  gap: 16,
  margin: 0,
  // What somebody may do, each with what it means, takes the line.
  '& > :last-of-type': { gridColumn: '1 / -1', minWidth: 0 },
  ...TEXT.small,
  '& > div > dt': { fontSize: 12, lineHeight: '16px', color: 'var(--ink-2)' },
  '& > div > dd': { margin: '4px 0 0', overflowWrap: 'anywhere' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

export const Account = ({ me }: { me: EntityRecord }) => {
  const { fields } = entityByName('member');
  const shown = SHOWN.map((name) => fields.find((field) => field.name === name));
  return (
    <List>
      {shown
        .filter((field): field is FieldModel => field !== undefined)
        .map((field) => (
          <div key={field.name}>
            <dt>{field.title}</dt>
            <dd>
              <Detail field={field} value={me[field.name]} />
            </dd>
          </div>
        ))}
    </List>
  );
};
