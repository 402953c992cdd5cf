import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import { BotDraft, type DraftEntity, type Piece } from './draft.ts';
import { objectOf, objectsOf, textOf, type Foreign } from './json.ts';
import { parsedYaml, YamlBudget } from './yaml.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export const wantsRasa = (path: string): boolean =>
  /\.ya?ml$/i.test(path) && !/(?:^|\/)(?:\._|__MACOSX)/.test(path);

/** Keys of Rasa's files that say how a bot goes on, not what it understands. */
const ELSEWHERE = ['stories', 'rules', 'responses', 'forms', 'slots', 'actions', 'e2e_actions', 'flows'];

/** Training data of Rasa 2 and 3; undefined where none of the files has `nlu`. */
export async function readRasa(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  // Only one with the key at the beginning of a line can have it; the others need not be valid.
  const likely = files.filter(({ text }) => /^(?:nlu|"nlu"|'nlu')\s*:/m.test(text));
  if (likely.length === 0) return undefined;
  const draft = new BotDraft();
  const items = await itemsOf(draft, likely);
  const others = new Set(
    files.flatMap(({ text }) =>
      ELSEWHERE.filter((key) => text.startsWith(`${key}:`) || text.includes(`\n${key}:`)),
    ),
  );
  if (others.size > 0) draft.lacks(t('Of Rasa’s files only nlu is read'), [...others].join(', '));
  await readLookups(draft, items);
  for (const item of items.filter((one) => 'intent' in one)) {
    await readIntent(draft, item);
  }
  const synonyms = new Synonyms(draft);
  for (const item of items.filter((one) => 'synonym' in one))
    synonyms.add(textOf(item['synonym']), examplesOf(draft, item));
  await draft.finish();
  await synonyms.settle();
  readPatterns(draft, items);
  return draft;
}

/** What the files have below `nlu`; others have their turn between two files. */
async function itemsOf(draft: BotDraft, files: readonly TextFile[]): Promise<Foreign[]> {
  const items: Foreign[] = [];
  const budget = new YamlBudget();
  for (const file of files) {
    for (const item of objectsOf(objectOf(parsedYaml(file, budget))['nlu'])) items.push(item);
    await draft.breathe();
  }
  return items;
}

/** Tables of words are the options of the entity of their name. */
async function readLookups(draft: BotDraft, items: Foreign[]): Promise<void> {
  for (const item of items.filter((one) => 'lookup' in one)) {
    const name = textOf(item['lookup']);
    const examples = examplesOf(draft, item);
    if (examples.length === 0) draft.lacks(t('Tables of words in files of their own are not read'), name);
    const entity = draft.entity(name);
    for (const option of examples) {
      draft.option(entity, option);
      await draft.breathe();
    }
  }
}

/** Patterns are entities where nothing else says what their name is. */
function readPatterns(draft: BotDraft, items: Foreign[]): void {
  for (const item of items.filter((one) => 'regex' in one)) {
    const name = textOf(item['regex']);
    const known = draft.known(name);
    if (known && !known.isLearned && known.format === 'list') {
      draft.lacks(t('Patterns of an entity that is a list are left out'), name);
      continue;
    }
    draft.forgetLearned(name);
    draft.patterns(name, examplesOf(draft, item));
  }
}

async function readIntent(draft: BotDraft, item: Foreign): Promise<void> {
  const name = textOf(item['intent']);
  draft.intent(name);
  for (const example of examplesOf(draft, item)) {
    draft.sample(name, piecesOf(draft, example));
    await draft.breathe();
  }
}

/** The lines of a text that begin with a hyphen, or a list of texts or of `{text, metadata}`. */
function examplesOf(draft: BotDraft, item: Foreign): string[] {
  const { examples } = item;
  const about = textOf(item['intent'] ?? item['lookup'] ?? item['synonym'] ?? item['regex']);
  if (Array.isArray(examples))
    return examples.flatMap((one: unknown) => {
      if (objectOf(one)['metadata'] !== undefined)
        draft.lacks(t('Metadata of examples has no equivalent'), about);
      const text = typeof one === 'object' ? textOf(objectOf(one)['text']) : textOf(one);
      return lines(draft, text, about, true);
    });
  return lines(draft, textOf(examples), about, false);
}

