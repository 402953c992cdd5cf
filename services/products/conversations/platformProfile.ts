import { channelTypeOf } from '../../../schemas/channels/registry.ts';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { LiveChannel } from '../../channels/types.ts';

/** What somebody is called until the platform tells a name: "LINE user 3fa9c2". */
export const nameFor = ({ type }: Pick<LiveChannel, 'type'>, person: string): string =>
  `${channelTypeOf(type).personLabel} ${person.slice(-6)}`;

const LANGUAGES = new Set(['th', 'en', 'zh', 'ja']);

/** A platform's language as profiles have it. @param told `th`, `en-GB`, `zh_TW` */
export function languageOf(told: string): Profile['language'] {
  const code = told.slice(0, 2).toLowerCase();
  return (LANGUAGES.has(code) ? code : 'other') as Profile['language'];
}
