import { styled } from '@mui/material/styles';
import { t } from '../../../schemas/texts/translate.ts';

const Unknown = styled('mark')({
  color: 'inherit',
  background: 'none',
  textDecoration: 'underline wavy #d9443b',
  textUnderlineOffset: 3,
});

const Placeholder = styled('i')({ fontStyle: 'italic' });

/**
 * A text with resolved variables; those without a value are marked.
 * @param missing placeholder of an empty text
 */
export const TextWithVariables = ({ text, missing }: { text: string; missing?: string }) =>
  text === '' && missing !== undefined ? (
    <Placeholder>{missing}</Placeholder>
  ) : (
    text.split(/(\{\{\s*[\w-]+\s*(?:\|[^{}]*)?\}\})/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <Unknown key={index} title={t('This variable has no value')}>
          {part}
        </Unknown>
      ),
    )
  );
