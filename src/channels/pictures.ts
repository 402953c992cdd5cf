import type { StepPicture } from '../resources/form/layout/pictures.ts';
import { customPictures } from './custom/pictures.tsx';
import { facebookPictures } from './facebook/pictures.tsx';
import { linePictures } from './line/pictures.tsx';
import { registeredPictures } from './registry.ts';
import type { ChannelType, StepPictures } from './types.ts';
import { webchatPictures } from './webchat/pictures.tsx';

const PICTURES: Record<ChannelType, StepPictures> = {
  LINE: linePictures,
  FACEBOOK: facebookPictures,
  WEBCHAT: webchatPictures,
  CUSTOM: customPictures,
};

/** Finds a channel type's picture by its name, for the steps in which a channel is connected. */
export const pictureNamed = (name: string): StepPicture | undefined =>
  [...Object.values(PICTURES), ...registeredPictures()].find((pictures) => Object.hasOwn(pictures, name))?.[
    name
  ];
