import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { markedPieces } from '../../../../schemas/model/markedText.ts';
import { BotDraft, type Piece } from './draft.ts';
import { baseOf, objectOf, objectsOf, ownOf, parsed, textOf, textsOf, type Foreign } from './json.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Values that Botpress recognises by their kind, and this console too. */
const KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  'system.number': 'number',
  'system.ordinal': 'number',
  'system.time': 'date',
  'system.date': 'date',
  'system.phoneNumber': 'phone',
  'system.email': 'email',
};

export const wantsBotpress = (path: string): boolean =>
  /(?:^|\/)(?:intents|entities|qna)\/[^/]+\.json$/i.test(path) && !/(?:^|\/)\._/.test(path);

/** The intents and entities of a Botpress v12 bot; undefined where there are none in the files. */
export async function readBotpress(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const draft = new BotDraft();
  const inside = async (folder: string): Promise<{ file: TextFile; content: Foreign }[]> => {
    const found = [];
    for (const file of files.filter(({ path }) => path.toLowerCase().split('/').at(-2) === folder)) {
      found.push({ file, content: objectOf(parsed(file)) });
      await draft.breathe();
    }
    return found;
  };
  const intents = (await inside('intents')).filter(({ content }) => 'utterances' in content);
  const entities = (await inside('entities')).filter(
    ({ content }) => 'occurrences' in content || 'pattern' in content,
  );
  if (intents.length + entities.length === 0) return undefined;
  for (const { file, content } of entities)
    await readEntity(draft, textOf(content['name']) || baseOf(file.path), content);
  for (const { file, content } of intents) {
    const name = textOf(content['name']) || baseOf(file.path);
    // Questions and answers have an intent each that no person wrote.
    if (name.startsWith('__qna__')) continue;
    draft.intent(name);
    const slots = new Map(objectsOf(content['slots']).map((slot) => [textOf(slot['name']), slot]));
    for (const sentences of Object.values(objectOf(content['utterances'])))
      for (const sentence of textsOf(sentences)) {
        draft.sample(name, piecesOf(draft, sentence, slots));
        await draft.breathe();
      }
    const contexts = textsOf(content['contexts']).filter((context) => context !== 'global');
    if (contexts.length > 0)
      draft.lacks(t('Contexts have no equivalent'), `${name} (${contexts.join(', ')})`);
  }
  const questions = (await inside('qna')).length;
  if (questions > 0)
    draft.lacks(
      t('Questions with answers (%{count}) are left out; make intents and templates of them', {
        count: questions,
      }),
    );
  return draft.finish();
}

async function readEntity(draft: BotDraft, name: string, content: Foreign): Promise<void> {
  if (content['type'] === 'pattern') {
    draft.patterns(name, [textOf(content['pattern'])]);
    if (content['matchCase'] === true)
      draft.lacks(t('Whether capitals count in a pattern is not taken over'), name);
    return;
  }
  const entity = draft.entity(name);
  for (const { name: option, synonyms } of objectsOf(content['occurrences'])) {
    draft.option(entity, textOf(option), textsOf(synonyms));
    await draft.breathe();
  }
}

/** `Ship to [Chiang Mai](destination)` marks a slot, which says of which entities its words may be. */
function piecesOf(draft: BotDraft, sentence: string, slots: ReadonlyMap<string, Foreign>): Piece[] {
  return markedPieces(sentence).map(({ text, name }) => {
    if (name === undefined) return { text };
    const types = textsOf(slots.get(name)?.['entities']).map((type) =>
      type.replace(/^custom\.(?:list\.|pattern\.)?/, ''),
    );
    const [own] = types.filter((type) => type !== 'any' && !type.startsWith('system.'));
    if (own !== undefined) {
      if (types.length > 1) draft.lacks(t('Of the entities of a slot the first is taken'), name);
      return { text, entity: own };
    }
    const [type] = types.filter((one) => one.startsWith('system.'));
    const kind = type === undefined ? undefined : ownOf(KINDS, type);
    if (type !== undefined && kind === undefined) {
      draft.lacks(t('Marks of values that are not recognised here become plain words'), `${name} (${type})`);
      return { text };
    }
    if (kind !== undefined) draft.system(name, kind, true);
    return { text, entity: name };
  });
}
