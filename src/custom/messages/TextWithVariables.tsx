import { styled } from '@mui/material/styles';
import { t } from '../../../schemas/texts/translate.ts';

const Unknown = styled('mark')({
  color: 'inherit',
  background: 'none',
  textDecoration: 'underline wavy #d9443b',
  textUnderlineOffset: 3,
});

const Missing = styled('i')({ fontStyle: 'italic' });

/**
 * A text whose variables are filled in; those that have no value are left and marked.
 * @param missing what stands there as long as nothing was written
 */
export const TextWithVariables = ({ text, missing }: { text: string; missing?: string }) =>
  text === '' && missing !== undefined ? (
    <Missing>{missing}</Missing>
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
