import { t } from '../../../../schemas/texts/translate.ts';

/** A syntax error of a JSON text. */
export interface JsonError {
  /** From 1, as editors count. */
  line: number;
  column: number;
  text: string;
}

/** Deeper nesting is an error, before it overflows the stack. */
const MAX_DEPTH = 500;

class JsonSyntaxError extends Error {
  readonly offset: number;
  constructor(at: number, text: string) {
    super(text);
    this.offset = at;
  }
}

/** Finds the first syntax error of a JSON text, with a message for people. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    new Reader(text).document();
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, text: error.message };
  }
}

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;

/** Parses JSON without building a value; throws at the first error. */
class Reader {
  private offset = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    this.value(0);
    if (this.peek() !== undefined) this.fail(t('nothing more is expected here'));
  }

  private peek(): string | undefined {
    while (/[ \t\r\n]/.test(this.text[this.offset] ?? '')) this.offset += 1;
    return this.text[this.offset];
  }

  private fail(text: string): never {
    throw new JsonSyntaxError(this.offset, text);
  }

  private value(depth: number): void {
    const first = this.peek();
    if (depth > MAX_DEPTH) this.fail(t('too many brackets lie in each other'));
    if (first === undefined) this.fail(t('a value is missing'));
    if (first === '{') return this.sequence('}', () => this.member(depth));
    if (first === '[') return this.sequence(']', () => this.value(depth + 1));
    if (first === '"') return this.string();
    if (first === "'") this.fail(t('texts stand in double quotes'));
    NUMBER.lastIndex = this.offset;
    const number = NUMBER.exec(this.text);
    if (number && number[0] !== '') {
      this.offset += number[0].length;
      return undefined;
    }
    WORD.lastIndex = this.offset;
    const word = WORD.exec(this.text)?.[0];
    if (word === 'true' || word === 'false' || word === 'null') {
      this.offset += word.length;
      return undefined;
    }
    return this.fail(
      word
        ? t('"%{word}" needs double quotes around it', { word })
        : t('a value is expected, not "%{first}"', { first }),
    );
  }

  /** Items between brackets, separated by commas. */
  private sequence(end: '}' | ']', parseItem: () => void): void {
    const start = this.offset;
    this.offset += 1;
    if (this.peek() === end) {
      this.offset += 1;
      return;
    }
    for (;;) {
      parseItem();
      const after = this.peek();
      if (after === undefined) {
        this.offset = start;
        this.fail(t('the %{bracket} here is never closed', { bracket: end === '}' ? '{' : '[' }));
      }
      if (after === end) break;
      if (after !== ',') this.fail(t('a comma or %{end} is missing before this', { end }));
      this.offset += 1;
      if (this.peek() === end) this.fail(t('there is a comma too many before this %{end}', { end }));
    }
    this.offset += 1;
  }

  private member(depth: number): void {
    const first = this.peek();
    if (first !== '"') this.fail(t('a name in double quotes is expected'));
    this.string();
    if (this.peek() !== ':') this.fail(t('a colon is missing after the name'));
    this.offset += 1;
    this.value(depth + 1);
  }

  private string(): void {
    const start = this.offset;
    for (this.offset += 1; this.offset < this.text.length; this.offset += 1) {
      const char = this.text[this.offset] ?? '';
      if (char === '"') {
        this.offset += 1;
        return;
      }
      if (char === '\n') break;
      if (char < ' ') this.fail(t('a control character, such as a tab, is written with a backslash'));
      if (char !== '\\') continue;
      this.offset += 1;
      if (!/^(["\\/bfnrt]|u[\da-fA-F]{4})/.test(this.text.slice(this.offset, this.offset + 5)))
        this.fail(t('the backslash before this stands for nothing'));
    }
    this.offset = start;
    this.fail(t('the text that begins here has no closing quote'));
  }
}
