/**
 * The process that decodes and draws pictures, one at a time, for `pictureProcess.ts`. A crash of a decoder or unbounded
 * memory ends this process and not the services. Plain JavaScript, because it is started as a file of its own: the build
 * copies it beside the bundle.
 */
import process from 'node:process';

const MEMORY_CHECK_MS = 20;

const { default: sharp } = await import('sharp').catch(fail);
// Each picture is decoded once: nothing is worth caching, and every further thread holds a further picture in memory.
sharp.cache(false);
sharp.concurrency(1);

const openPicture = (path, maxPixels) =>
  sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true });

const BYTES_PER_SAMPLE = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 };

const TASKS = {
  /** Checks the size by the header, then decodes the whole picture, so that a damaged one is found now. */
  async inspect({ path, maxPixels, maxPixelBytes }) {
    try {
      // Without a limit, so that the size can be reported.
      const { width, height, channels, depth, autoOrient } = await openPicture(path, false).metadata();
      const pixels = width * height;
      if (pixels > maxPixels) return { fault: 'pixels' };
      if (pixels * channels * (BYTES_PER_SAMPLE[depth] ?? 8) > maxPixelBytes) return { fault: 'depth' };
      await openPicture(path, maxPixels).resize({ width: 8, height: 8, fit: 'fill' }).raw().toBuffer();
      return { width: autoOrient.width, height: autoOrient.height };
    } catch {
      return { fault: 'damaged' };
    }
  },

  /** Resizes a picture: upright by its orientation tag, never enlarged, without metadata; of an animation the first frame. */
  async resize({ path, maxPixels, target, width, format }) {
    await openPicture(path, maxPixels)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toFormat(format)
      .toFile(target);
  },

  /** Draws an SVG of our own as PNG. */
  draw: ({ svg }) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer(),
};

process.on('message', async ({ task, maxRssBytes }) => {
  // The decoders work in threads; this one watches them.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes) end();
  }, MEMORY_CHECK_MS);
  let message;
  try {
    message = { answer: await TASKS[task.kind](task) };
  } catch (error) {
    message = { error: String(error?.message ?? error) };
  }
  clearInterval(watch);
  process.send({ ...message, rssBytes: process.memoryUsage.rss() });
});
// Ctrl+C in the terminal is for the services, which end this process when they exit.
process.on('SIGINT', () => undefined);
process.on('disconnect', end);
process.send({ ready: true });

/** Exits at once: an orderly exit would wait for threads that are decoding a picture. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}

function fail(error) {
  process.send({ failed: String(error?.message ?? error) }, () => process.exit(1));
  return new Promise(() => undefined);
}
