import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compiler, RuleType } from 'markdown-to-jsx/html';

/** Where the product's own guide is; the pages of other schemas are in their folder's `guide/`. */
const GUIDE = resolve('docs/guide');

/**
 * The file of a page of the guide.
 * @throws when there is none
 */
export function guideFile(name: string, schemasDir: string): string {
  const files = [join(schemasDir, 'guide'), GUIDE].map((folder) => join(folder, `${name}.md`));
  const file = files.find((one) => existsSync(one));
  if (file === undefined)
    throw new Error(`menu.json names the guide "${name}", which has no page: write docs/guide/${name}.md`);
  return file;
}

/** The page in other languages, by their codes: in a folder of each beside it. */
const guideTranslations = (file: string): Map<string, string> =>
  new Map(
    readdirSync(dirname(file), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, join(dirname(file), name, basename(file))] as const)
      .filter(([, translation]) => existsSync(translation)),
  );

/** What a page is called: its first heading. */
export const guideTitle = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.trim() ?? '';

/** The file behind `virtual:guide/<name>`, or `<name>.<language>` for one in another language. */
export function pageFile(module: string, schemasDir: string): string {
  const [name = '', language = ''] = module.split('.');
  const file = guideFile(name, schemasDir);
  return guideTranslations(file).get(language) ?? file;
}

/** The list of pages as the source of a module: what each is called and loaded by, in English and in other languages. */
export function guidesModule(names: readonly string[], schemasDir: string): string {
  const page = (file: string, module: string): string =>
    `title: ${JSON.stringify(guideTitle(file))}, load: () => import('virtual:guide/${module}')`;
  const pages = names.map((name) => {
    const file = guideFile(name, schemasDir);
    const others = [...guideTranslations(file)].map(
      ([language, translation]) =>
        `${JSON.stringify(language)}: { ${page(translation, `${name}.${language}`)} }`,
    );
    return `{ name: ${JSON.stringify(name)}, ${page(file, name)}, translations: { ${others.join(', ')} } }`;
  });
  return `export const guides = [${pages.join(',\n')}];`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Stands in the HTML for the address of a picture, which the build chooses. */
const placeOf = (index: number): string => `\0${index}\0`;

/**
 * A page of the guide as the source of a module that exports its `html`: with pictures that are files of the build, and
 * buttons (`data-guide`) for links to other pages.
 */
export function guideModule(file: string): string {
  const pictures: string[] = [];
  const html = compiler(readFileSync(file, 'utf8'), {
    forceBlock: true,
    wrapper: null,
    renderRule(next, node, within) {
      if (node.type === RuleType.heading) {
        // Above it stand the screen's heading and the panel's.
        const tag = `h${node.level + 2}`;
        return `<${tag}>${within(node.children)}</${tag}>`;
      }
      if (node.type === RuleType.image) {
        const picture = resolve(file, '..', node.target ?? '');
        pictures.push(picture);
        return pictureHtml(picture, node.alt ?? '', placeOf(pictures.length - 1));
      }
      if (node.type === RuleType.link) {
        const page = /^([\w-]+)\.md$/.exec(node.target ?? '')?.[1];
        return page === undefined
          ? `<a href="${escapeHtml(node.target ?? '')}" target="_blank" rel="noreferrer">${within(node.children)}</a>`
          : `<button type="button" data-guide="${page}">${within(node.children)}</button>`;
      }
      return next();
    },
  });
  const imports = pictures.map(
    (picture, index) => `import picture${index} from ${JSON.stringify(`${picture}?url&no-inline`)};`,
  );
  const source = html.split('\0').map((part, at) => (at % 2 === 0 ? JSON.stringify(part) : `picture${part}`));
  return [...imports, `export const html = ${source.join(' + ')};`].join('\n');
}

/** A picture with its size, so that nothing moves when it comes, and the way to it in full. */
function pictureHtml(file: string, alt: string, address: string): string {
  const { width, height } = pngSize(file);
  const image = `<img src="${address}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">`;
  return `<a href="${address}" target="_blank">${image}</a>`;
}

/** Width and height as a PNG file states them at its beginning. */
function pngSize(file: string): { width: number; height: number } {
  const head = readFileSync(file).subarray(16, 24);
  return { width: head.readUInt32BE(0), height: head.readUInt32BE(4) };
}
