/**
 * A part of a sentence about a value: words, a field, or an optional part that is left out where one of its fields is
 * blank.
 */
type SentencePart =
  | { kind: 'words'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'optional'; parts: Exclude<SentencePart, { kind: 'optional' }>[] };

const TOKEN = /\{\{\s*([\w-]+)\s*\}\}|([[\]])|((?:(?!\{\{)[^[\]])+|\{\{)/g;

/**
 * Parses a sentence such as `Flow {{flow}}[ from {{startAction}}]`.
 * @returns undefined where brackets do not match or are nested
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

/** Names of the fields in a sentence, those in optional parts included. */
export const sentenceFields = (parts: readonly SentencePart[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'optional') return sentenceFields(part.parts);
    return part.kind === 'field' ? [part.name] : [];
  });

/** The parts of a sentence to show for a value, without optional parts that have a blank field. */
export function dropBlankParts(
  parts: readonly SentencePart[],
  value: Readonly<Record<string, unknown>>,
): Exclude<SentencePart, { kind: 'optional' }>[] {
  const isFilled = (name: string): boolean => {
    const fieldValue = value[name];
    return (
      fieldValue !== undefined &&
      fieldValue !== null &&
      fieldValue !== '' &&
      !(Array.isArray(fieldValue) && fieldValue.length === 0)
    );
  };
  return parts.flatMap((part) => {
    if (part.kind !== 'optional') return [part];
    return sentenceFields(part.parts).every(isFilled) ? part.parts : [];
  });
}
