import type { StepPictureProps } from '../../resources/form/layout/pictures.ts';
import { SiteCode, SiteWindow, StepDrawing } from '../pictureParts.tsx';
import type { StepPictures } from '../types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Outgoing = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('What your service gets')}>
    <SiteWindow site={t('What your service gets')}>
      <SiteCode
        lines={[
          { text: 'POST https://…', isMarked: highlighted.includes('webhookUrl') },
          { text: 'x-timestamp: 1793680000' },
          { text: 'x-signature: sha256=…' },
          { text: '{"event": "message",' },
          { text: ' "person": {…}, "messages": […]}' },
        ]}
      />
    </SiteWindow>
  </StepDrawing>
);

const Incoming = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('What your service sends')}>
    <SiteWindow site={t('What your service sends')}>
      <SiteCode
        lines={[
          { text: 'POST https://…/webhooks/custom/…', isMarked: highlighted.includes('customAddress') },
          { text: 'x-timestamp: 1793680000' },
          { text: 'x-signature: sha256=…', isMarked: highlighted.includes('apiKey') },
          { text: '{"events": [{"id": "…", "at": "…",' },
          { text: ' "person": {…}, "text": "Hello"}]}' },
        ]}
      />
    </SiteWindow>
  </StepDrawing>
);

export const customPictures: StepPictures = { 'custom-outgoing': Outgoing, 'custom-incoming': Incoming };
