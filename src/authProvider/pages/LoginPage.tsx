import { check, form } from 'virtual:form/login';
import { config } from '../../dataProvider/config.ts';
import { navigateTo } from '../navigation.ts';
import { afterSignIn } from '../redirect.ts';
import { isResetRequired } from '../signInErrors.ts';
import { preloadUserPool, signIn } from '../userPool.ts';
import { startPendingReset } from '../passwordReset.ts';
import { LightLink } from './LightLink.tsx';
import { LightForm } from './LightForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface LoginPageProps {
  /** Loads the console while the person types. */
  preload: () => void;
}

export const LoginPage = ({ preload }: LoginPageProps) => {
  const submit = async ({ username = '', password = '' }: Record<string, string>): Promise<void> => {
    try {
      const outcome = await signIn(username.trim(), password);
      if (outcome === 'new-password-required') navigateTo(`/change-password${location.search}`);
      else navigateTo(afterSignIn(location.search), { replace: true });
    } catch (error) {
      if (!isResetRequired(error)) throw error;
      startPendingReset(username.trim());
      navigateTo('/reset-password');
    }
  };
  const onTyping = (): void => {
    void preloadUserPool();
    preload();
  };
  return (
    <SignInFrame version={config().version}>
      <LightForm form={form} validator={check} onSubmit={submit} onTyping={onTyping}>
        <LightLink to="/request-reset-password" className="aside">
          {t('Forgot password')}
        </LightLink>
      </LightForm>
    </SignInFrame>
  );
};
