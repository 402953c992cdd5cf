import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { messageOf } from '../../resources/actions/failures.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { Account } from './Account.tsx';
import { OwnDataForm } from './OwnDataForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { useOwnData } from './useOwnData.ts';

const Page = styled('div')({ maxWidth: 720, margin: '0 auto', display: 'grid', gap: 16 });
const Title = styled('h1')({ margin: '0 0 4px', fontSize: 20, lineHeight: '28px', fontWeight: 600 });
/** Forms frame their fields themselves. */
const Part = styled('section')({
  minWidth: 0,
  '& > h2': { margin: '12px 0 8px', fontSize: 16, lineHeight: '24px', fontWeight: 600 },
});
const Section = styled('section')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    padding: 20,
    borderRadius: 8,
    border: `1px solid ${palette.divider}`,
    background: palette.background.paper,
    minWidth: 0,
    '& h2': { margin: '0 0 16px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    [theme.breakpoints.down('sm')]: { padding: 16 },
  };
});

/** What the signed-in person sees and changes of themselves. */
export const UserProfilePage = () => {
  const { me, error, refetch, save } = useOwnData();
  if (error && !me) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>Retry</Button>}>
        {messageOf(error)}
      </Alert>
    );
  }
  return (
    <Page>
      <Title>User profile</Title>
      <Section aria-labelledby="account">
        <h2 id="account">Account</h2>
        {me ? <Account me={me} /> : <FormSkeleton fields={2} />}
      </Section>
      <Part aria-labelledby="own-data">
        <h2 id="own-data">Profile</h2>
        {me ? <OwnDataForm me={me} save={save} /> : <FormSkeleton fields={5} />}
      </Part>
      <Part aria-labelledby="password">
        <h2 id="password">Change password</h2>
        <PasswordForm />
      </Part>
    </Page>
  );
};
