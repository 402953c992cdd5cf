import type { StepPictureProps } from '../../resources/form/layout/pictures.ts';
import { HIDDEN_VALUE, SiteField, SiteWindow, StepDrawing } from '../pictureParts.tsx';
import type { StepPictures } from '../types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const SITE = t('LINE Developers');
const BASIC = t('Basic settings');
const MESSAGING = t('Messaging API');
const TABS = [BASIC, MESSAGING];

const Credentials = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('LINE Developers console, Basic settings and Messaging API')}>
    <SiteWindow site={SITE} tabs={TABS} chosen={BASIC}>
      <SiteField name="Channel ID" value="2006418830" isMarked={highlighted.includes('channelId')} />
      <SiteField name="Channel secret" value={HIDDEN_VALUE} isMarked={highlighted.includes('secret')} />
    </SiteWindow>
    <SiteWindow site={SITE} tabs={TABS} chosen={MESSAGING}>
      <SiteField
        name="Channel access token"
        value={HIDDEN_VALUE}
        button={t('Issue')}
        isMarked={highlighted.includes('token')}
      />
    </SiteWindow>
  </StepDrawing>
);

const Webhook = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('LINE Developers console, Messaging API')}>
    <SiteWindow site={SITE} tabs={TABS} chosen={MESSAGING}>
      <SiteField
        name="Webhook URL"
        value="https://…/webhooks/line/…"
        button={t('Edit')}
        isMarked={highlighted.includes('lineAddress')}
      />
      <SiteField name="Use webhook" isOn isMarked={false} />
    </SiteWindow>
  </StepDrawing>
);

export const linePictures: StepPictures = { 'line-credentials': Credentials, 'line-webhook': Webhook };
