import { useEffect, useMemo } from 'react';
import { variableNames } from '../../../schemas/model/variables.ts';
import { useDeferredRecord } from '../fieldKit/useLiveRecord.ts';
import { useFormSession } from '../fieldKit/useSession.ts';
import { useTextRules } from './useVariables.ts';

/** Looks up the variables that the form's texts name, so that an unknown one is reported while it is typed. */
export default function VariableLookup() {
  const session = useFormSession();
  const data = useDeferredRecord(session);
  const namesText = useMemo(() => variableNames(data).join('\n'), [data]);
  const names = useMemo(() => (namesText === '' ? [] : namesText.split('\n')), [namesText]);
  const rules = useTextRules(names);
  useEffect(() => {
    // While the next names load, the previous rules stay.
    if (rules || names.length === 0) session.setTextRules(rules ?? {});
  }, [session, rules, names]);
  return null;
}
