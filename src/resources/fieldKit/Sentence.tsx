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
  /** Renders a nested value by its field type. */
  Value: ComponentType<CellProps>;
  /** Starts with a capital letter. */
  capital?: boolean;
}

/** A user's text in quotes, inline, so that it is cut letter by letter. */
const Quoted = ({ children }: { children: string }) => (
  <span style={{ color: 'var(--ink)' }}>“{children}”</span>
);

/** Links differ from the text by weight, not only by colour. */
const Line = styled('span')({
  // Inline, so that it is cut letter by letter.
  '&& > span': { display: 'inline' },
  // Equal room before and behind a value's icon.
  '--sign-gap': '4px',
  '&& a': { color: 'var(--ink)', fontWeight: 500, textDecoration: 'none' },
});

/** List values shown before the rest are counted. */
const MAX_NAMED_VALUES = 3;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Leaves names in all capitals unchanged. */
const uncapitalized = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A value as the schema's `sentence` describes it, in one line. */
export const Sentence = ({ sentence, fields, value, Value, capital }: SentenceProps) => {
  const isMidSentence = use(MidSentenceContext);
  const parts = useMemo(() => parseSentence(sentence) ?? [], [sentence]);
  const values = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  const rendered = dropBlankParts(parts, values).map((part, index) => {
    const isFirst = index === 0;
    if (part.kind === 'words') {
      const text = isFirst && capital ? capitalized(part.text) : part.text;
      return <Fragment key={index}>{isFirst && isMidSentence ? uncapitalized(text) : text}</Fragment>;
    }
    const field = fields.find(({ name }) => name === part.name);
    const choice = field?.choices?.find((one) => one.value === values[part.name]);
    if (isFirst && isMidSentence && choice)
      return <Fragment key={index}>{uncapitalized(choice.label)}</Fragment>;
    return field && <SentenceValue key={index} field={field} value={values[part.name]} Value={Value} />;
  });
  return <Line>{rendered}</Line>;
};

/** A value in a sentence; texts of users are quoted. */
const SentenceValue = ({ field, value, Value }: CellProps & Pick<SentenceProps, 'Value'>) => {
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
            {item.choices ? text : <Quoted>{text}</Quoted>}
          </Fragment>
        ))}
        {texts.length > MAX_NAMED_VALUES && <Muted> +{texts.length - MAX_NAMED_VALUES}</Muted>}
      </span>
    );
  }
  // Times, patterns and the like need no quotes.
  const isOwn = field.type === 'text' && field.format === undefined && typeof value === 'string';
  return isOwn ? <Quoted>{value}</Quoted> : <Value field={field} value={value} />;
};
