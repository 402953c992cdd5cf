import { useEffect, useMemo } from 'react';
import { variableNames } from '../../../schemas/model/variables.ts';
import { useDeferredRecord } from '../fieldKit/useLiveRecord.ts';
import { useFormSession } from '../fieldKit/useSession.ts';
import { useTextRules } from './useVariables.ts';

/** Looks up the variables that the form's texts name, so that one that is not there is told while it is typed. */
export default function VariableLookup() {
  const session = useFormSession();
  const data = useDeferredRecord(session);
  const said = useMemo(() => variableNames(data).join('\n'), [data]);
  const names = useMemo(() => (said === '' ? [] : said.split('\n')), [said]);
  const rules = useTextRules(names);
  useEffect(() => {
    // While the next names are looked up, what is known of the others holds.
    if (rules || names.length === 0) session.setTextRules(rules ?? {});
  }, [session, rules, names]);
  return null;
}
