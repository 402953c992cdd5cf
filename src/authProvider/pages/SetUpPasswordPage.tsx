import { useEffect } from 'react';
import { check, form } from 'virtual:form/set-up-password';
import { config } from '../../dataProvider/config.ts';
import { navigateTo } from '../navigation.ts';
import { afterSignIn } from '../redirect.ts';
import { hasPendingUser, setNewPassword } from '../userPool.ts';
import { LightForm } from './LightForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** First sign-in: sets the person's own password; without a pending first sign-in it redirects to the login. */
export const SetUpPasswordPage = () => {
  const isPending = hasPendingUser();
  useEffect(() => {
    if (!isPending) navigateTo(`/login${location.search}`, { replace: true });
  }, [isPending]);
  if (!isPending) return null;

  const submit = async ({ password = '' }: Record<string, string>): Promise<void> => {
    await setNewPassword(password);
    navigateTo(afterSignIn(location.search), { replace: true });
  };
  return (
    <SignInFrame version={config().version}>
      <LightForm form={form} validator={check} onSubmit={submit} />
    </SignInFrame>
  );
};
