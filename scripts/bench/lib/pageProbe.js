// Runs in every measured page before its own code: tells when something is painted and the page answers again.
// Moments are in ms since 1970, so that they compare across documents.
{
  const WAITS_MS = 60_000;
  const now = () => performance.timeOrigin + performance.now();

  /** The moment after the next frame was painted. */
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => done(now()));
        port1.start();
        port2.postMessage(0);
      });
    });

  const idle = () => new Promise((done) => requestIdleCallback(done));

  /** Resolves once the condition holds, which is tried after every change of the page and of an input's value. */
  const holds = (condition) =>
    new Promise((done, fail) => {
      const observer = new MutationObserver(attempt);
      const timer = setInterval(attempt, 10);
      const late = setTimeout(() => {
        stop();
        fail(new Error(`${location.pathname} never showed what was waited for: ${condition}`));
      }, WAITS_MS);
      function stop() {
        observer.disconnect();
        clearInterval(timer);
        clearTimeout(late);
      }
      function attempt() {
        if (!condition()) return;
        stop();
        done();
      }
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
      attempt();
    });

  const seen = (selector, text) => {
    const found = [...document.querySelectorAll(selector)];
    return found.some((one) => !text || one.textContent.includes(text) || one.value === text);
  };

  /** In the window, and more than a word for screen readers. */
  const isSeen = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const box = element?.getBoundingClientRect();
    if (!box || box.width <= 1 || box.height <= 1 || !element.checkVisibility()) return false;
    return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  };

  const LOOKS = ['class', 'style', 'hidden', 'disabled', 'src', 'd'];
  /** Rows that are added below the window's end change nothing that is seen. */
  const changesLooks = ({ type, target, addedNodes }) =>
    type === 'childList' && addedNodes.length > 0 ? [...addedNodes].some(isSeen) : isSeen(target);

  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** What scrolls the rows. */
  const scroller = () => {
    let one = document.querySelector('tbody')?.parentElement;
    while (one && one.scrollHeight <= one.clientHeight) one = one.parentElement;
    return one ?? document.documentElement;
  };

  window.bench = {
    /** Goes to the list's end until it says that so many rows are loaded. */
    async loadRows(wanted) {
      const loaded = () =>
        Number(document.querySelector('section output')?.textContent?.replaceAll(/[^\d]/g, ''));
      const until = now() + 3 * WAITS_MS;
      while (!(loaded() >= wanted)) {
        if (now() > until) throw new Error(`${loaded()} of ${wanted} rows are loaded`);
        scroller().scrollTop = scroller().scrollHeight;
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    /** Scrolls by `step` pixels with every frame; the frames' times in ms, and the most nodes that there were. */
    async scroll({ step, frames }) {
      const moved = scroller();
      const deltas = [];
      let nodes = 0;
      let last = await frame();
      for (let n = 0; n < frames; n++) {
        moved.scrollTop += step;
        const now = await frame();
        deltas.push(now - last);
        last = now;
        if (n % 40 === 0) nodes = Math.max(nodes, document.getElementsByTagName('*').length);
      }
      return { deltas, nodes };
    },
    /** Times of so many frames, in ms. */
    async frames(count) {
      const deltas = [];
      let last = await frame();
      for (let n = 0; n < count; n++) {
        const now = await frame();
        deltas.push(now - last);
        last = now;
      }
      return deltas;
    },
    /** The moment at which all lines that match were painted anew. */
    async redrawn(selector) {
      const lines = () => [...document.querySelectorAll(selector)].map((one) => one.getAttribute('d'));
      const before = lines();
      await holds(() => {
        const now = lines();
        return now.length >= before.length && now.every((line) => line && !before.includes(line));
      });
      return painted();
    },
    now,
    painted,
    holds,
    /** When something that matches was painted, and when the main thread was idle after that. */
    async shown(selector, text) {
      await holds(() => seen(selector, text));
      const paintedAt = await painted();
      await idle();
      return { began: performance.timeOrigin, paintedAt, usableAt: now() };
    },
    /**
     * The moment after which nothing that is seen changed any more for so many ms: by then the screen has all that it
     * needs, and what is asked for later is fetched ahead.
     */
    async settled(quietMs) {
      let last = now();
      const observer = new MutationObserver((changes) => {
        if (changes.some(changesLooks)) last = now();
      });
      observer.observe(document.body, {
        ...{ childList: true, subtree: true, characterData: true, attributeFilter: LOOKS },
      });
      while (now() - last < quietMs) await new Promise((done) => setTimeout(done, 20));
      observer.disconnect();
      return last;
    },
    /** The moment of the last event of this type, however it was handled. */
    last: {},
    samples: [],
  };
  for (const type of ['keydown', 'pointerdown', 'click']) {
    window.addEventListener(
      type,
      (event) => (window.bench.last[type] = performance.timeOrigin + event.timeStamp),
      true,
    );
  }
  window.addEventListener(
    'keydown',
    async (event) => {
      const began = performance.timeOrigin + event.timeStamp;
      window.bench.samples.push((await painted()) - began);
    },
    true,
  );
}
