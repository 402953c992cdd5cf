import { Lexer, parseDocument } from 'yaml';
import { invalid } from '../../../engine/http/errors.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Signs of all files that came together, of which a value has two or three: what takes a second to read. */
const MAX_TOKENS = 150_000;

/** How many signs may still come in the files that came together. */
export class YamlBudget {
  left = MAX_TOKENS;
}

/**
 * The value of a YAML file, without references within it, which could grow without end.
 * @throws ApiError 422 naming the file, and the line where it is known
 */
export function parsedYaml({ path, text }: TextFile, budget: YamlBudget): unknown {
  const isFirst = budget.left === MAX_TOKENS;
  for (const _ of new Lexer().lex(text)) {
    budget.left -= 1;
    if (budget.left < 0)
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
      const [what = ''] = error.message.split(/ at line |\n/);
      throw invalid({
        '': t(
          line === undefined
            ? '%{file} is no valid YAML: %{reason}'
            : '%{file} is no valid YAML, in line %{line}: %{reason}',
          { file: path, line, reason: what },
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
