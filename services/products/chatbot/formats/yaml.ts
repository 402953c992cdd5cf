import { Lexer, parseDocument } from 'yaml';
import { invalid } from '../../../engine/http/errors.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Tokens of all files of one import, two or three per value: about a second of reading. */
const MAX_TOKENS = 150_000;

/** The tokens left for the files of one import. */
export class YamlBudget {
  remainingTokens = MAX_TOKENS;
}

/**
 * Parses a YAML file, without aliases, which could expand without end.
 * @throws ApiError 422 naming the file, and the line where it is known
 */
export function parseYaml({ path, text }: TextFile, budget: YamlBudget): unknown {
  const isFirst = budget.remainingTokens === MAX_TOKENS;
  for (const _ of new Lexer().lex(text)) {
    budget.remainingTokens -= 1;
    if (budget.remainingTokens < 0)
      throw invalid({
        '': t(
          isFirst
            ? '%{file} has too many YAML values; divide it, or write its examples as texts (examples: |)'
            : '%{file} has too many YAML values with the files before it; divide it, or write its examples as texts (examples: |)',
          { file: path },
        ),
      });
  }
  try {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', stringKeys: false });
    const [error] = document.errors;
    if (error) {
      const line = error.linePos?.[0].line;
      const [reason = ''] = error.message.split(/ at line |\n/);
      throw invalid({
        '': t(
          line === undefined
            ? '%{file} is no valid YAML: %{reason}'
            : '%{file} is no valid YAML, in line %{line}: %{reason}',
          { file: path, line, reason },
        ),
      });
    }
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch (error) {
    if (error instanceof ReferenceError)
      throw invalid({ '': t('%{file} has YAML aliases (*name), which are not read', { file: path }) });
    if (error instanceof RangeError) throw invalid({ '': t('%{file} is nested too deeply', { file: path }) });
    throw error;
  }
}
