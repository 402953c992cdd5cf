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

/** A record of the file with its preview. */
export interface ImportedRecord {
  title: string;
  values: JsonObject;
  verdict: 'create' | 'change' | 'refused' | 'done';
  /** The stored record that it updates. */
  stored?: EntityRecord;
  /** Why it is left out: one line per error. */
  reasons: string[];
}

export interface JsonImport {
  records?: ImportedRecord[];
  error?: string;
  /** The preview is being computed. */
  isReading?: boolean;
  /** Number of processed records while the import runs. */
  done?: number;
  choose: (file: File) => Promise<void>;
  apply: () => Promise<number>;
}

/** Imports records of a JSON file after a preview; a record with the key of a stored one updates that one. */
export function useJsonImport(model: ConsoleEntity): JsonImport {
  const provider = useDataProvider<ConsoleDataProvider>();
  const [state, setState] = useState<Pick<JsonImport, 'records' | 'error' | 'isReading' | 'done'>>({});
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const key = model.fields.find(({ unique }) => unique)?.name;

  const findStored = async (values: JsonObject): Promise<EntityRecord | undefined> => {
    const value = key === undefined ? undefined : values[key];
    if (key === undefined || typeof value !== 'string') return undefined;
    const { data } = await provider.getList<EntityRecord>(model.name, {
      filter: { [key]: value },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    });
    return data[0];
  };

  const buildPreview = async (file: File): Promise<Pick<JsonImport, 'records' | 'error'>> => {
    if (file.size > MAX_IMPORT_BYTES) return { error: t('The file is larger than 5 MB') };
    const read = parseRecords(model, await file.text());
    if ('error' in read) return { error: read.error };
    const validator = await loadValidator(model.name);
    const records: ImportedRecord[] = [];
    for (const values of read.records) {
      const reasons = errorLines(validate(model, values, { validator, checkContent: contentFaults }));
      const stored = reasons.length === 0 ? await findStored(values) : undefined;
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

  const chosenFile = useRef<File>(undefined);
  const choose = async (file: File): Promise<void> => {
    chosenFile.current = file;
    setState({ isReading: true });
    const preview = await buildPreview(file).catch((error: unknown) => ({ error: messageOf(error) }));
    // Ignored where another file was chosen meanwhile.
    if (isOpen.current && chosenFile.current === file) setState(preview);
  };

  const saveRecord = async ({ values, stored, verdict }: ImportedRecord): Promise<void> => {
    if (stored && verdict === 'change') {
      const data = { ...values, id: stored.id, version: stored['version'] };
      await provider.update(model.name, { id: stored.id, data, previousData: stored });
    } else await provider.create(model.name, { data: values });
  };

  /** Imports the accepted records one after the other. @returns the number of saved records */
  const apply = async (): Promise<number> => {
    const records = [...(state.records ?? [])];
    let stored = 0;
    for (const [index, one] of records.entries()) {
      if (!isOpen.current) break;
      setState({ records: [...records], done: index });
      if (one.verdict === 'refused' || one.verdict === 'done') continue;
      try {
        await saveRecord(one);
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
