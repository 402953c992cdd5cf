import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import { BotDraft, type DraftEntity, type Piece } from './draft.ts';
import { asObject, asObjects, asText, type Foreign } from './json.ts';
import { parseYaml, YamlBudget } from './yaml.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export const wantsRasa = (path: string): boolean =>
  /\.ya?ml$/i.test(path) && !/(?:^|\/)(?:\._|__MACOSX)/.test(path);

/** Keys of Rasa's files about dialogue, not understanding. */
const UNREAD_KEYS = ['stories', 'rules', 'responses', 'forms', 'slots', 'actions', 'e2e_actions', 'flows'];

/** Reads training data of Rasa 2 and 3; undefined where none of the files has `nlu`. */
export async function readRasa(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  // Files without the key at the beginning of a line are not parsed, so they need not be valid.
  const nluFiles = files.filter(({ text }) => /^(?:nlu|"nlu"|'nlu')\s*:/m.test(text));
  if (nluFiles.length === 0) return undefined;
  const draft = new BotDraft();
  const items = await readItems(draft, nluFiles);
  const unreadKeys = new Set(
    files.flatMap(({ text }) =>
      UNREAD_KEYS.filter((key) => text.startsWith(`${key}:`) || text.includes(`\n${key}:`)),
    ),
  );
  if (unreadKeys.size > 0)
    draft.addUnsupported(t('Of Rasa’s files only nlu is read'), [...unreadKeys].join(', '));
  await readLookups(draft, items);
  for (const item of items.filter((one) => 'intent' in one)) {
    await readIntent(draft, item);
  }
  const synonyms = new Synonyms(draft);
  for (const item of items.filter((one) => 'synonym' in one))
    synonyms.add(asText(item['synonym']), readExamples(draft, item));
  await draft.finish();
  await synonyms.assign();
  readPatterns(draft, items);
  return draft;
}

/** The items below `nlu` of all files. */
async function readItems(draft: BotDraft, files: readonly TextFile[]): Promise<Foreign[]> {
  const items: Foreign[] = [];
  const budget = new YamlBudget();
  for (const file of files) {
    for (const item of asObjects(asObject(parseYaml(file, budget))['nlu'])) items.push(item);
    await draft.yieldIfDue();
  }
  return items;
}

/** Reads lookup tables: their words are options of the entity with the table's name. */
async function readLookups(draft: BotDraft, items: Foreign[]): Promise<void> {
  for (const item of items.filter((one) => 'lookup' in one)) {
    const name = asText(item['lookup']);
    const examples = readExamples(draft, item);
    if (examples.length === 0)
      draft.addUnsupported(t('Tables of words in files of their own are not read'), name);
    const entity = draft.defineEntity(name);
    for (const option of examples) {
      draft.addOption(entity, option);
      await draft.yieldIfDue();
    }
  }
}

/** Reads patterns: entities, unless their name is that of a defined list. */
function readPatterns(draft: BotDraft, items: Foreign[]): void {
  for (const item of items.filter((one) => 'regex' in one)) {
    const name = asText(item['regex']);
    const known = draft.findEntity(name);
    if (known && !known.isLearned && known.format === 'list') {
      draft.addUnsupported(t('Patterns of an entity that is a list are left out'), name);
      continue;
    }
    draft.dropLearned(name);
    draft.addPatterns(name, readExamples(draft, item));
  }
}

async function readIntent(draft: BotDraft, item: Foreign): Promise<void> {
  const name = asText(item['intent']);
  draft.addIntent(name);
  for (const example of readExamples(draft, item)) {
    draft.addSample(name, parsePieces(draft, example));
    await draft.yieldIfDue();
  }
}

/** Reads examples: the lines of a text that begin with a hyphen, or a list of texts or of `{text, metadata}`. */
function readExamples(draft: BotDraft, item: Foreign): string[] {
  const { examples } = item;
  const owner = asText(item['intent'] ?? item['lookup'] ?? item['synonym'] ?? item['regex']);
  if (Array.isArray(examples))
    return examples.flatMap((one: unknown) => {
      if (asObject(one)['metadata'] !== undefined)
        draft.addUnsupported(t('Metadata of examples has no equivalent'), owner);
      const text = typeof one === 'object' ? asText(asObject(one)['text']) : asText(one);
      return parseExampleLines(draft, text, owner, true);
    });
  return parseExampleLines(draft, asText(examples), owner, false);
}

