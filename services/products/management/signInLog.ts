import type { DomainModule } from '../../engine/modules/module.ts';
import { newId } from '../../engine/resources/ids.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { UserPool } from '../../engine/userPool/index.ts';

/**
 * Records sign-ins and failed attempts in the audit log, in the background. The user pool's limits bound their number.
 * @returns a function that stops it
 */
function recordSignIns(db: Database, userPool: UserPool): () => void {
  return userPool.events.on(({ kind, user, address }) => {
    const values = [newId(), userPool.now(), user?.sub, user?.name, user?.username, kind, address];
    userPool.background.track(
      db.query(
        `INSERT INTO record_event (id, at, user_id, user_name, username, operation, address)
         VALUES ($1::uuid, $2::timestamptz, $3, $4, $5, $6, $7)`,
        values.map((value) => value ?? null),
      ),
    );
  });
}

export const signInLogModule = {
  name: 'sign-in-log',
  setup(scope, { db, userPool }) {
    if (userPool) scope.addHook('onClose', recordSignIns(db, userPool));
  },
} satisfies DomainModule;
