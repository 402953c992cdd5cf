import { t } from '../../../../schemas/texts/translate.ts';
/** Where and why a text is no JSON. */
export interface JsonError {
  /** From 1, as editors count. */
  line: number;
  column: number;
  text: string;
}

/** Values may lie this deep in each other, as far as this reader goes. */
const MAX_DEPTH = 500;

class Found extends Error {
  readonly at: number;
  constructor(at: number, text: string) {
    super(text);
    this.at = at;
  }
}

/** The first mistake in a text that is to be JSON, in words for people; none where it is JSON. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    new Reader(text).whole();
    return undefined;
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, text: error.message };
  }
}

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;

/** Reads JSON for its mistakes alone. */
class Reader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  whole(): void {
    this.value(0);
    if (this.next() !== undefined) this.fail(t('nothing more is expected here'));
  }

  private next(): string | undefined {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at += 1;
    return this.text[this.at];
  }

  private fail(text: string): never {
    throw new Found(this.at, text);
  }

  private value(depth: number): void {
    const first = this.next();
    if (depth > MAX_DEPTH) this.fail(t('too many brackets lie in each other'));
    if (first === undefined) this.fail(t('a value is missing'));
    if (first === '{') return this.list('}', () => this.member(depth));
    if (first === '[') return this.list(']', () => this.value(depth + 1));
    if (first === '"') return this.string();
    if (first === "'") this.fail(t('texts stand in double quotes'));
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text);
    if (number && number[0] !== '') {
      this.at += number[0].length;
      return undefined;
    }
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0];
    if (word === 'true' || word === 'false' || word === 'null') {
      this.at += word.length;
      return undefined;
    }
    return this.fail(
      word
        ? t('"%{word}" needs double quotes around it', { word })
        : t('a value is expected, not "%{first}"', { first }),
    );
  }

  /** What stands between brackets, with a comma between each two. */
  private list(end: '}' | ']', one: () => void): void {
    const start = this.at;
    this.at += 1;
    if (this.next() === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      one();
      const after = this.next();
      if (after === undefined) {
        this.at = start;
        this.fail(t('the %{bracket} here is never closed', { bracket: end === '}' ? '{' : '[' }));
      }
      if (after === end) break;
      if (after !== ',') this.fail(t('a comma or %{end} is missing before this', { end }));
      this.at += 1;
      if (this.next() === end) this.fail(t('there is a comma too many before this %{end}', { end }));
    }
    this.at += 1;
  }

  private member(depth: number): void {
    const first = this.next();
    if (first !== '"') this.fail(t('a name in double quotes is expected'));
    this.string();
    if (this.next() !== ':') this.fail(t('a colon is missing after the name'));
    this.at += 1;
    this.value(depth + 1);
  }

  private string(): void {
    const start = this.at;
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at] ?? '';
      if (letter === '"') {
        this.at += 1;
        return;
      }
      if (letter === '\n') break;
      if (letter < ' ') this.fail(t('a control character, such as a tab, is written with a backslash'));
      if (letter !== '\\') continue;
      this.at += 1;
      if (!/^(["\\/bfnrt]|u[\da-fA-F]{4})/.test(this.text.slice(this.at, this.at + 5)))
        this.fail(t('the backslash before this stands for nothing'));
    }
    this.at = start;
    this.fail(t('the text that begins here has no closing quote'));
  }
}
