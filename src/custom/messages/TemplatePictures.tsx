import type { ReactNode } from 'react';
import { entityByName } from '../../resources/product.ts';
import { PictureField } from './Picture.tsx';
import { pictureFieldOf } from './useAnswer.ts';

/** Messages of templates inside: their pictures are fetched by the right to read templates. */
export const TemplatePictures = ({ children }: { children: ReactNode }) => (
  <PictureField value={pictureFieldOf(entityByName('template').fields)}>{children}</PictureField>
);
