import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { PageTitle } from '../../layout/PageTitle.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { formByName } from '../../resources/product.ts';
import { SingleForm } from '../../resources/single/SingleForm.tsx';
import { useSingle } from '../../resources/single/useSingle.ts';
import { Account } from './Account.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** What a part is about at the left, the part at the right. */
const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '240px minmax(0, 560px)',
  gap: '12px 32px',
  padding: '24px 0',
  '&:first-of-type': { paddingTop: 0 },
  '& + &': { borderTop: '1px solid var(--line)' },
  '& h2': { margin: 0, ...TEXT.body, fontWeight: 600 },
  '& header p': { margin: '4px 0 0', ...TEXT.small, color: 'var(--ink-3)' },
  // What the form's bar of buttons keeps to.
  '& > div': { minWidth: 0, '--edge': '0px', '--bar': 'static' },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

interface PartProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

const Part = ({ id, title, text, children }: PartProps) => (
  <Section aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
    </header>
    <div>{children}</div>
  </Section>
);

/** What the signed-in person sees and changes of themselves. */
export const UserProfilePage = () => {
  const form = formByName('user-profile');
  const { record: me } = useSingle(form);
  return (
    <>
      <PageTitle>{form.title}</PageTitle>
      <Part id="account" title={t('Account')} text={t('Only an administrator can change these.')}>
        {me ? <Account me={me} /> : <FormSkeleton fields={2} />}
      </Part>
      <Part
        id="own-data"
        title={t('Profile')}
        text={t('How others see you and how the console looks to you.')}
      >
        <SingleForm model={form} />
      </Part>
      <Part
        id="notices"
        title={t('Notifications')}
        text={t('What you are told of, and how. Mails gather what comes within some minutes.')}
      >
        <NoticeSettings />
      </Part>
      <Part id="password" title={t('Change password')} text={t('You stay signed in here.')}>
        <PasswordForm />
      </Part>
    </>
  );
};
