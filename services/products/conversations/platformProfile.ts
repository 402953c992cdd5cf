import { channelTypeOf } from '../../../schemas/channels/registry.ts';
import { fileIdFromUrl } from '../../../schemas/model/files.ts';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { UnsealedChannel } from '../../channels/types.ts';

/** The name of a person until the platform sends one: "LINE user 3fa9c2". Texts recognise it by its end. */
export const fallbackName = ({ type }: Pick<UnsealedChannel, 'type'>, person: string): string =>
  `${channelTypeOf(type).personLabel} ${person.slice(-6)}`;

/** The changes of a person by a picture of the platform: one that the team uploaded stays. */
export const platformPicture = (
  { pictureUrl: stored }: { pictureUrl?: unknown },
  pictureUrl: string | undefined,
): Pick<Profile, 'pictureUrl'> => (pictureUrl && fileIdFromUrl(stored) === undefined ? { pictureUrl } : {});

const LANGUAGES = new Set(['th', 'en', 'zh', 'ja']);

/** The language of a profile from a platform's tag: `th`, `en-GB`, `zh_TW`. */
export function toLanguage(tag: string): Profile['language'] {
  const code = tag.slice(0, 2).toLowerCase();
  return (LANGUAGES.has(code) ? code : 'other') as Profile['language'];
}
