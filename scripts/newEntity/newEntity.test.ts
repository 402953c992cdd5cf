import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { loadProduct, readSchemaFolder } from '../../schemas/loadSchemas.ts';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { compileProduct } from '../../schemas/model/compile.ts';
import { entitySchema } from './schema.ts';

const product = cachedProduct();
const { files } = readSchemaFolder('schemas');

describe('a new entity gets right words, and the product stays without a mistake', () => {
  it.each([
    ['order-status', 'Order status', 'Order statuses', 'order-statuses', 'an order status'],
    ['city', 'City', 'Cities', 'cities', 'a city'],
    ['box', 'Box', 'Boxes', 'boxes', 'a box'],
    ['sms-log', 'SMS log', 'SMS logs', 'sms-logs', 'an SMS log'],
    ['faq', 'FAQ', 'FAQs', 'faqs', 'an FAQ'],
    ['api-key', 'API key', 'API keys', 'api-keys', 'an API key'],
    ['url', 'URL', 'URLs', 'urls', 'a URL'],
    ['person', 'Person', 'People', 'people', 'a person'],
    ['sales-person', 'Sales person', 'Sales people', 'sales-people', 'a sales person'],
    ['child', 'Child', 'Children', 'children', 'a child'],
    ['quiz', 'Quiz', 'Quizzes', 'quizzes', 'a quiz'],
    ['user-group', 'User group', 'User groups', 'user-groups', 'a user group'],
    ['area', 'Area', 'Areas', 'areas', 'an area'],
  ])('%s', (name, title, plural, path, withArticle) => {
    const file = { file: `${name}.schema.json`, content: entitySchema(name, product) };
    const { product: next, problems } = compileProduct([...files, file]);
    expect(problems).toEqual([]);
    expect(next.entities.find((one) => one.name === name)).toMatchObject({
      title,
      plural,
      path,
      routes: { list: `/${path}` },
      menu: { group: 'main', label: plural },
      description: `Say here what ${withArticle} is for.`,
    });
  });
});

describe('npm run new-entity', () => {
  const folder = mkdtempSync(join(tmpdir(), 'new-entity-'));
  cpSync('schemas', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  const run = (name: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/new-entity.ts', name], {
      env: { ...process.env, SCHEMAS_DIR: folder },
      encoding: 'utf8',
    });

  it('writes a formatted file that works, and says who may use it', async () => {
    const { status, stdout, stderr } = run('order-status');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/of use to cim\.admin; to be seen only, to cim\.user/);
    const file = join(folder, 'order-status.schema.json');
    const source = readFileSync(file, 'utf8');
    expect(await check(source, { ...(await resolveConfig('schemas')), filepath: file })).toBe(true);
    expect(loadProduct(folder).entities.map(({ name }) => name)).toContain('order-status');
  }, 60_000);

  it.each([
    ['Order_Status', /kebab case/],
    ['user-profile', /"user-profile" is the name of an entity already/],
  ])(
    'refuses %s, saying why',
    (name, reason) => {
      const { status, stderr } = run(name);
      expect(status).toBe(1);
      expect(stderr).toMatch(reason);
    },
    60_000,
  );
});
