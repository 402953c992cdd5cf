import type { StepPictureProps } from '../../resources/form/layout/pictures.ts';
import { SiteCode, SiteWindow, StepDrawing } from '../pictureParts.tsx';
import type { StepPictures } from '../types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Page = ({ highlighted }: StepPictureProps) => (
  <StepDrawing label={t('The text of a page of your website')}>
    <SiteWindow site={t('Your website · index.html')}>
      <SiteCode
        lines={[
          { text: '<body>' },
          { text: '  <h1>Welcome</h1>' },
          { text: '  …' },
          { text: '  <script src="…/webchat.js" …>', isMarked: highlighted.includes('chatScript') },
          { text: '</body>' },
        ]}
      />
    </SiteWindow>
  </StepDrawing>
);

export const webchatPictures: StepPictures = { 'webchat-page': Page };
