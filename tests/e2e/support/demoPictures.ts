import { restAs } from './rest.ts';

/** Waits until the demo's pictures are drawn, those of rich menus last: until then the browser tells of missing ones. */
export async function demoPictures(url: string): Promise<void> {
  const owner = await restAs(url, 'owner');
  // A file that is there is answered with what is known of it.
  const areThere = async (): Promise<boolean> => {
    const { json } = await owner.call('GET', 'richmenus?take=50');
    return (json as { image: unknown }[]).every(({ image }) => typeof image === 'object');
  };
  while (!(await areThere())) await new Promise((done) => setTimeout(done, 200));
}
