/** Largest image that LINE accepts. */
export const MAX_IMAGE_BYTES = 1_048_576;

/** Encodes a canvas as an image file. @param quality of a JPEG, from 0 to 1 */
export const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))), type, quality);
  });
