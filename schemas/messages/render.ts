import { renderForFacebook } from './facebook.ts';
import { renderForLine } from './line.ts';
import { renderPlain } from './plain.ts';
import { renderForWebchat } from './webchat.ts';
import type { Answer, ChannelType, Rendered, RenderContext } from './types.ts';

const RENDERERS: Record<ChannelType, (answer: Answer, context: RenderContext) => Rendered> = {
  LINE: renderForLine,
  FACEBOOK: renderForFacebook,
  WEBCHAT: renderForWebchat,
  CUSTOM: renderPlain,
};

/** What a platform is sent of an answer, variables filled in, and what it does not show as it was written. */
export const render = (answer: Answer, type: ChannelType, context: RenderContext): Rendered =>
  RENDERERS[type](answer, context);
