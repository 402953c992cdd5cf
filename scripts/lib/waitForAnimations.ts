/**
 * Waits, in the page, until all finite animations have ended and none has begun since. For `page.evaluate`.
 */
export async function waitForAnimations(): Promise<void> {
  for (let still = 0; still < 3; still++) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => {
      // Animations in a closed disclosure never progress.
      const isDrawn = !(effect instanceof KeyframeEffect) || (effect.target?.checkVisibility() ?? true);
      return isDrawn && effect?.getTiming().iterations !== Infinity;
    });
    if (ending.length > 0) still = -1;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
