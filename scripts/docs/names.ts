const CODE = /`([^`\s]+)`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const SOURCE = /[\w-]\.(?:tsx?|mjs|json)$/;
const FOLDER = /^(?:services|src|schemas|scripts|tests|docs)\//;

/**
 * Files and folders that a page names and that are not there: `intake/people.ts` stands for any file that ends so.
 * Names with a placeholder (`<type>`, `*`) are passed over.
 * @param files all files of the repository, by their paths from its root
 */
export function missingFiles(text: string, files: readonly string[]): string[] {
  const isThere = (name: string): boolean =>
    files.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(`${name}/`));
  return [...text.matchAll(CODE)]
    .map(([, name = '']) => name.replace(/\/$/, ''))
    .filter((name) => /^[\w./-]+$/.test(name) && (SOURCE.test(name) || FOLDER.test(name)))
    .filter((name) => !isThere(name));
}

/** Links of a page to other files of the repository that lead nowhere. */
export function brokenLinks(text: string, isThere: (link: string) => boolean): string[] {
  return [...text.matchAll(LINK)]
    .map(([, link = '']) => link.split('#', 1)[0] ?? '')
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !isThere(link));
}
