/**
 * The thread that runs the embedded engine. It speaks PostgreSQL's wire protocol over its port: raw frontend
 * messages come in, raw backend messages go out, so that the same driver serves both engines. Plain JavaScript,
 * because it is started as a file of its own: the build copies it beside the bundle.
 */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { parentPort, workerData } from 'node:worker_threads';
import { placePrepared } from './preparedFolder.mjs';

const STARTED = Buffer.from([
  ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], // AuthenticationOk
  ...[0x5a, 0, 0, 0, 5, 0x49], // ReadyForQuery, idle
]);

/*
 * The engine zeroes its shared buffers at start, so that all of their memory is resident; other pages are in the file
 * cache of the system. There is one connection; the lock table keeps the size of the default hundred, since a migration
 * locks every table and index.
 */
const SETTINGS = { shared_buffers: '32MB', max_connections: 5, max_locks_per_transaction: 1280 };

try {
  if (workerData.prepared) placePrepared(workerData.prepared, workerData.folder);
  const engine = await PGlite.create({
    dataDir: workerData.folder,
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
  parentPort.postMessage({ ready: true });
  let work = Promise.resolve();
  parentPort.on('message', ({ start, bytes, close }) => {
    work = work
      .then(async () => {
        if (start) return parentPort.postMessage({ bytes: new Uint8Array(STARTED) });
        if (close) {
          await engine.close();
          return parentPort.close();
        }
        await engine.execProtocolRawStream(bytes, {
          onRawData: (data) => {
            const copy = new Uint8Array(data);
            parentPort.postMessage({ bytes: copy }, [copy.buffer]);
          },
        });
      })
      .catch(fail);
  });
} catch (error) {
  fail(error);
}

/** Names of the errno values of the engine's file system, for the errors that a person can resolve. */
const ERRNO = { 2: 'EACCES', 19: 'EDQUOT', 22: 'EFBIG', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };

function fail(error) {
  const code = error?.code ?? (error?.name === 'ErrnoError' ? ERRNO[error.errno] : undefined);
  const message = String(error?.message ?? (error?.errno === undefined ? error : `error ${error.errno}`));
  parentPort.postMessage({ failed: { message, code } });
  parentPort.close();
}
