import { brokenFileRule, type FileRule, isPicture } from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';

/** The first file rule that can be found broken before the upload. */
export async function findBrokenRule(rules: FileRules, file: File): Promise<FileRule | undefined> {
  const type = detectType(rules, file);
  const brokenRule = brokenFileRule(rules, { type, size: file.size });
  if (brokenRule || !isPicture(type) || (rules.exact.length === 0 && !rules.least)) return brokenRule;
  try {
    const { width, height } = await measurePicture(file);
    return brokenFileRule(rules, { type, size: file.size, width, height });
  } catch {
    return 'damaged';
  }
}

/** The file's MIME type, or that of its extension, since some systems report CSV as a spreadsheet. */
function detectType({ types }: FileRules, { name, type }: File): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (
    types.find((one) => one === type) ??
    types.find((one) => !isPicture(one) && FILE_TYPES[one].extensions.some((end) => end === extension)) ??
    type
  );
}

async function measurePicture(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
