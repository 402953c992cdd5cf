import { clip } from '../clip.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { t } from '../../texts/translate.ts';

type Json = Record<string, unknown>;

const { flex: LIMITS } = LINE_LIMITS;
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Graphemes of action texts, which are clipped. */
const MAX_GRAPHEMES: Record<string, number> = {
  label: LIMITS.label,
  text: LINE_LIMITS.messageActionText,
  displayText: LINE_LIMITS.messageActionText,
  fillInText: LINE_LIMITS.messageActionText,
};
/** UTF-16 units of values that must not be clipped, as that would change their meaning. */
const MAX_UTF16_UNITS: Record<string, number> = {
  uri: LINE_LIMITS.uri,
  desktop: LINE_LIMITS.uri,
  data: LIMITS.data,
  clipboardText: LIMITS.clipboard,
  url: LIMITS.url,
  previewUrl: LIMITS.url,
};

/**
 * Prepares Flex contents with filled-in variables for LINE: action texts are clipped.
 * @returns the contents, or why LINE would reject them, as the end of a sentence
 */
export function toLineFlex(contents: Json): { contents: Json } | { refused: string } {
  const refused: string[] = [];
  const clipTexts = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => clipTexts(item, key));
    if (!isObject(value)) return value;
    const isAction = key === 'action' || key === 'defaultAction';
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (typeof inner !== 'string') return [name, clipTexts(inner, name)];
        const most = MAX_UTF16_UNITS[name];
        if (most !== undefined && inner.length > most)
          refused.push(t('“%{name}” has more than %{most} characters', { name, most }));
        return [
          name,
          isAction && MAX_GRAPHEMES[name] !== undefined ? clip(inner, MAX_GRAPHEMES[name]) : inner,
        ];
      }),
    );
  };
  const clipped = clipTexts(contents, '') as Json;
  if (byteLength(clipped) > (clipped['type'] === 'carousel' ? LIMITS.carouselBytes : LIMITS.bubbleBytes))
    refused.push(t('it is too large with its variables filled in'));
  const [first] = refused;
  return first === undefined ? { contents: clipped } : { refused: first };
}
