import type { StepPictureProps } from '../../resources/form/layout/pictures.ts';
import { HIDDEN_VALUE, SiteField, SiteWindow, StepDrawing } from '../pictureParts.tsx';
import type { StepPictures } from '../types.ts';

const SITE = 'LINE Developers';
const BASIC = 'Basic settings';
const MESSAGING = 'Messaging API';
const TABS = [BASIC, MESSAGING];

const Credentials = ({ marked }: StepPictureProps) => (
  <StepDrawing label="LINE Developers console, Basic settings and Messaging API">
    <SiteWindow site={SITE} tabs={TABS} chosen={BASIC}>
      <SiteField name="Channel ID" value="2006418830" isMarked={marked.includes('channelId')} />
      <SiteField name="Channel secret" value={HIDDEN_VALUE} isMarked={marked.includes('secret')} />
    </SiteWindow>
    <SiteWindow site={SITE} tabs={TABS} chosen={MESSAGING}>
      <SiteField
        name="Channel access token"
        value={HIDDEN_VALUE}
        button="Issue"
        isMarked={marked.includes('token')}
      />
    </SiteWindow>
  </StepDrawing>
);

const Webhook = ({ marked }: StepPictureProps) => (
  <StepDrawing label="LINE Developers console, Messaging API">
    <SiteWindow site={SITE} tabs={TABS} chosen={MESSAGING}>
      <SiteField
        name="Webhook URL"
        value="https://…/webhooks/line/…"
        button="Edit"
        isMarked={marked.includes('lineAddress')}
      />
      <SiteField name="Use webhook" isOn isMarked={false} />
    </SiteWindow>
  </StepDrawing>
);

export const linePictures: StepPictures = { 'line-credentials': Credentials, 'line-webhook': Webhook };
