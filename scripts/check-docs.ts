// Exits with 1 when a page names a file or folder that is not there, or links to nothing, and names each.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { brokenLinks, missingFiles } from './docs/names.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
// Decisions tell what was so on their day; the vocabulary is generated.
const pages = files.filter(
  (file) => file.endsWith('.md') && !file.startsWith('docs/decisions/') && file !== 'docs/vocabulary.md',
);

const problems = pages.flatMap((page) => {
  const text = readFileSync(page, 'utf8');
  const toPath = (link: string): string => normalize(join(dirname(page), link));
  return [
    ...missingFiles(text, files).map((name) => `${page} names ${name}, which is not there`),
    ...brokenLinks(text, (link) => existsSync(toPath(link))).map(
      (link) => `${page} links to ${link}, which is not there`,
    ),
  ];
});
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages, ${problems.length} names of files that are not there`);
process.exitCode = problems.length === 0 ? 0 : 1;
