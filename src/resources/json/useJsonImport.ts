import { useDataProvider } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { contentFaults } from '../../../schemas/model/content.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { toFailure, messageOf } from '../changes/failures.ts';
import { loadValidator } from '../form/useFormValidator.ts';
import type { ConsoleEntity } from '../product.ts';
import { errorLines, MAX_IMPORT_BYTES, parseRecords } from './recordsFile.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** One record of the file and what becomes of it. */
export interface ImportedRecord {
  title: string;
  values: JsonObject;
  verdict: 'create' | 'change' | 'refused' | 'done';
  /** The stored record that it changes. */
  stored?: EntityRecord;
  /** Why it is left out, a line for each fault. */
  reasons: string[];
}

export interface JsonImport {
  records?: ImportedRecord[];
  fault?: string;
  /** It is being looked at what becomes of each. */
  isReading?: boolean;
  /** How many have been brought in, while that goes on. */
  done?: number;
  choose: (file: File) => Promise<void>;
  apply: () => Promise<number>;
}

/** Brings records of a JSON file in: each is judged first, those with the key of a stored one change that one. */
export function useJsonImport(model: ConsoleEntity): JsonImport {
  const provider = useDataProvider<ConsoleDataProvider>();
  const [state, setState] = useState<Pick<JsonImport, 'records' | 'fault' | 'isReading' | 'done'>>({});
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const key = model.fields.find(({ unique }) => unique)?.name;

  const storedLike = async (values: JsonObject): Promise<EntityRecord | undefined> => {
    const value = key === undefined ? undefined : values[key];
    if (key === undefined || typeof value !== 'string') return undefined;
    const { data } = await provider.getList<EntityRecord>(model.name, {
      filter: { [key]: value },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    });
    return data[0];
  };

  const judge = async (file: File): Promise<Pick<JsonImport, 'records' | 'fault'>> => {
    if (file.size > MAX_IMPORT_BYTES) return { fault: t('The file is larger than 5 MB') };
    const read = parseRecords(model, await file.text());
    if ('fault' in read) return { fault: read.fault };
    const validator = await loadValidator(model.name);
    const records: ImportedRecord[] = [];
    for (const values of read.records) {
      const reasons = errorLines(validate(model, values, { validator, checkContent: contentFaults }));
      const stored = reasons.length === 0 ? await storedLike(values) : undefined;
      const verdict = reasons.length > 0 ? 'refused' : stored ? 'change' : 'create';
      const name = key === undefined ? undefined : values[key];
      records.push({
        title:
          typeof name === 'string' && name !== ''
            ? name
            : t('Record %{count}', { count: records.length + 1 }),
        ...{ values, verdict, stored, reasons },
      });
    }
    return { records };
  };

  const chosen = useRef<File>(undefined);
  const choose = async (file: File): Promise<void> => {
    chosen.current = file;
    setState({ isReading: true });
    const judged = await judge(file).catch((error: unknown) => ({ fault: messageOf(error) }));
    // Another one was chosen meanwhile.
    if (isOpen.current && chosen.current === file) setState(judged);
  };

  const bring = async ({ values, stored, verdict }: ImportedRecord): Promise<void> => {
    if (stored && verdict === 'change') {
      const data = { ...values, id: stored.id, version: stored['version'] };
      await provider.update(model.name, { id: stored.id, data, previousData: stored });
    } else await provider.create(model.name, { data: values });
  };

  /** Brings in what is not refused, one after the other. @returns how many are stored */
  const apply = async (): Promise<number> => {
    const records = [...(state.records ?? [])];
    let stored = 0;
    for (const [index, one] of records.entries()) {
      if (!isOpen.current) break;
      setState({ records: [...records], done: index });
      if (one.verdict === 'refused' || one.verdict === 'done') continue;
      try {
        await bring(one);
        records[index] = { ...one, verdict: 'done' };
        stored += 1;
      } catch (error) {
        const { fields, message } = toFailure(error);
        const lines = errorLines(fields);
        records[index] = { ...one, verdict: 'refused', reasons: lines.length > 0 ? lines : [message] };
      }
    }
    if (isOpen.current) setState({ records });
    return stored;
  };
  return { ...state, choose, apply };
}
