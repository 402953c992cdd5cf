import { setImmediate as breathe } from 'node:timers/promises';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { listText } from '../../../../schemas/model/listText.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Words of a sentence; those that are an entity name it as the file does. */
export interface Piece {
  text: string;
  entity?: string;
  /** The option that the words stand for, where the file says it. */
  value?: string;
}

export interface DraftSample {
  text: string;
  /** Why it cannot be brought in. */
  fault?: string;
}

export interface DraftEntity {
  name: string;
  format: NonNullable<Entity['format']>;
  pattern?: string;
  system?: Entity['system'];
  /** Names of options with their synonyms. */
  options: Map<string, Set<string>>;
  /** Options by their names and synonyms, folded. */
  byWord: Map<string, string>;
  /** Only known from the words that are marked as it. */
  isLearned: boolean;
  /** Of a kind that only the marks of words say. */
  isMarked?: boolean;
}

/** Samples of an intent, options of an entity, synonyms of an option (schemas). */
const [MAX_SAMPLES, MAX_SYNONYMS] = [100, 20];
const MAX_NAME = 100;
/** Milliseconds that are read at a time. */
const TURN_MS = 25;
/** Alternatives of one pattern, and characters of one that grows no more: it is refused anyway. */
const [MAX_PATTERNS, MAX_PATTERN] = [100, 2_000];
/** Names that a note tells. */
const MAX_TOLD = 5;

/** `a, b and 3 more`. */
export function told(words: Iterable<string>): string {
  const all = [...new Set(words)];
  const names = listText(all.slice(0, MAX_TOLD));
  return all.length > MAX_TOLD
    ? t('%{names} and %{count} more', { names, count: all.length - MAX_TOLD })
    : names;
}

/** Calls things of one kind by names that they may have here: what is no letter or digit becomes an underscore. */
class Names {
  private readonly given = new Map<string, string>();
  /** How often a name was wanted. */
  private readonly taken = new Map<string, number>();
  readonly changed: string[] = [];

  of(foreign: string): string {
    const known = this.given.get(foreign);
    if (known !== undefined) return known;
    const words = foreign.normalize('NFC').split(/[^\p{L}\p{M}\p{N}_-]+/u);
    const clean = words.filter(Boolean).join('_');
    const short = [...clean].slice(0, MAX_NAME - 3).join('');
    let name = short;
    for (let nth = this.taken.get(short) ?? 0; this.taken.has(name); nth += 1) {
      name = `${short}_${nth + 1}`;
      this.taken.set(short, nth + 1);
    }
    this.taken.set(name, Math.max(this.taken.get(name) ?? 0, 1));
    this.given.set(foreign, name);
    if (name !== foreign) this.changed.push(t('“%{foreign}” is %{name}', { foreign, name }));
    return name;
  }
}

/** What another program's file says of a bot, as this one can have it, and what it cannot have. */
export class BotDraft {
  readonly intents = new Map<string, DraftSample[]>();
  readonly entities = new Map<string, DraftEntity>();
  private readonly intentNames = new Names();
  private readonly entityNames = new Names();
  /** The samples of an intent that are taken, without the difference of letters. */
  private readonly accepted = new WeakMap<DraftSample[], Set<string>>();
  private breathed = performance.now();
  private readonly told = new Map<string, Set<string>>();
  private readonly words = new Map<string, Map<string, Set<string>>>();

  /** An intent, even one without samples. @returns its name here */
  intent(foreign: string): string {
    const name = this.intentNames.of(foreign);
    if (!this.intents.has(name)) this.intents.set(name, []);
    return name;
  }

  /** Lets others have their turn, where reading took a while since they had it. */
  async breathe(): Promise<void> {
    if (performance.now() - this.breathed < TURN_MS) return;
    await breathe();
    this.breathed = performance.now();
  }

