import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compiler, RuleType } from 'markdown-to-jsx/html';

/** The product's own guide; other schema folders have their pages in `guide/`. */
const GUIDE = resolve('docs/guide');

/**
 * Finds the file of a page of the guide.
 * @throws Error when there is none
 */
export function guideFile(name: string, schemasDir: string): string {
  const files = [join(schemasDir, 'guide'), GUIDE].map((folder) => join(folder, `${name}.md`));
  const file = files.find((one) => existsSync(one));
  if (file === undefined)
    throw new Error(`menu.json names the guide "${name}", which has no page: write docs/guide/${name}.md`);
  return file;
}

/** Translations of a page by language code, in folders beside it. */
const guideTranslations = (file: string): Map<string, string> =>
  new Map(
    readdirSync(dirname(file), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, join(dirname(file), name, basename(file))] as const)
      .filter(([, translation]) => existsSync(translation)),
  );

/** The title of a page: its first heading. */
export const guideTitle = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.trim() ?? '';

/** The file behind `virtual:guide/<name>`, or `<name>.<language>` for one in another language. */
export function pageFile(module: string, schemasDir: string): string {
  const [name = '', language = ''] = module.split('.');
  const file = guideFile(name, schemasDir);
  return guideTranslations(file).get(language) ?? file;
}

/** Builds the source of a module with the list of pages: their titles and loaders, in all languages. */
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

/** Placeholder in the HTML for the URL of a picture, which the bundler chooses. */
const picturePlaceholder = (index: number): string => `\0${index}\0`;

/**
 * Builds the source of a module that exports the `html` of a page: pictures are assets of the build, and links to other
 * pages are buttons (`data-guide`).
 */
export function guideModule(file: string): string {
  const pictures: string[] = [];
  const html = compiler(readFileSync(file, 'utf8'), {
    forceBlock: true,
    wrapper: null,
    renderRule(next, node, within) {
      if (node.type === RuleType.heading) {
        // Below the headings of the screen and the panel.
        const tag = `h${node.level + 2}`;
        return `<${tag}>${within(node.children)}</${tag}>`;
      }
      if (node.type === RuleType.image) {
        const picture = resolve(file, '..', node.target ?? '');
        pictures.push(picture);
        return pictureHtml(picture, node.alt ?? '', picturePlaceholder(pictures.length - 1));
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

/** A picture with its size, so that nothing moves when it loads, linked to the full file. */
function pictureHtml(file: string, alt: string, address: string): string {
  const { width, height } = pngSize(file);
  const image = `<img src="${address}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">`;
  return `<a href="${address}" target="_blank">${image}</a>`;
}

/** Reads width and height from the header of a PNG file. */
function pngSize(file: string): { width: number; height: number } {
  const head = readFileSync(file).subarray(16, 24);
  return { width: head.readUInt32BE(0), height: head.readUInt32BE(4) };
}
