import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { BotDraft, type Piece } from './draft.ts';
import { baseOf, listOf, objectOf, objectsOf, ownOf, parsed, textOf, textsOf, type Foreign } from './json.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Values that Dialogflow recognises by their kind, and this console too. */
const KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  '@sys.number': 'number',
  '@sys.number-integer': 'number',
  '@sys.cardinal': 'number',
  '@sys.date': 'date',
  '@sys.date-time': 'date',
  '@sys.date-period': 'date',
  '@sys.phone-number': 'phone',
  '@sys.email': 'email',
};

const SAYS = /_usersays_[a-z]{2,3}(?:-[a-z0-9]+)?\.json$/i;
const ENTRIES = /_entries_[a-z]{2,3}(?:-[a-z0-9]+)?\.json$/i;

export const wantsDialogflow = (path: string): boolean =>
  /(?:^|\/)(?:agent\.json|(?:intents|entities)\/[^/]+\.json)$/i.test(path);

/** The export of a Dialogflow ES agent; undefined where there is none in the files. */
export async function readDialogflow(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const isAgent = files.some(
    ({ path }) => /(?:^|\/)agent\.json$/i.test(path) || SAYS.test(path) || ENTRIES.test(path),
  );
  if (!isAgent) return undefined;
  const draft = new BotDraft();
  const inside = (folder: string): TextFile[] =>
    files.filter(({ path }) => path.toLowerCase().split('/').at(-2) === folder);
  await readEntities(draft, inside('entities'));
  const names = new Map<string, string>();
  for (const file of inside('intents').filter(({ path }) => !SAYS.test(path))) {
    const intent = objectOf(parsed(file));
    const name = textOf(intent['name']) || baseOf(file.path);
    names.set(file.path.replace(/\.json$/i, ''), name);
    draft.intent(name);
    await readSays(draft, name, intent['userSays']);
    tellRest(draft, name, intent);
  }
  for (const file of inside('intents').filter(({ path }) => SAYS.test(path))) {
    const base = file.path.replace(SAYS, '');
    await readSays(draft, names.get(base) ?? baseOf(base), parsed(file));
  }
  return draft.finish();
}

async function readEntities(draft: BotDraft, files: readonly TextFile[]): Promise<void> {
  const definitions = new Map<string, Foreign>();
  for (const file of files.filter(({ path }) => !ENTRIES.test(path))) {
    definitions.set(file.path.replace(/\.json$/i, ''), objectOf(parsed(file)));
    await draft.breathe();
  }
  const entries = new Map<string, Foreign[]>();
  for (const file of files.filter(({ path }) => ENTRIES.test(path))) {
    const base = file.path.replace(ENTRIES, '');
    entries.set(base, [...(entries.get(base) ?? []), ...objectsOf(parsed(file))]);
    await draft.breathe();
  }
  for (const base of new Set([...definitions.keys(), ...entries.keys()])) {
    const definition = definitions.get(base) ?? {};
    const name = textOf(definition['name']) || baseOf(base);
    const values = [...objectsOf(definition['entries']), ...(entries.get(base) ?? [])];
    if (definition['isRegexp'] === true) {
      draft.patterns(name, values.map(({ value }) => textOf(value)).filter(Boolean));
      continue;
    }
    const entity = draft.entity(name);
    for (const { value, synonyms } of values) {
      await draft.breathe();
      const composed = [textOf(value), ...textsOf(synonyms)].some((text) => /@[\p{L}\p{N}._-]+:/u.test(text));
      if (composed)
        draft.lacks(t('Options made of other entities have no equivalent'), `${name} ${textOf(value)}`);
      else draft.option(entity, textOf(value), textsOf(synonyms));
    }
    if (definition['automatedExpansion'] === true)
      draft.lacks(t('Entities that take other words than their options have no equivalent'), name);
  }
}

async function readSays(draft: BotDraft, intent: string, says: unknown): Promise<void> {
  // Of a file without sentences too.
  await draft.breathe();
  for (const { data, isTemplate } of objectsOf(says)) {
    await draft.breathe();
    const pieces = objectsOf(data).map((part) => pieceOf(draft, part));
    const text = pieces.map((piece) => piece.text).join('');
    const isPattern = isTemplate === true || /@[\p{L}\p{N}._-]+:[\p{L}\p{N}_-]+/u.test(text);
    draft.sample(
      intent,
      pieces,
      isPattern ? t('A template with @entity has no words to learn from') : undefined,
    );
  }
}

function pieceOf(draft: BotDraft, { text, meta, alias }: Foreign): Piece {
  const words = textOf(text);
  const type = textOf(meta);
  if (type === '' || type === '@sys.ignore') return { text: words };
  const kind = ownOf(KINDS, type);
  const name = type.replace(/^@/, '');
  if (kind !== undefined) draft.system(name, kind, true);
  else if (type.startsWith('@sys.')) {
    draft.lacks(
      t('Marks of values that are not recognised here become plain words'),
      `${type} ${textOf(alias)}`.trim(),
    );
    return { text: words };
  }
  return { text: words, entity: name };
}

/** What an intent has beside its sentences. */
function tellRest(draft: BotDraft, name: string, intent: Foreign): void {
  const responses = objectsOf(intent['responses']);
  const isFilled = (key: string): boolean => responses.some((one) => listOf(one[key]).length > 0);
  const isSpoken = responses
    .flatMap(({ messages }) => objectsOf(messages))
    .some(({ speech, type }) =>
      Array.isArray(speech)
        ? speech.length > 0
        : textOf(speech) !== '' || (type !== undefined && type !== '0'),
    );
  if (isSpoken) draft.lacks(t('Answers are left out; make templates and mappers of them'), name);
  if (listOf(intent['contexts']).length > 0 || isFilled('affectedContexts'))
    draft.lacks(t('Contexts have no equivalent'), name);
  if (responses.some((one) => objectsOf(one['parameters']).some(({ required }) => required === true)))
    draft.lacks(t('Questions for required parameters are left out; ask them in mappers'), name);
  if (listOf(intent['events']).length > 0) draft.lacks(t('Events have no equivalent'), name);
}
