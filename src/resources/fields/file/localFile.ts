import { brokenFileRule, type FileRule, isPicture } from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';

/** The first rule that a file on this device breaks, as far as it can be told before it is sent. */
export async function brokenLocally(rules: FileRules, file: File): Promise<FileRule | undefined> {
  const type = localType(rules, file);
  const early = brokenFileRule(rules, { type, size: file.size });
  if (early || !isPicture(type) || (rules.exact.length === 0 && !rules.least)) return early;
  try {
    const { width, height } = await pictureSize(file);
    return brokenFileRule(rules, { type, size: file.size, width, height });
  } catch {
    return 'damaged';
  }
}

/** The type that the system names, or that the name's extension does: some systems call CSV a spreadsheet. */
function localType({ types }: FileRules, { name, type }: File): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (
    types.find((one) => one === type) ??
    types.find((one) => !isPicture(one) && FILE_TYPES[one].extensions.some((end) => end === extension)) ??
    type
  );
}

async function pictureSize(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
