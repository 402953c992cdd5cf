import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Random } from '../../engine/modules/random.ts';

const CDN = 'https://cdn.siam-lifestyle.example';
const picture = (name: string): string => `${CDN}/img/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.jpg`;

export const say = (label: string, words: string): JsonObject => ({ type: 'message', label, text: words });
export const link = (label: string, uri: string): JsonObject => ({ type: 'uri', label, uri });
export const call = (label: string, phoneNumber: string): JsonObject => ({
  type: 'call_action',
  label,
  phoneNumber,
});
export const openTemplate = (label: string, template: string): JsonObject => ({
  type: 'template_action',
  label,
  templateName: template,
});
export const button = (action: JsonObject, random: Random): JsonObject => ({ ...action, id: random.hex(8) });

export const text = (words: string): JsonObject => ({ type: 'text', text: words });
export const image = (name: string): JsonObject => ({
  type: 'image',
  originalContentUrl: picture(name),
  previewImageUrl: picture(`${name}-small`),
});
export const video = (name: string): JsonObject => ({
  type: 'video',
  originalContentUrl: `${CDN}/video/${name}.mp4`,
  previewImageUrl: picture(name),
});
export const buttons = (altText: string, words: string, actions: JsonObject[]): JsonObject => ({
  type: 'buttons',
  altText,
  text: words,
  actions,
});

interface Column {
  title?: string;
  text: string;
  image?: string;
  actions: JsonObject[];
}

export function carousel(altText: string, columns: Column[]): JsonObject {
  return {
    type: 'carousel',
    altText,
    columns: columns.map(({ title, text: words, image: name, actions }, index) => ({
      index,
      isActive: true,
      ...(name !== undefined && { imageUrl: picture(name) }),
      ...(title !== undefined && { title }),
      text: words,
      actions,
    })),
  };
}

export function imageCarousel(altText: string, columns: { image: string; action: JsonObject }[]): JsonObject {
  return {
    type: 'image_carousel',
    altText,
    columns: columns.map(({ image: name, action }) => ({ imageUrl: picture(name), action })),
  };
}

/** Four areas of a square picture, two by two. */
export function imagemap(altText: string, name: string, areas: string[]): JsonObject {
  return {
    type: 'imagemap',
    altText,
    imgUrl: picture(name),
    baseUrl: `${CDN}/imagemap/${name}`,
    baseSize: { width: 1040, height: 1040 },
    mode: 'grid',
    actions: areas.map((label, index) => ({
      x: (index % 2) * 520,
      y: Math.floor(index / 2) * 520,
      width: 520,
      height: 520,
      action: link(label, `https://www.siam-lifestyle.example/${label.toLowerCase()}`),
    })),
  };
}

/** A card with a heading and rows of two columns. */
export function flex(altText: string, heading: string, rows: [left: string, right: string][]): JsonObject {
  return {
    type: 'flex',
    altText,
    contents: {
      type: 'bubble',
      body: {
        type: 'box',
        layout: 'vertical',
        contents: [
          { type: 'text', text: heading, weight: 'bold', size: 'xl' },
          ...rows.map(([left, right]): JsonObject => ({
            type: 'box',
            layout: 'horizontal',
            contents: [
              { type: 'text', text: left, flex: 3 },
              { type: 'text', text: right, align: 'end', flex: 2 },
            ],
          })),
        ],
      },
    },
  };
}
