import { readdirSync, readFileSync } from 'node:fs';
import { loadProduct } from '../../../../schemas/folder.ts';
import type { ProductModel } from '../../../../schemas/model/types.ts';
import { hasScreen, routeOf, viewsOf } from '../../../../schemas/model/screens.ts';
import type { Rest } from '../rest.ts';

/** Screens that no route of a schema or page leads to. */
const OTHERS = ['/', '/products', '/error', '/404', '/nothing-is-here'];
/** What the parameters of hand-written pages stand for, as resources of the services; one may lie below the one before it. */
const PARAMETERS: Record<string, string[]> = {
  '/chatbot/report/:id': ['reports'],
  '/richmenu/management/:channelId': ['richmenus/channels'],
  '/richmenu/management/:channelId/editor': ['richmenus/channels'],
  '/richmenu/management/:channelId/editor/:id': ['richmenus/channels', 'richmenus/channels/:above/upcoming'],
};
/** Screens beside their plain addresses: other ways to show the same, and faults. */
const VARIANTS = [
  '/campaign/broadcast?_view=calendar',
  '/campaign/broadcast?keyword=nothing+is+called+like+this',
  '/audience?followState=following&sort=displayName',
];

/** The addresses of all hand-written pages, as they register themselves. */
const pagePatterns = (): string[] =>
  readdirSync('src/custom', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^\w+\/index\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(`src/custom/${file}`, 'utf8').matchAll(/registerPage\(\{[^}]*?pattern: '([^']+)'/g),
    ])
    .map(([, pattern = '']) => pattern);

/** Every screen of the console, by an address that shows it to the owner of the demo. */
export async function allScreens(rest: Rest): Promise<string[]> {
  const product = loadProduct('schemas');
  const found = [
    ...OTHERS,
    ...(await entityScreens(product, rest)),
    ...(await pageScreens(rest)),
    ...VARIANTS,
  ];
  return [...new Set([...found, ...product.forms.flatMap(({ tab }) => (tab ? [tab.route] : []))])];
}

async function entityScreens({ entities }: ProductModel, rest: Rest): Promise<string[]> {
  const screens: string[] = [];
  for (const model of entities.filter(hasScreen)) {
    if (model.single) {
      screens.push(routeOf(model, 'list'));
      continue;
    }
    const id = await firstOf(rest, model.path);
    for (const view of viewsOf(model)) {
      const route = routeOf(model, view);
      if (!route.includes(':id')) screens.push(route);
      else if (id) screens.push(route.replace(':id', id));
    }
  }
  return screens;
}

async function pageScreens(rest: Rest): Promise<string[]> {
  const screens: string[] = [];
  for (const pattern of pagePatterns()) {
    let path: string | undefined = pattern;
    let above = '';
    for (const resource of PARAMETERS[pattern] ?? []) {
      const id = await firstOf(rest, resource.replace(':above', above));
      path = id && path?.replace(/:\w+/, id);
      above = id ?? '';
    }
    if (path) screens.push(path);
  }
  return screens;
}

async function firstOf(rest: Rest, resource: string): Promise<string | undefined> {
  const { json } = await rest.call('GET', `${resource}?take=1`);
  const [record] = (Array.isArray(json) ? json : []) as { id: string }[];
  return record && encodeURIComponent(record.id);
}
