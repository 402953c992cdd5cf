import { styled } from '@mui/material/styles';
import { type ComponentType, Fragment, use, useMemo } from 'react';
import { parseSentence, dropBlankParts } from '../../../schemas/model/sentence.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { CellProps, FieldValue } from './types.ts';
import { MidSentenceContext } from './MidSentenceContext.ts';
import { Muted } from './parts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface SentenceProps {
  /** As the schema writes it: `Flow {{flow}}[ from {{startAction}}]`. */
  sentence: string;
  fields: readonly FieldModel[];
  value: FieldValue;
  /** Shows a value inside by its own field type. */
  Value: ComponentType<CellProps>;
  /** It begins a line. */
  capital?: boolean;
}

/** People's own words, in the line of the sentence, so that what does not fit is cut letter by letter. */
const Own = ({ children }: { children: string }) => <span style={{ color: 'var(--ink)' }}>“{children}”</span>;

/** Links among words are told from them by more than their colour: their weight. */
const Line = styled('span')({
  // Cut letter by letter with the line, instead of as a whole.
  '&& > span': { display: 'inline' },
  // A sign has as much room before it as behind it.
  '--sign-gap': '4px',
  '&& a': { color: 'var(--ink)', fontWeight: 500, textDecoration: 'none' },
});

/** Values of a list that are named in a line. */
const MAX_NAMED_VALUES = 3;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** But for names that are capitals altogether. */
const uncapitalized = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A value in words for people: what the schema's sentence says of it, in one line. */
export const Sentence = ({ sentence, fields, value, Value, capital }: SentenceProps) => {
  const isInside = use(MidSentenceContext);
  const parts = useMemo(() => parseSentence(sentence) ?? [], [sentence]);
  const held = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  const said = dropBlankParts(parts, held).map((part, index) => {
    const begins = index === 0;
    if (part.kind === 'words') {
      const text = begins && capital ? capitalized(part.text) : part.text;
      return <Fragment key={index}>{begins && isInside ? uncapitalized(text) : text}</Fragment>;
    }
    const field = fields.find(({ name }) => name === part.name);
    const choice = field?.choices?.find((one) => one.value === held[part.name]);
    if (begins && isInside && choice) return <Fragment key={index}>{uncapitalized(choice.label)}</Fragment>;
    return field && <Said key={index} field={field} value={held[part.name]} Value={Value} />;
  });
  return <Line>{said}</Line>;
};

/** People's own words stand apart from those of the sentence. */
const Said = ({ field, value, Value }: CellProps & Pick<SentenceProps, 'Value'>) => {
  const { item } = field;
  if (Array.isArray(value) && item && !field.reference) {
    const texts = value.map(
      (one) => item.choices?.find((choice) => choice.value === one)?.label ?? String(one),
    );
    return (
      <span title={texts.join(t(', '))}>
        {texts.slice(0, MAX_NAMED_VALUES).map((text, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            {item.choices ? text : <Own>{text}</Own>}
          </Fragment>
        ))}
        {texts.length > MAX_NAMED_VALUES && <Muted> +{texts.length - MAX_NAMED_VALUES}</Muted>}
      </span>
    );
  }
  // Times, patterns and the like say by themselves what they are.
  const isOwn = field.type === 'text' && field.format === undefined && typeof value === 'string';
  return isOwn ? <Own>{value}</Own> : <Value field={field} value={value} />;
};
