/**
 * Waits, in the page, until no animation that ends is under way and nothing drawn since has begun one: hand it to
 * `page.evaluate`.
 */
export async function whenStill(): Promise<void> {
  for (let still = 0; still < 3; still++) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => {
      // In a closed disclosure nothing goes on: an animation there would never end.
      const isDrawn = !(effect instanceof KeyframeEffect) || (effect.target?.checkVisibility() ?? true);
      return isDrawn && effect?.getTiming().iterations !== Infinity;
    });
    if (ending.length > 0) still = -1;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
