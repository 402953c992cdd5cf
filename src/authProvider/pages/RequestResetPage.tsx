import { check, form } from 'virtual:form/request-reset';
import { config } from '../../dataProvider/config.ts';
import { navigateTo } from '../navigation.ts';
import { requestReset } from '../passwordReset.ts';
import { LightForm } from './LightForm.tsx';
import { LightLink } from './LightLink.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Requests the code for resetting a forgotten password. */
export const RequestResetPage = () => {
  const submit = async ({ email = '' }: Record<string, string>): Promise<void> => {
    await requestReset(email.trim());
    navigateTo('/reset-password');
  };
  return (
    <SignInFrame version={config().version}>
      <LightForm form={form} validator={check} onSubmit={submit}>
        <LightLink to="/login" className="secondary">
          {t('Cancel')}
        </LightLink>
      </LightForm>
    </SignInFrame>
  );
};
