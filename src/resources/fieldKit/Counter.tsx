import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { textLength } from '../../../schemas/model/textLength.ts';
import type { EditorProps } from './editorTypes.ts';
import { useFormSession } from './useSession.ts';
import { TEXT } from '../../theme/text.ts';

const Count = styled('span')({
  ...TEXT.caption,
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--ink-3)',
  '&[data-over]': { color: 'var(--danger)', fontWeight: 500 },
});

/** A limit of fewer is seen without being told. */
const FEW = 5;
/** Used parts of a limit from which on it is told. */
const SHOWN_FROM_SHARE = 0.8;

interface CounterProps {
  used: number;
  limit: number | undefined;
}

/** "96 / 100": how much of a limit is used, once that is near. */
export function Counter({ used, limit }: CounterProps) {
  if (limit === undefined || used < (limit < FEW ? limit + 1 : limit * SHOWN_FROM_SHARE)) return null;
  return <Count data-over={used > limit || undefined}>{`${used} / ${limit}`}</Count>;
}

/** The same of a text that is being typed: drawn between the keys, and only where it changes. */
export function TextCounter({
  fieldProps,
}: {
  fieldProps: Pick<EditorProps, 'field' | 'path' | 'fieldState'>;
}) {
  const session = useFormSession();
  const { field, path, fieldState } = fieldProps;
  const limit = fieldState.maxLength;
  const used = useSyncExternalStore(session.subscribeDeferred, () => {
    const value = limit === undefined ? undefined : session.read(path);
    const text = typeof value === 'string' ? value : '';
    // Nothing is counted more than once per unit.
    return limit === undefined || text.length < limit * SHOWN_FROM_SHARE
      ? 0
      : textLength(text, field.lengthUnit);
  });
  return <Counter used={used} limit={limit} />;
}
