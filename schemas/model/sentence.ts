/** A part of a sentence about a value: words, a field, or a stretch that is left out where one of its fields is blank. */
type SentencePart =
  | { kind: 'words'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'optional'; parts: Exclude<SentencePart, { kind: 'optional' }>[] };

const TOKEN = /\{\{\s*([\w-]+)\s*\}\}|([[\]])|((?:(?!\{\{)[^[\]])+|\{\{)/g;

/**
 * `Flow {{flow}}[ from {{startAction}}]` in its parts.
 * @returns undefined where brackets do not match; they stand in no other brackets
 */
export function parseSentence(sentence: string): SentencePart[] | undefined {
  const parts: SentencePart[] = [];
  let optional: Extract<SentencePart, { kind: 'optional' }> | undefined;
  for (const [, name, bracket, text] of sentence.matchAll(TOKEN)) {
    if (bracket === '[') {
      if (optional) return undefined;
      optional = { kind: 'optional', parts: [] };
    } else if (bracket === ']') {
      if (!optional) return undefined;
      parts.push(optional);
      optional = undefined;
    } else {
      const part =
        name === undefined ? { kind: 'words' as const, text: text ?? '' } : { kind: 'field' as const, name };
      (optional?.parts ?? parts).push(part);
    }
  }
  return optional ? undefined : parts;
}

/** Names of the fields that a sentence has. */
export const sentenceFields = (parts: readonly SentencePart[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'optional') return sentenceFields(part.parts);
    return part.kind === 'field' ? [part.name] : [];
  });

/** What of a sentence is said of a value: no stretch with a field that is blank in it. */
export function saidOf(
  parts: readonly SentencePart[],
  value: Readonly<Record<string, unknown>>,
): Exclude<SentencePart, { kind: 'optional' }>[] {
  const isHeld = (name: string): boolean => {
    const held = value[name];
    return held !== undefined && held !== null && held !== '' && !(Array.isArray(held) && held.length === 0);
  };
  return parts.flatMap((part) => {
    if (part.kind !== 'optional') return [part];
    return sentenceFields(part.parts).every(isHeld) ? part.parts : [];
  });
}
