import type { FieldType, Json, SchemaProblem } from '../types.ts';
import { jsonPointer, Problems } from './problems.ts';
import { readByVocabulary, VOCABULARY, type Vocabulary, vocabularyWith, type Word } from './vocabulary.ts';

interface OwnWord {
  name?: string;
  description?: string;
  /** Of a type: the built-in type that it behaves like. */
  like?: FieldType;
  /** Of a widget or display: field types that it may be used with. */
  types?: FieldType[];
  options?: Word['x-options'];
}
type WordsFile = Partial<Record<'types' | 'widgets' | 'displays', OwnWord[]>>;

const LISTS = { types: 'type', widgets: 'widget', displays: 'display' } as const;

/**
 * The vocabulary extended by `words.json`. A product's type is also a widget and a display for its base type. Reports
 * words that exist already; what the vocabulary rejects is reported when the file itself is read.
 */
export function readWords(content: Json | undefined, problems: SchemaProblem[]): Vocabulary {
  if (content === undefined) return VOCABULARY;
  const file = new Problems('words.json', problems);
  const words = readByVocabulary('words', content, new Problems('words.json', [])).content as WordsFile;
  const added = { type: [] as Word[], widget: [] as Word[], display: [] as Word[] };
  for (const [list, kind] of Object.entries(LISTS) as [keyof typeof LISTS, keyof typeof added][]) {
    words[list]?.forEach((own, index) => {
      const { name, like } = own;
      const types = like === undefined ? own.types : [like];
      if (name === undefined || types === undefined) return;
      if (VOCABULARY[kind].has(name) || added[kind].some((one) => one.const === name)) {
        file.add(jsonPointer(list, index, 'name'), `"${name}" is a ${kind} already`);
        return;
      }
      const word = toWord(own, name, types);
      added[kind].push(word);
      if (kind === 'type') {
        added.widget.push(word);
        added.display.push(word);
      }
    });
  }
  return vocabularyWith(added);
}

const toWord = ({ description = '', like, options }: OwnWord, name: string, types: FieldType[]): Word => ({
  const: name,
  description,
  'x-types': types,
  ...(like && { 'x-like': like }),
  ...(options && { 'x-options': options }),
});
