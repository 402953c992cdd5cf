/** What LINE takes at most, in bytes. */
export const MAX_IMAGE_BYTES = 1_048_576;

/** The canvas as a file of a type. @param quality of a JPEG, from 0 to 1 */
export const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('No picture was made'))), type, quality);
  });
