// Runs in every measured page before its own code: tells when something is painted and the page answers again.
// Moments are in ms since 1970, so that they compare across documents.
{
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
    new Promise((done) => {
      const observer = new MutationObserver(attempt);
      const timer = setInterval(attempt, 10);
      function attempt() {
        if (!condition()) return;
        observer.disconnect();
        clearInterval(timer);
        done();
      }
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
      attempt();
    });

  const seen = (selector, text) => {
    const found = [...document.querySelectorAll(selector)];
    return found.some((one) => !text || one.textContent.includes(text) || one.value === text);
  };

  window.bench = {
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
    /** The moment of the last event of this type, however it was handled. */
    last: {},
    samples: [],
  };
  for (const type of ['keydown', 'pointerdown', 'click']) {
    window.addEventListener(type, (event) => (window.bench.last[type] = performance.timeOrigin + event.timeStamp), true);
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
