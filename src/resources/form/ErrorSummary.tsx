import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { fieldAt } from '../../../schemas/model/fields.ts';
import { itemLabel } from '../fieldKit/itemLabel.ts';
import { sortByFormOrder } from './errorOrder.ts';
import { innermostErrors } from '../fieldKit/pointers.ts';
import { type FormSession } from '../fieldKit/session.ts';
import { useFormSession, useSessionValue } from '../fieldKit/useSession.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Errors listed one by one; the rest are only counted. */
const MAX_LISTED_ERRORS = 8;

const Links = styled('ul')({ margin: '4px 0 0', paddingInlineStart: 18 });
const Link = styled('button')({
  all: 'unset',
  cursor: 'pointer',
  textDecoration: 'underline',
  textUnderlineOffset: 2,
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: 2, borderRadius: 2 },
});

/**
 * Lists all errors after a failed submit, each linked to its field. Takes the focus once, so that screen readers
 * announce it.
 */
export function ErrorSummary() {
  const session = useFormSession();
  const failedSubmits = useSessionValue((now) => now.failedSubmits);
  const errors = useSessionValue((now) => now.errors);
  const ref = useRef<HTMLDivElement>(null);
  const [shownFor, setShownFor] = useState(0);
  const errorList = sortByFormOrder(session, innermostErrors(errors));
  const count = errorList.length;
  useEffect(() => {
    if (failedSubmits === 0 || failedSubmits === shownFor) return;
    setShownFor(failedSubmits);
    // A single error moves the focus to its own field instead.
    if (count < 2) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [failedSubmits, shownFor, count]);
  if (failedSubmits === 0 || errorList.length === 0) return null;
  return (
    <Alert
      ref={ref}
      data-summary
      tabIndex={-1}
      severity="error"
      role="alert"
      sx={{ alignItems: 'flex-start', mb: 2, scrollMarginTop: 80 }}
    >
      {errorList.length === 1
        ? t('One thing needs your attention')
        : t('%{count} things need your attention', { count: errorList.length })}
      <Links>
        {errorList.slice(0, MAX_LISTED_ERRORS).map(([pointer, message]) => (
          <li key={pointer}>
            <Link type="button" onClick={() => session.reveal(pointer)}>
              {[describePlace(session, pointer), message].filter(Boolean).join(': ')}
            </Link>
          </li>
        ))}
      </Links>
      {errorList.length > MAX_LISTED_ERRORS
        ? t('and %{count} more', { count: errorList.length - MAX_LISTED_ERRORS })
        : null}
    </Alert>
  );
}

/** "Message 2 › Column 1" for an error inside lists; empty for a top-level field. */
function describePlace(session: FormSession, pointer: string): string {
  const segments = pointer.split('/').slice(1);
  return segments
    .flatMap((segment, index) => {
      if (!/^\d+$/.test(segment)) return [];
      const list = fieldAt(session.settings.fields, `/${segments.slice(0, index).join('/')}`, session.data);
      return list?.item ? [`${list.item.title} ${itemLabel(list, Number(segment))}`] : [];
    })
    .join(' › ');
}
