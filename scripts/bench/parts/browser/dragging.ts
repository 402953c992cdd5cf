import sharp from 'sharp';
import { openTab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { PART, type Bench } from './bench.ts';

const FRAMES = 240;
const LONG_FRAME_MS = 50;
/** As a phone takes it. */
const PHOTO = { width: 4000, height: 3000 };

/** A large picture that is moved under the frame of a rich menu, on a slowed CPU: every frame meanwhile. */
export async function dragging({ browser, url, session, options }: Bench): Promise<Measure[]> {
  const { page, close } = await openTab(browser, { session, speed: { cpu: 4 } });
  const long: number[] = [];
  const slowest: number[] = [];
  try {
    await page.goto(`${url}/richmenu/editor`);
    await page
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await page.getByRole('button', { name: 'Fit to 2500 × 1686' }).click();
    const stage = page.getByRole('dialog').getByRole('application');
    await page.getByRole('button', { name: 'Use image' }).click({ trial: true });
    const box = await stage.boundingBox();
    if (!box) throw new Error('There is no picture to move');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let round = 0; round < Math.min(3, options.rounds); round++) {
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.down();
      const watched = page.evaluate((frames) => window.bench.frames(frames), FRAMES);
      const state = { isOver: false };
      void watched.finally(() => (state.isOver = true));
      for (let n = 0; !state.isOver; n++) {
        const by = (Math.abs(((n / 50) % 2) - 1) - 0.5) * box.height;
        await page.mouse.move(middle.x + by, middle.y + by / 2);
      }
      const deltas = await watched;
      await page.mouse.up();
      long.push(deltas.filter((delta) => delta > LONG_FRAME_MS).length);
      slowest.push(Math.max(...deltas));
    }
  } finally {
    await close();
  }
  const what = 'a photo moved under the frame of a rich menu';
  return [
    measure(PART, `${what}: frames over ${LONG_FRAME_MS} ms of ${FRAMES}, 4× CPU`, 'frames', long, {
      goal: { of: 'ours', atMost: 0 },
    }),
    measure(PART, `${what}: slowest frame, 4× CPU`, 'ms', slowest),
  ];
}

/** Noise in colours: nothing about it is easy to draw. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      ...PHOTO,
      channels: 3,
      background: '#0b6a78',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
