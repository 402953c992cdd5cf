import type { FileFormat, FormatRows, TextFile } from '../../../engine/resources/fileFormat.ts';
import { readBotpress, wantsBotpress } from './botpress.ts';
import { readDialogflow, wantsDialogflow } from './dialogflow.ts';
import type { BotDraft } from './draft.ts';
import { readLu, wantsLu } from './lu.ts';
import { readRasa, wantsRasa } from './rasa.ts';
import { writeRasa } from './rasaOut.ts';
import { entityRows, intentRows } from './rows.ts';

/** Files of other programs, by the names of `features.formats`: which they are, and the bot that they tell of. */
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

const formatsAs = (rowsOf: (draft: BotDraft) => FormatRows): Record<string, FileFormat> =>
  Object.fromEntries(
    Object.entries(READERS).map(([id, { acceptsPath, read }]): [string, FileFormat] => [
      id,
      {
        acceptsPath,
        read: async (files) => {
          const draft = await read(files);
          return draft && rowsOf(draft);
        },
      },
    ]),
  );

const { rasa, ...others } = formatsAs(intentRows);

/** Formats from which intents come, and to which they go. */
export const INTENT_FORMATS: Record<string, FileFormat> = { ...others, rasa: { ...rasa, write: writeRasa } };

/** Formats from which entities come. */
export const ENTITY_FORMATS = formatsAs(entityRows);
