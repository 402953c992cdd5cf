import { styled } from '@mui/material/styles';

const Unknown = styled('mark')({
  color: 'inherit',
  background: 'none',
  textDecoration: 'underline wavy #d9443b',
  textUnderlineOffset: 3,
});

/** A text whose variables are filled in; those that have no value are left and marked. */
export const Words = ({ text }: { text: string }) =>
  text.split(/(\{\{\s*[\w-]+\s*(?:\|[^{}]*)?\}\})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Unknown key={index} title="This variable has no value">
        {part}
      </Unknown>
    ),
  );
