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

/** Below this limit a counter is shown only once it is exceeded. */
const SMALL_LIMIT = 5;
/** Share of the limit from which on the counter is shown. */
const SHOWN_FROM_RATIO = 0.8;

interface CounterProps {
  used: number;
  limit: number | undefined;
}

/** "96 / 100": shown once the limit is near. */
export function Counter({ used, limit }: CounterProps) {
  if (limit === undefined || used < (limit < SMALL_LIMIT ? limit + 1 : limit * SHOWN_FROM_RATIO)) return null;
  return <Count data-over={used > limit || undefined}>{`${used} / ${limit}`}</Count>;
}

/** A text's counter, updated when typing pauses. */
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
    // A text has at most as many units as its length.
    return limit === undefined || text.length < limit * SHOWN_FROM_RATIO
      ? 0
      : textLength(text, field.lengthUnit);
  });
  return <Counter used={used} limit={limit} />;
}
