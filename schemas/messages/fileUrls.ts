import { withoutTrailing } from '../model/trim.ts';
import type { CompatibilityIssues } from './compatibilityIssues.ts';
import { messageTypeOf } from './registry.ts';
import type { AnswerContent, Message } from './types.ts';
import { t } from '../texts/translate.ts';

/** Properties of messages and Flex contents with URLs that platforms fetch. */
const URL_FIELDS = new Set([
  'originalContentUrl',
  'previewImageUrl',
  'imageUrl',
  'imgUrl',
  'baseUrl',
  'url',
  'previewUrl',
]);

/**
 * Resolves URLs of uploaded files: imagemaps get the base URL of their picture, and paths become absolute.
 * @param origin of the services as platforms reach them, `https://…`; null where none is configured, which is reported;
 *   undefined for previews on the services' own pages, where paths stay relative
 */
export function resolveFileUrls(
  answer: AnswerContent,
  origin: string | null | undefined,
  issues: CompatibilityIssues,
): AnswerContent {
  const resolve = (message: Message): Message => messageTypeOf(message).resolveFileUrls?.(message) ?? message;
  const withImagemapUrls = { ...answer, messages: answer.messages.map(resolve) };
  if (origin === undefined) return withImagemapUrls;
  const originWithoutSlash = withoutTrailing(origin ?? '', '/');
  const isReachable = origin?.startsWith('https:') ?? false;
  return {
    ...withImagemapUrls,
    messages: withImagemapUrls.messages.map((message, index) => {
      let hasUploads = false;
      const absolute = mapUrls(message, (address) => {
        hasUploads = true;
        return originWithoutSlash + address;
      });
      if (hasUploads && !isReachable)
        issues.add(
          `/messages/${index}`,
          t('Uploaded files cannot be fetched: the services need an https address (PUBLIC_URL)'),
        );
      return absolute;
    }),
  };
}

/** Whether a URL is a path of this site: an uploaded file, or an imagemap's base. */
const isUploadedFileUrl = (value: string): boolean => value.startsWith('/files/');

function mapUrls<T>(value: T, change: (address: string) => string): T {
  if (Array.isArray(value)) return value.map((item: unknown) => mapUrls(item, change)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      URL_FIELDS.has(key) && typeof inner === 'string'
        ? isUploadedFileUrl(inner)
          ? change(inner)
          : inner
        : mapUrls(inner, change),
    ]),
  ) as T;
}
