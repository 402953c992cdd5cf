import type { Entity } from '../../../../schemas/generated/types.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { BotDraft, type DraftEntity } from './draft.ts';
import { ownOf } from './json.ts';
import { piecesOfUtterance } from './luUtterance.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Values that are recognised by their kind there, and in this console too. */
const KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  number: 'number',
  ordinal: 'number',
  age: 'number',
  datetime: 'date',
  datetimev2: 'date',
  phonenumber: 'phone',
  email: 'email',
};

export const wantsLu = (path: string): boolean =>
  /\.lu$/i.test(path) && !/(?:^|\/)(?:\._|__MACOSX)/.test(path);

/** Microsoft's language understanding files; undefined where there is none with an intent or an entity. */
export async function readLu(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const isLu = files.some(({ path, text }) => wantsLu(path) && /^[#@$]/m.test(text));
  if (!isLu) return undefined;
  const draft = new BotDraft();
  const all = files.filter(({ path }) => wantsLu(path));
  // Entities first, so that marked words find their options wherever these stand.
  for (const takes of ['entities', 'intents'] as const)
    for (const file of all) await new LuReader(draft, takes).read(file);
  return draft.finish();
}

/** Reads a file line by line: what a line means follows from the heading above it. */
class LuReader {
  private intent: string | undefined;
  private list: DraftEntity | undefined;
  private option: string | undefined;
  private isSkipped = false;
  private isCode = false;

  constructor(
    private readonly draft: BotDraft,
    /** Which of them are taken in this reading. */
    private readonly takes: 'entities' | 'intents',
  ) {}

  async read({ text }: TextFile): Promise<void> {
    for (const whole of text.split(/\r?\n/)) {
      await this.draft.breathe();
      const line = whole.trim();
      if (line.startsWith('```')) this.isCode = !this.isCode;
      if (this.isCode || line === '' || line.startsWith('>') || line.startsWith('```')) continue;
      if (line.startsWith('#')) this.heading(line);
      else if (line.startsWith('@')) this.definition(line);
      else if (line.startsWith('$')) this.older(line);
      else if (/^[-*+]\s*/.test(line)) this.item(line.replace(/^[-*+]\s*/, ''));
      else if (/^\[[^\]]*\]\([^)]*\)/.test(line))
        this.lacks(t('References to other files are not followed; put them into one ZIP'), line);
    }
  }

  /** `# Greeting`; `# ? question` begins a question with an answer. */
  private heading(line: string): void {
    const name = line.replace(/^#+\s*/, '').trim();
    this.begin();
    if (name.startsWith('?')) {
      this.isSkipped = true;
      return this.lacks(
        t('Questions with answers (QnA) are left out; make intents and templates of them'),
        name.slice(1).trim(),
      );
    }
    this.intent = name;
    if (this.takes === 'intents') this.draft.intent(name);
  }

  private begin(): void {
    [this.intent, this.list, this.option, this.isSkipped] = [undefined, undefined, undefined, false];
  }

  /** `@ list city =`, `@ ml name`, `@ prebuilt number`, `@ regex code = /…/`, `@ city =`. */
  private definition(line: string): void {
    const said = line.slice(1).trim();
    const [type = ''] = said.split(/[\s=]/, 1);
    const rest = said.slice(type.length).trim();
    this.begin();
    const kind = type.toLowerCase();
    const name = nameIn(rest);
    if (kind === 'list') this.list = this.defined(name);
    else if (kind === 'prebuilt') this.prebuilt(name);
    else if (kind === 'regex') this.regex(name, rest);
    else if (kind === 'phraselist') this.phraseList(name);
    else if (kind === 'composite' || kind === 'patternany') {
      this.isSkipped = true;
      this.lacks(t('Entities of type %{type} have no equivalent', { type }), name);
    } else if (kind === 'intent') this.isSkipped = true;
    else if (kind !== 'ml' && kind !== 'simple') {
      // `@ city =` goes on with an entity that was defined before.
      const own = nameIn(said);
      const known = line.endsWith('=') ? this.draft.known(own) : undefined;
      this.list = known?.format === 'list' ? known : undefined;
      this.isSkipped = this.list === undefined;
    } else this.isSkipped = true;
    if (/\b(?:hasRoles?|usesFeatures?)\b/i.test(rest))
      this.lacks(t('Roles and features have no equivalent'), name);
  }

  /** The older way: `$city:bangkok=`, `$name:simple`, `$code:/…/`, `$PREBUILT:number`, `$words:phraseList`. */
  private older(line: string): void {
    this.begin();
    const colon = line.indexOf(':');
    if (colon < 0) return;
    const own = line.slice(1, colon).trim();
    const said = line.slice(colon + 1).trim();
    if (own.toLowerCase() === 'prebuilt') this.prebuilt(nameIn(said));
    else if (said.startsWith('/') && said.endsWith('/')) this.regex(own, `= ${said}`);
    else if (said.endsWith('=')) {
      this.list = this.defined(own);
      this.choose(said.slice(0, -1));
    } else if (/^phraselist/i.test(said)) this.phraseList(own);
    else {
      this.isSkipped = true;
      if (!/^simple/i.test(said)) this.lacks(t('Entities made of other entities have no equivalent'), own);
    }
  }

  private defined(name: string): DraftEntity | undefined {
    if (name === '') return undefined;
    return this.takes === 'entities' ? this.draft.entity(name) : this.draft.known(name);
  }

  private prebuilt(name: string): void {
    this.isSkipped = true;
    const kind = ownOf(KINDS, name.toLowerCase());
    if (kind === undefined) this.lacks(t('Built-in entities that are not known here are left out'), name);
    else if (this.takes === 'entities') this.draft.system(name, kind);
  }

  private regex(name: string, rest: string): void {
    this.isSkipped = true;
    const at = rest.indexOf('/');
    const isWhole = at >= 0 && rest.length > at + 2 && rest.endsWith('/');
    const pattern = isWhole ? rest.slice(at + 1, -1) : undefined;
    if (pattern === undefined) this.lacks(t('Patterns without /…/ are not read'), name);
    else if (this.takes === 'entities') this.draft.patterns(name, [pattern]);
  }

  private phraseList(name: string): void {
    this.isSkipped = true;
    this.lacks(t('Phrase lists have no equivalent'), name);
  }

  /** A sentence of an intent, or an option of a list and its synonyms. */
  private item(text: string): void {
    if (this.isSkipped) return;
    if (this.list) {
      if (text.endsWith(':')) return this.choose(text.slice(0, -1));
      const words = text
        .split(/[;,]/)
        .map((one) => one.trim())
        .filter(Boolean);
      if (this.takes !== 'entities') return;
      if (this.option === undefined) for (const word of words) this.draft.option(this.list, word);
      else this.draft.option(this.list, this.option, words);
      return;
    }
    if (this.intent === undefined || this.takes === 'entities') return;
    const { pieces, isPattern } = piecesOfUtterance(text);
    this.draft.sample(
      this.intent,
      pieces,
      isPattern ? t('A pattern with {entity} has no words to learn from') : undefined,
    );
  }

  private choose(option: string): void {
    this.option = option.trim();
    if (this.list && this.takes === 'entities') this.draft.option(this.list, this.option);
  }

  private lacks(what: string, about: string): void {
    if (this.takes === 'intents') this.draft.lacks(what, about);
  }
}

/** The name at the beginning of a definition, which may be quoted. */
const nameIn = (text: string): string => {
  const [, quoted, plain = ''] = /^(?:["'](.+?)["']|([^\s=(:]+))/u.exec(text.trim()) ?? [];
  return (quoted ?? plain).trim();
};
