import { carousel } from './carousel/index.ts';
import { flex } from './flex/index.ts';
import { imageCarousel } from './image-carousel/index.ts';
import { image } from './image/index.ts';
import { imagemap } from './imagemap/index.ts';
import type { MessageType } from './messageType.ts';
import { option } from './option/index.ts';
import { text } from './text/index.ts';
import type { Message } from './types.ts';
import { video } from './video/index.ts';

/** A type that the schema has and that has no entry here fails the type check. */
const TYPES: { [Type in Message['type']]: MessageType<Type> } = {
  text,
  image,
  video,
  carousel,
  image_carousel: imageCarousel,
  buttons: option,
  imagemap,
  flex,
};

/** Whether there is such a type. */
export const isMessageType = (type: unknown): type is Message['type'] =>
  typeof type === 'string' && Object.hasOwn(TYPES, type);

export const messageTypeOf = ({ type }: Pick<Message, 'type'>): MessageType => TYPES[type];
