import type { MigrationModule } from '../storage/migrations/migration.ts';
import type { DomainModule } from './module.ts';

/** The migrations of all modules that have some. */
export function listMigrations(modules: readonly DomainModule[]): MigrationModule[] {
  return modules.flatMap(({ name, migrations }) => (migrations ? [{ name, migrations }] : []));
}
