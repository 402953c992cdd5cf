import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import '../services/channels/registry.ts';
import { describedSettings, readSettings } from '../services/engine/settings/settings.ts';
import { SETTINGS } from '../services/engine/settings/table.ts';
import { grafanaDashboard, ALERTS } from './generate/monitoring.ts';

const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8');
const NAMES = new Set(describedSettings().map(({ name }) => name));
const SECRETS_KEY = Buffer.alloc(32).toString('base64');
const BACKUP_KEY = Buffer.alloc(32, 1).toString('base64');

interface Container {
  command?: string[];
  image: string;
  envFrom: object[];
  ports: { containerPort: number }[];
}

interface Manifest {
  kind: string;
  data?: Record<string, string>;
  spec?: { template?: { spec: { containers: Container[] } } };
}

describe('what a deployment sets', () => {
  const compose = parse(read('compose/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; build?: string }>;
  };
  const consoles = Object.values(compose.services).filter(({ build }) => build !== undefined);
  const manifests = parseAllDocuments(read('kubernetes/console.yaml')).map(
    (document) => document.toJS() as Manifest,
  );
  const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};

  it('in compose are settings, with values that the services take', () => {
    expect(consoles).toHaveLength(2);
    for (const { environment = {} } of consoles) {
      expect(Object.keys(environment).filter((name) => !NAMES.has(name))).toEqual([]);
      const { PUBLIC_URL = '' } = environment;
      const settings = readSettings({
        ...{
          ...environment,
          SECRETS_KEY,
          BACKUP_KEY,
          PUBLIC_URL: PUBLIC_URL.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
        },
      });
      expect(settings).toMatchObject({ metricsPort: 9464, filesS3Bucket: 'console', demo: false });
      expect(settings.backupS3Bucket).toBe('console-backups');
    }
  });

  it('on Kubernetes are settings, with values that the services take', () => {
    expect(Object.keys(config).filter((name) => !NAMES.has(name))).toEqual([]);
    const secrets = { BACKUP_KEY, BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' };
    const settings = readSettings({ ...config, ...secrets });
    expect(settings).toMatchObject({ backupS3Bucket: 'console-backups' });
    expect(settings).toMatchObject({ metricsPort: 9464, demo: false, trustProxy: 1 });
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    const ports = deployment?.spec?.template?.spec.containers[0]?.ports.map(
      ({ containerPort }) => containerPort,
    );
    expect(ports).toEqual([Number(SETTINGS.port.fallback), 9464]);
  });

  it('on Kubernetes is the same for the job that goes before, which the services know', () => {
    const [job] = parseAllDocuments(read('kubernetes/before/tables.yaml')).map(
      (document) => document.toJS() as Manifest,
    );
    const [before] = job?.spec?.template?.spec.containers ?? [];
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    const [running] = deployment?.spec?.template?.spec.containers ?? [];
    expect(before?.image).toBe(running?.image);
    expect(before?.envFrom).toEqual(running?.envFrom);
    const [node, program, word] = before?.command ?? [];
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`CMD ["${node}", "${program}"]`);
    expect(readFileSync('services/server.ts', 'utf8')).toContain(`'${word}'`);
  });

  it('in the image are settings', () => {
    const image = readFileSync('Dockerfile', 'utf8');
    const names = [...image.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => name !== 'NODE' && !NAMES.has(name))).toEqual([]);
  });
});

describe('what runs without what it was built with', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const IMPORT = /(?:^import (?!type)[^;]*?from|^export [^;]*?from|^import|import\()\s*'([^'.\n][^'\n]*)'/gm;
  const sources = ['services', 'schemas'].flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/test[A-Z]/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const packages = new Set(
    sources
      .flatMap((source) => [...source.matchAll(IMPORT)].map(([, name = '']) => name))
      .filter((name) => !name.startsWith('node:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );

  it('has the packages of the services, and those of the console are built in', () => {
    expect([...packages].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });
});

describe('what is watched', () => {
  it('is drawn, each panel once', () => {
    const { panels } = JSON.parse(grafanaDashboard()) as { panels: { id: number; title: string }[] };
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('calls somebody by rules that Prometheus reads', () => {
    const { groups } = parse(read('prometheus/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string; for: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.map(({ alert, expr, for: lasting }) => ({ name: alert, expr, for: lasting }))).toEqual(
      ALERTS.map(({ name, expr, for: lasting }) => ({ name, expr, for: lasting })),
    );
  });
});