function parseExampleLines(draft: BotDraft, text: string, owner: string, isListItem: boolean): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed === '') return [];
    if (/^-\s/.test(trimmed)) return [trimmed.slice(1).trim()];
    if (isListItem) return [trimmed];
    draft.addUnsupported(
      t('Lines of examples that begin with no hyphen are left out, as Rasa does'),
      `${owner}: ${trimmed}`,
    );
    return [];
  });
}

/** A longer example cannot become a sample, whatever is marked in it. */
const MAX_EXAMPLE_CHARS = 1000;
/** Closing bracket of an annotation by its opening one. */
const CLOSING_BRACKETS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

/** Parses `[Paris](city)`, `[Paris](city:value)`, `[Paris]{"entity": "city", "role": "to"}`, and a list of the last. */
function parsePieces(draft: BotDraft, example: string): Piece[] {
  if (example.length > MAX_EXAMPLE_CHARS) return [{ text: example }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = example.indexOf('['); at >= 0; at = example.indexOf('[', Math.max(from, at + 1))) {
    const close = example.indexOf(']', at);
    const bracket = example[close + 1] ?? '';
    const end =
      close > at + 1 && bracket in CLOSING_BRACKETS
        ? example.indexOf(CLOSING_BRACKETS[bracket] ?? '', close + 2)
        : -1;
    if (end < 0) continue;
    pieces.push({ text: example.slice(from, at) });
    pieces.push(parseMark(draft, example.slice(at + 1, close), bracket, example.slice(close + 2, end)));
    from = end + 1;
  }
  pieces.push({ text: example.slice(from) });
  return pieces;
}

function parseMark(draft: BotDraft, text: string, bracket: string, annotationText: string): Piece {
  if (bracket === '(') {
    const [name = '', value] = annotationText.split(':', 2).map((part) => part.trim());
    return name === '' ? { text } : { text, entity: name, ...(value !== undefined && { value }) };
  }
  if (bracket === '[')
    draft.addUnsupported(t('Of several entities of the same words the first is taken'), text);
  const first =
    bracket === '['
      ? annotationText.slice(annotationText.indexOf('{') + 1, annotationText.indexOf('}'))
      : annotationText;
  const marks = parseAnnotation(`{${first}}`);
  const entity = asText(marks['entity']);
  for (const key of ['role', 'group'])
    if (marks[key] !== undefined)
      draft.addUnsupported(t('Roles and groups have no equivalent'), `${entity} ${asText(marks[key])}`);
  const value = asText(marks['value']);
  return entity === '' ? { text } : { text, entity, ...(value !== '' && { value }) };
}

function parseAnnotation(json: string): Foreign {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return {};
  }
}

const MAX_ENTITIES_PER_OPTION = 20;
/** Far more than an option may have. */
const MAX_SYNONYMS_READ = 1_000;

/** Collects Rasa's synonyms, which name no entity, and assigns them to the entities that have the word or a synonym as an option. */
class Synonyms {
  private readonly synonymsByWord = new Map<string, string[]>();

  constructor(private readonly draft: BotDraft) {}

  add(word: string, synonyms: string[]): void {
    const known = this.synonymsByWord.get(word) ?? [];
    known.push(...synonyms.slice(0, MAX_SYNONYMS_READ));
    this.synonymsByWord.set(word, known);
  }

  async assign(): Promise<void> {
    const { draft } = this;
    const byOption = new Map<string, DraftEntity[]>();
    for (const entity of draft.entities.values())
      if (entity.format === 'list')
        for (const option of entity.options.keys())
          byOption.set(option, [...(byOption.get(option) ?? []), entity].slice(-MAX_ENTITIES_PER_OPTION));
    for (const [word, synonyms] of this.synonymsByWord) {
      await draft.yieldIfDue();
      const entities = new Set([word, ...synonyms].flatMap((one) => byOption.get(one) ?? []));
      for (const entity of entities) this.addTo(entity, word, synonyms);
      if (entities.size === 0)
        draft.addUnsupported(t('Synonyms that no entity has as an option are left out'), word);
    }
  }

  /** Adds the word as an option with its synonyms, which are no longer options of their own. */
  private addTo(entity: DraftEntity, word: string, synonyms: string[]): void {
    for (const synonym of synonyms)
      if (synonym !== word) {
        entity.options.delete(synonym);
        entity.byWord.delete(foldText(synonym));
      }
    this.draft.addOption(entity, word, synonyms);
  }
}
