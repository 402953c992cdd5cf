import type { FileFormat, FormatRows, TextFile } from '../../../engine/resources/fileFormat.ts';
import { readBotpress, wantsBotpress } from './botpress.ts';
import { readDialogflow, wantsDialogflow } from './dialogflow.ts';
import type { BotDraft } from './draft.ts';
import { readLu, wantsLu } from './lu.ts';
import { readRasa, wantsRasa } from './rasa.ts';
import { writeRasa } from './writeRasa.ts';
import { entityRows, intentRows } from './rows.ts';

/** Readers of other programs' files, by their names in `features.formats`. */
const READERS: Record<
  string,
  {
    acceptsPath: (path: string) => boolean;
    read: (files: readonly TextFile[]) => Promise<BotDraft | undefined>;
  }
> = {
  dialogflow: { acceptsPath: wantsDialogflow, read: readDialogflow },
  rasa: { acceptsPath: wantsRasa, read: readRasa },
  botpress: { acceptsPath: wantsBotpress, read: readBotpress },
  lu: { acceptsPath: wantsLu, read: readLu },
};

const toFormats = (toRows: (draft: BotDraft) => FormatRows): Record<string, FileFormat> =>
  Object.fromEntries(
    Object.entries(READERS).map(([id, { acceptsPath, read }]): [string, FileFormat] => [
      id,
      {
        acceptsPath,
        read: async (files) => {
          const draft = await read(files);
          return draft && toRows(draft);
        },
      },
    ]),
  );

const { rasa, ...importOnly } = toFormats(intentRows);

/** Formats for importing and exporting intents. */
export const INTENT_FORMATS: Record<string, FileFormat> = {
  ...importOnly,
  rasa: { ...rasa, write: writeRasa },
};

/** Formats for importing entities. */
export const ENTITY_FORMATS = toFormats(entityRows);
