import { styled } from '@mui/material/styles';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { formByName } from '../../resources/product.ts';
import { SingleForm } from '../../resources/single/SingleForm.tsx';
import { useSingle } from '../../resources/single/useSingle.ts';
import { Account } from './Account.tsx';
import { PasswordForm } from './PasswordForm.tsx';

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
  const form = formByName('user-profile');
  const { record: me } = useSingle(form);
  return (
    <Page>
      <Title>{form.title}</Title>
      <Section aria-labelledby="account">
        <h2 id="account">Account</h2>
        {me ? <Account me={me} /> : <FormSkeleton fields={2} />}
      </Section>
      <Part aria-labelledby="own-data">
        <h2 id="own-data">Profile</h2>
        <SingleForm model={form} />
      </Part>
      <Part aria-labelledby="password">
        <h2 id="password">Change password</h2>
        <PasswordForm />
      </Part>
    </Page>
  );
};
