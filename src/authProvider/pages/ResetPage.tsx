import { useEffect, useState } from 'react';
import { check, form } from 'virtual:form/reset';
import { config } from '../../dataProvider/config.ts';
import { navigateTo } from '../navigation.ts';
import { hasPendingReset, submitReset } from '../passwordReset.ts';
import { LightForm } from './LightForm.tsx';
import { LightLink } from './LightLink.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Sets a new password with the code from the e-mail; without a requested reset it redirects to the login. */
export const ResetPage = () => {
  const [isPending] = useState(hasPendingReset);
  useEffect(() => {
    if (!isPending) navigateTo('/login', { replace: true });
  }, [isPending]);
  if (!isPending) return null;

  const submit = async ({ code = '', password = '' }: Record<string, string>): Promise<void> => {
    await submitReset(code.trim(), password);
    navigateTo('/login', { replace: true });
  };
  return (
    <SignInFrame version={config().version}>
      <LightForm form={form} validator={check} onSubmit={submit}>
        <LightLink to="/request-reset-password" className="secondary">
          {t('Go back')}
        </LightLink>
      </LightForm>
    </SignInFrame>
  );
};