function lines(draft: BotDraft, text: string, about: string, isOne: boolean): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const written = line.trim();
    if (written === '') return [];
    if (/^-\s/.test(written)) return [written.slice(1).trim()];
    if (isOne) return [written];
    draft.lacks(
      t('Lines of examples that begin with no hyphen are left out, as Rasa does'),
      `${about}: ${written}`,
    );
    return [];
  });
}

/** Beyond it an example cannot become a sample, whatever is marked in it. */
const MAX_EXAMPLE = 1000;
/** What ends a mark, by the sign behind its words. */
const ENDS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

/** `[Paris](city)`, `[Paris](city:value)`, `[Paris]{"entity": "city", "role": "to"}`, and a list of the last. */
function piecesOf(draft: BotDraft, example: string): Piece[] {
  if (example.length > MAX_EXAMPLE) return [{ text: example }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = example.indexOf('['); at >= 0; at = example.indexOf('[', Math.max(from, at + 1))) {
    const close = example.indexOf(']', at);
    const sign = example[close + 1] ?? '';
    const end = close > at + 1 && sign in ENDS ? example.indexOf(ENDS[sign] ?? '', close + 2) : -1;
    if (end < 0) continue;
    pieces.push({ text: example.slice(from, at) });
    pieces.push(pieceOf(draft, example.slice(at + 1, close), sign, example.slice(close + 2, end)));
    from = end + 1;
  }
  pieces.push({ text: example.slice(from) });
  return pieces;
}

function pieceOf(draft: BotDraft, text: string, sign: string, said: string): Piece {
  if (sign === '(') {
    const [name = '', value] = said.split(':', 2).map((part) => part.trim());
    return name === '' ? { text } : { text, entity: name, ...(value !== undefined && { value }) };
  }
  if (sign === '[') draft.lacks(t('Of several entities of the same words the first is taken'), text);
  const first = sign === '[' ? said.slice(said.indexOf('{') + 1, said.indexOf('}')) : said;
  const marks = annotation(`{${first}}`);
  const entity = textOf(marks['entity']);
  for (const key of ['role', 'group'])
    if (marks[key] !== undefined)
      draft.lacks(t('Roles and groups have no equivalent'), `${entity} ${textOf(marks[key])}`);
  const stands = textOf(marks['value']);
  return entity === '' ? { text } : { text, entity, ...(stands !== '' && { value: stands }) };
}

function annotation(json: string): Foreign {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Entities that have an option in common. */
const MAX_OWNERS = 20;
/** Far more synonyms than an option may have. */
const MAX_WORDS = 1_000;

/** Rasa's synonyms are of no entity: they are of the one that has the word, or one of its synonyms, as an option. */
class Synonyms {
  private readonly all = new Map<string, string[]>();

  constructor(private readonly draft: BotDraft) {}

  add(word: string, synonyms: string[]): void {
    const held = this.all.get(word) ?? [];
    held.push(...synonyms.slice(0, MAX_WORDS));
    this.all.set(word, held);
  }

  async settle(): Promise<void> {
    const { draft } = this;
    const byOption = new Map<string, DraftEntity[]>();
    for (const entity of draft.entities.values())
      if (entity.format === 'list')
        for (const option of entity.options.keys())
          byOption.set(option, [...(byOption.get(option) ?? []), entity].slice(-MAX_OWNERS));
    for (const [word, synonyms] of this.all) {
      await draft.breathe();
      const owners = new Set([word, ...synonyms].flatMap((one) => byOption.get(one) ?? []));
      for (const owner of owners) this.give(owner, word, synonyms);
      if (owners.size === 0) draft.lacks(t('Synonyms that no entity has as an option are left out'), word);
    }
  }

  /** Words that a table lists beside what they stand for are no options of their own. */
  private give(owner: DraftEntity, word: string, synonyms: string[]): void {
    for (const synonym of synonyms)
      if (synonym !== word) {
        owner.options.delete(synonym);
        owner.byWord.delete(folded(synonym));
      }
    this.draft.option(owner, word, synonyms);
  }
}
