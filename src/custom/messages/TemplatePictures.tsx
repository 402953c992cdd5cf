import type { ReactNode } from 'react';
import { entityByName } from '../../resources/product.ts';
import { PictureField } from './Picture.tsx';
import { findPictureField } from './usePreviewedMessages.ts';

/** Container of templates' messages: their pictures are fetched with the right to read templates. */
export const TemplatePictures = ({ children }: { children: ReactNode }) => (
  <PictureField value={findPictureField(entityByName('template').fields)}>{children}</PictureField>
);
