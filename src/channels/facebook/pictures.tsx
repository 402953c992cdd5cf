import type { StepPictureProps } from '../../resources/form/layout/pictures.ts';
import { HIDDEN_VALUE, SiteField, SiteWindow, StepDrawing } from '../pictureParts.tsx';
import type { StepPictures } from '../types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const APP = t('Meta for Developers · App settings · Basic');
const MESSENGER = t('Meta for Developers · Messenger API settings');
const WEBHOOKS = '1. Configure webhooks';
const TOKENS = '2. Generate access tokens';

const Credentials = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('Meta for Developers, App settings and Messenger API settings')}>
    <SiteWindow site={APP}>
      <SiteField
        name="App secret"
        value={HIDDEN_VALUE}
        button={t('Show')}
        isMarked={highlighted.includes('secret')}
      />
    </SiteWindow>
    <SiteWindow site={MESSENGER} tabs={[TOKENS]} chosen={TOKENS}>
      <SiteField name="Your page" value="104512345678901" isMarked={highlighted.includes('pageId')} />
      <SiteField
        name="Access token"
        value={HIDDEN_VALUE}
        button={t('Generate')}
        isMarked={highlighted.includes('token')}
      />
    </SiteWindow>
  </StepDrawing>
);

const Webhook = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('Meta for Developers, Messenger API settings')}>
    <SiteWindow site={MESSENGER} tabs={[WEBHOOKS]} chosen={WEBHOOKS}>
      <SiteField
        name="Callback URL"
        value="https://…/webhooks/facebook/…"
        isMarked={highlighted.includes('facebookAddress')}
      />
      <SiteField
        name="Verify token"
        value="…"
        button={t('Verify and save')}
        isMarked={highlighted.includes('verifyToken')}
      />
    </SiteWindow>
  </StepDrawing>
);

export const facebookPictures: StepPictures = {
  'facebook-credentials': Credentials,
  'facebook-webhook': Webhook,
};