  /** Adds a sentence to an intent; the words of an entity come as `[Chiang Mai](city)`. */
  sample(intent: string, pieces: readonly Piece[], fault?: string): void {
    const known = this.intents.get(this.intent(intent)) ?? [];
    // What cannot be taken teaches no entity either.
    const accepted = this.accepted.get(known) ?? new Set();
    this.accepted.set(known, accepted);
    const isFull = accepted.size >= MAX_SAMPLES;
    const text = pieces
      .map((piece) => this.marked(piece, !isFull))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text === '') return;
    // One that is there already is told apart by the import, and takes no place.
    const same = text.normalize('NFC').toLowerCase();
    const tooMany =
      isFull && !accepted.has(same)
        ? t('An intent has at most %{most} samples', { most: MAX_SAMPLES })
        : undefined;
    const wrong = fault ?? tooMany;
    if (wrong === undefined) accepted.add(same);
    known.push({ text, ...(wrong !== undefined && { fault: wrong }) });
  }

  /** An entity that the file defines; defined again it is the same. */
  entity(foreign: string, format: DraftEntity['format'] = 'list'): DraftEntity {
    const name = this.entityNames.of(foreign);
    const known = this.entities.get(name);
    if (known) return known;
    const made: DraftEntity = { name, format, options: new Map(), byWord: new Map(), isLearned: false };
    this.entities.set(name, made);
    return made;
  }

  /** An entity that is defined already. */
  known(foreign: string): DraftEntity | undefined {
    return this.entities.get(this.entityNames.of(foreign));
  }

  option(entity: DraftEntity, name: string, synonyms: readonly string[] = []): void {
    const option = name.trim();
    if (option === '') return;
    // Letters do not matter to an option: of “amazon” and “Amazon” the first has both.
    const word = folded(option);
    const known = entity.byWord.get(word);
    const same = known !== undefined && folded(known) === word ? known : option;
    const held = entity.options.get(same) ?? new Set();
    entity.options.set(same, held);
    entity.byWord.set(word, same);
    for (const synonym of synonyms.map((one) => one.trim())) {
      if (folded(synonym) === folded(option) || synonym === '' || held.has(synonym)) continue;
      if ([...synonym].length < 2)
        this.lacks(t('Synonyms of one character are left out'), `${option}: ${synonym}`);
      else if (held.size >= MAX_SYNONYMS)
        this.lacks(
          t('Of an option only %{most} synonyms are kept', { most: MAX_SYNONYMS }),
          `${entity.name} ${option}`,
        );
      else {
        held.add(synonym);
        if (!entity.byWord.has(folded(synonym))) entity.byWord.set(folded(synonym), same);
      }
    }
  }

  /** Drops an entity that is only known from marked words: it is defined otherwise. */
  forgetLearned(foreign: string): void {
    const known = this.known(foreign);
    if (known?.isLearned) this.entities.delete(known.name);
  }

  /** Patterns of one entity; several of them are alternatives. */
  patterns(foreign: string, patterns: readonly string[]): void {
    const entity = this.entity(foreign, 'regex');
    const all = [...(entity.pattern === undefined ? [] : [entity.pattern]), ...patterns].slice(
      0,
      MAX_PATTERNS,
    );
    if (patterns.length >= MAX_PATTERNS)
      this.lacks(t('Of the patterns of an entity only %{most} are taken', { most: MAX_PATTERNS }), foreign);
    if ((entity.pattern?.length ?? 0) > MAX_PATTERN) return;
    entity.pattern = all.length === 1 ? all[0] : all.map((pattern) => `(?:${pattern})`).join('|');
  }

  /** A value that is recognised by its kind, as a date is; `isMarked` where only the marks of words say so. */
  system(foreign: string, kind: NonNullable<Entity['system']>, isMarked = false): void {
    const isNew = this.known(foreign) === undefined;
    const entity = this.entity(foreign, 'system');
    entity.system = kind;
    if (isNew && isMarked) entity.isMarked = true;
  }

  /** Something that has no equivalent here, with the names of what it is about. */
  lacks(what: string, about?: string): void {
    const held = this.told.get(what) ?? new Set();
    if (about !== undefined) held.add(about);
    this.told.set(what, held);
  }

  /** Entities that are only marked become lists of the marked words; a value that is marked is an option. */
  async finish(): Promise<this> {
    for (const [foreign, words] of this.words) {
      await this.breathe();
      const isKnown = this.entities.has(this.entityNames.of(foreign));
      const entity = this.entity(foreign);
      entity.isLearned = !isKnown;
      if (entity.format === 'list')
        for (const [option, synonyms] of words) {
          if (!isKnown || synonyms.size > 0) this.option(entity, option, [...synonyms]);
          await this.breathe();
        }
    }
    return this;
  }

  /** What is told beside the preview. */
  notes(): string[] {
    const learned = [...this.entities.values()].filter(({ isLearned }) => isLearned);
    const empty = [...this.intents].filter(([, samples]) => samples.length === 0).map(([name]) => name);
    const renamed = [...this.intentNames.changed, ...this.entityNames.changed];
    const lacking = [...this.told].map(([what, about]) =>
      about.size > 0 ? `${what}: ${told(about)}.` : `${what}.`,
    );
    return [
      ...(renamed.length > 0
        ? [
            t('Names have letters, digits, underscore and hyphen only here, so %{renamed}.', {
              renamed: told(renamed),
            }),
          ]
        : []),
      ...(learned.length > 0
        ? [
            t('Known there only from marked words, so here lists of these words: %{entities}.', {
              entities: told(learned.map(({ name }) => name)),
            }),
          ]
        : []),
      ...(empty.length > 0 ? [t('Without samples, so left out: %{intents}.', { intents: told(empty) })] : []),
      ...lacking,
    ];
  }

  private marked({ text, entity, value }: Piece, isTaken: boolean): string {
    const words = text.trim();
    if (entity === undefined || words === '') return text;
    if (/[[\]]/.test(words)) {
      this.lacks(t('Words with square brackets cannot be marked'), words);
      return text;
    }
    if (isTaken) this.learn(entity, words, value);
    const before = text.slice(0, text.length - text.trimStart().length);
    const after = text.slice(text.trimEnd().length);
    return `${before}[${words}](${this.entityNames.of(entity)})${after}`;
  }

  /** Words that are marked as an entity are one of its options, or a synonym of one. */
  private learn(entity: string, words: string, value?: string): void {
    const held = this.words.get(entity) ?? new Map<string, Set<string>>();
    this.words.set(entity, held);
    const option = (value ?? this.optionOf(entity, words) ?? words).trim();
    const synonyms = held.get(option) ?? new Set();
    held.set(option, synonyms);
    if (words !== option) synonyms.add(words);
  }

  /** The option of an entity that has these words among its synonyms. */
  private optionOf(foreign: string, words: string): string | undefined {
    return this.known(foreign)?.byWord.get(folded(words));
  }
}
