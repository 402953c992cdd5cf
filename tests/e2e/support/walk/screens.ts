import { readdirSync, readFileSync } from 'node:fs';
import { loadProduct } from '../../../../schemas/loadSchemas.ts';
import type { EntityModel, ProductModel } from '../../../../schemas/model/types.ts';
import { hasScreen, routeOf, viewsOf } from '../../../../schemas/model/screens.ts';
import type { Rest } from '../rest.ts';

/** Screens that no route of a schema or page leads to. */
const OTHERS = ['/', '/products', '/error', '/404', '/nothing-is-here'];
/** What the parameter of a hand-written page stands for, as a resource of the services. */
const PARAMETERS: Record<string, string> = { '/chatbot/report/:id': 'reports' };
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
    const above = model.parent && (await parentWithRecords(model, entities, rest));
    if (model.parent && above === undefined) continue;
    const { field = '' } = model.parent ?? {};
    const filled = (address: string): string =>
      above === undefined ? address : address.replace(`:${field}`, above).replace(`{${field}}`, above);
    const id = await firstOf(rest, filled(model.path));
    if (model.parents) screens.push(routeOf(model, 'list').replace(/\/:\w+$/, ''));
    for (const view of viewsOf(model)) {
      const route = filled(routeOf(model, view));
      if (!route.includes(':id')) screens.push(route);
      else if (id) screens.push(route.replace(':id', id));
    }
  }
  return screens;
}

async function pageScreens(rest: Rest): Promise<string[]> {
  const screens: string[] = [];
  for (const pattern of pagePatterns()) {
    const resource = PARAMETERS[pattern];
    const id = resource && (await firstOf(rest, resource));
    if (resource === undefined) screens.push(pattern);
    else if (id) screens.push(pattern.replace(/:\w+/, id));
  }
  return screens;
}

/** The first record that has others below it, of the entity whose addresses name it. */
async function parentWithRecords(
  { parent, path }: EntityModel,
  entities: EntityModel[],
  rest: Rest,
): Promise<string | undefined> {
  const holder = entities.find(({ name }) => name === parent?.entity);
  const { json } = await rest.call('GET', `${holder?.path ?? ''}?take=50`);
  for (const { id } of (Array.isArray(json) ? json : []) as { id: string }[])
    if (parent && (await firstOf(rest, path.replace(`{${parent.field}}`, id)))) return id;
  return undefined;
}

async function firstOf(rest: Rest, resource: string): Promise<string | undefined> {
  const { json } = await rest.call('GET', `${resource}?take=1`);
  const [record] = (Array.isArray(json) ? json : []) as { id: string }[];
  return record && encodeURIComponent(record.id);
}
