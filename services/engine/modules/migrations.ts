import type { MigrationModule } from '../storage/migrations/migration.ts';
import type { DomainModule } from './module.ts';

/** The steps of all modules that have tables of their own. */
export function migrationsOf(modules: readonly DomainModule[]): MigrationModule[] {
  return modules.flatMap(({ name, migrations }) => (migrations ? [{ name, migrations }] : []));
}
