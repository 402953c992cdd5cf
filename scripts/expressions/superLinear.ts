import {
  CharSet,
  isDisjointWith,
  JS,
  NFA,
  type Concatenation,
  type Element,
  type NoParent,
  type Quantifier,
} from 'refa';
import { analyse } from 'scslre';

const MAX_NODES = 100_000;

/**
 * Says why matching a regular expression may take time that grows faster than the text.
 * @param source without delimiters
 * @returns a phrase for each cause; none when matching is linear
 */
export function superLinearCauses(source: string, flags: string): string[] {
  const { parsed, reports } = analyse({ source, flags });
  const causes = reports.map((report) => {
    switch (report.type) {
      case 'Move':
        return `${report.quant.raw} is tried again from each of its characters`;
      case 'Self':
        return `${report.quant.raw} is repeated by ${report.parentQuant.raw}`;
      default:
        return `${report.startQuant.raw} and ${report.endQuant.raw} share characters`;
    }
  });
  const restarts = parsed.flags.sticky ? [] : restartCauses(JS.Parser.fromAst(parsed));
  return [...new Set([...causes, ...restarts])];
}

/**
 * Finds repetitions that read over further beginnings of a match, as in `"[^x]*x`: text that is nothing but beginnings
 * is read to its end from each of them. scslre finds those only where the repetition itself is the beginning.
 */
function restartCauses(parser: JS.Parser): string[] {
  const { expression, maxCharacter } = parser.parse({ backreferences: 'disable', maxNodes: MAX_NODES });
  const automaton = (elements: NoParent<Element>[]): NFA =>
    NFA.fromRegex(
      { type: 'Expression', alternatives: [{ type: 'Concatenation', elements }] },
      { maxCharacter },
      { assertions: 'ignore' },
      new NFA.LimitedNodeFactory(MAX_NODES),
    );
  const all = CharSet.all(maxCharacter);
  return findRepetitions(expression.alternatives).flatMap(({ repetition, before, after }) => {
    if (before.every(isOptional) || after.every(isOptional)) return [];
    const repeated = automaton([{ ...repetition, min: 0 }]);
    const untilBeginning = automaton([anyText(all), ...precedingCharacter(before), ...before]);
    if (isDisjointWith(repeated, untilBeginning)) return [];
    return [`${sourceText(parser, repetition)} reads over what a match begins with`];
  });
}

/** A repetition without an end, and what stands before and after it on the way through the expression. */
interface Repetition {
  repetition: Quantifier;
  before: Element[];
  after: Element[];
}

function findRepetitions(
  alternatives: readonly Concatenation[],
  before: Element[] = [],
  after: Element[] = [],
): Repetition[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element, at) => {
      if (element.type !== 'Quantifier' && element.type !== 'Alternation') return [];
      const around = {
        before: [...before, ...elements.slice(0, at)],
        after: [...elements.slice(at + 1), ...after],
      };
      const inner = findRepetitions(element.alternatives, around.before, around.after);
      const isEndless = element.type === 'Quantifier' && element.max === Infinity;
      return isEndless ? [{ repetition: element, ...around }, ...inner] : inner;
    }),
  );
}

/** Whether an element matches wherever one asks it to. */
function isOptional(element: Element): boolean {
  if (element.type === 'Quantifier' && element.min === 0) return true;
  if (element.type !== 'Alternation' && element.type !== 'Quantifier') return false;
  return element.alternatives.some(({ elements }) => elements.every(isOptional));
}

const anyText = (characters: CharSet): NoParent<Quantifier> => ({
  type: 'Quantifier',
  min: 0,
  max: Infinity,
  lazy: false,
  alternatives: [{ type: 'Concatenation', elements: [{ type: 'CharacterClass', characters }] }],
});

/** The character that lookbehinds at the beginning want before it. The beginning of a text (`^`) wants one of none. */
function precedingCharacter(before: readonly Element[]): NoParent<Element>[] {
  const [first] = before;
  if (first?.type !== 'Assertion' || first.kind !== 'behind') return [];
  const [only, ...others] = first.alternatives;
  const [character, ...more] = only?.elements ?? [];
  if (others.length > 0 || more.length > 0 || character?.type !== 'CharacterClass') return [];
  const characters = first.negate ? character.characters.negate() : character.characters;
  return [{ type: 'CharacterClass', characters }];
}

function sourceText({ literal }: JS.Parser, { source }: Element): string {
  return source ? literal.source.slice(source.start, source.end) : 'A repetition';
}
