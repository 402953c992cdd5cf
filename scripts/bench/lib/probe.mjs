// Preloaded into a measured server (`--import`): reports its resource usage over the channel to its parent, without
// keeping it alive.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

process.on('message', (message) => {
  if (message === 'settled') resetPeakRss();
  else if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send({
    cpuMs: (user + system) / 1000,
    userMs: user / 1000,
    mainThreadMs: performance.eventLoopUtilization().active,
    rssMb: process.memoryUsage.rss() / 1024 ** 2,
    peakRssMb: peakRss(),
  });
});
process.channel?.unref();

/** On Linux only; elsewhere the peak is that of the whole process. */
function resetPeakRss() {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux.
  }
}

/** Peak resident set since the last reset, in MB. */
function peakRss() {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib) return Number(kib) / 1024;
  } catch {
    // Not Linux: Node's own figure.
  }
  return process.resourceUsage().maxRSS / 1024;
}
