// Runs in a thread of its own, so that a busy attacker does not make the services look slow.
import { parentPort, workerData } from 'node:worker_threads';

const { targets, intervalMs } = workerData;
/** Slowest response of each target, and responses other than 200. */
const results = Object.fromEntries(
  Object.keys(targets).map((name) => [name, { slowestMs: 0, failures: [] }]),
);
const stop = new AbortController();
parentPort.once('message', () => stop.abort());

async function probe(name, { url, headers }) {
  const result = results[name];
  while (!stop.signal.aborted) {
    const startedAt = performance.now();
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) result.failures.push(`answered ${response.status}`);
    } catch (error) {
      result.failures.push(String(error));
    }
    result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt);
    await new Promise((done) => setTimeout(done, intervalMs));
  }
}

await Promise.all(Object.entries(targets).map(([name, target]) => probe(name, target)));
parentPort.postMessage(results);
