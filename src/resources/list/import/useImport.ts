import { WORKSPACE_ZONE } from '../../../../schemas/model/zonedTime.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import type {
  ImportFile,
  ImportRecordPreview,
  ImportOutcome,
} from '../../../dataProvider/importExportCalls.ts';
import { messageOf } from '../../changes/failures.ts';
import type { ConsoleEntity } from '../../product.ts';

/** Records previewed per request. */
const ROWS_PER_PAGE = 100;

export interface Preview {
  judgements: ImportRecordPreview[];
  /** Count of records in the file; undefined before the first response. */
  records?: number;
  /** All records are previewed. */
  isDone: boolean;
  error?: string;
}
const EMPTY_PREVIEW: Preview = { judgements: [], isDone: false };

/** Counts rows by outcome. */
export const countOutcomes = (judgements: ImportRecordPreview[]): Record<ImportOutcome, number> => {
  const counts = { create: 0, change: 0, unchanged: 0, refused: 0 };
  for (const { verdict, rows } of judgements) counts[verdict] += rows.length;
  return counts;
};

/** The state of one import: upload, column mapping, and the preview, loaded page by page. */
export const useImport = (model: ConsoleEntity) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [file, setFile] = useState<ImportFile>();
  const [sourceFile, setSourceFile] = useState<File>();
  const [mapping, setMapping] = useState<(string | null)[]>([]);
  const [uploadProgress, setUploadProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const [preview, setPreview] = useState(EMPTY_PREVIEW);
  const uploading = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);

  const choose = useCallback(
    async (picked: File): Promise<void> => {
      uploading.current?.abort();
      const controller = new AbortController();
      uploading.current = controller;
      setError(undefined);
      setUploadProgress(0);
      try {
        const uploaded = await dataProvider.importFile(model.name, picked, {
          signal: controller.signal,
          onProgress: setUploadProgress,
        });
        setFile(uploaded);
        setSourceFile(picked);
        setMapping(uploaded.mapping);
      } catch (failure) {
        if (!controller.signal.aborted) setError(messageOf(failure));
      } finally {
        setUploadProgress(undefined);
      }
    },
    [dataProvider, model.name],
  );

  const missing = file?.columns.filter(({ name, key }) => key && !mapping.includes(name)) ?? [];
  const isReady = file !== undefined && missing.length === 0;
  const id = file?.id;
  useEffect(() => {
    if (!isReady || id === undefined) return setPreview(EMPTY_PREVIEW);
    const controller = new AbortController();
    const { signal } = controller;
    setPreview(EMPTY_PREVIEW);
    const load = async (): Promise<void> => {
      const judgements: ImportRecordPreview[] = [];
      for (;;) {
        const plan = { mapping, zone: WORKSPACE_ZONE, from: judgements.length, take: ROWS_PER_PAGE };
        const page = await dataProvider.previewImport(model.name, id, plan, { signal });
        judgements.push(...page.judgements);
        const isDone = judgements.length >= page.records || page.judgements.length === 0;
        setPreview({ judgements: [...judgements], records: page.records, isDone });
        if (isDone) return;
      }
    };
    load().catch((failure: unknown) => {
      if (!signal.aborted) setPreview((old) => ({ ...old, error: messageOf(failure) }));
    });
    return () => controller.abort();
  }, [dataProvider, model.name, id, isReady, mapping]);

  return {
    file,
    /** The chosen file. */
    sourceFile,
    /** The entity's other import formats. */
    formats: Object.values(model.features.formats).filter(({ reads }) => reads.length > 0),
    mapping,
    missing,
    preview,
    /** Uploaded share of the file, 0 to 1; undefined without an upload. */
    uploadProgress,
    error,
    choose,
    map: (column: number, name: string | null) =>
      setMapping((old) => old.map((was, at) => (at === column ? name : was === name ? null : was))),
    reset: () => {
      setFile(undefined);
      setError(undefined);
    },
    apply: () => dataProvider.applyImport(model.name, file?.id ?? '', { mapping, zone: WORKSPACE_ZONE }),
  };
};

export type ImportState = ReturnType<typeof useImport>;
