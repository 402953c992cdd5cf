/** Position of a picture under a frame: its zoom, and its offset as shares of the hidden part. */
export interface Placement {
  /** 1 fills the frame exactly; more shows a smaller part of the picture. */
  zoom: number;
  /** From 0 (left, top) to 1. */
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  x: number;
  y: number;
}

/** Computes the part of the picture that fills the frame. */
export function computeCrop(picture: Size, frame: Size, { zoom, x, y }: Placement): Rect {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height) * Math.max(1, zoom);
  const width = Math.min(picture.width, frame.width / scale);
  const height = Math.min(picture.height, frame.height / scale);
  return { x: (picture.width - width) * x, y: (picture.height - height) * y, width, height };
}

/** JPEG qualities to try, from the best on. */
const QUALITIES = [0.92, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25];

/**
 * Encodes a picture with the best quality that keeps it within a size.
 * @param encode creates a JPEG of a quality
 */
export async function encodeWithinBytes(
  encode: (quality: number) => Promise<Blob>,
  maxBytes: number,
): Promise<Blob | undefined> {
  for (const quality of QUALITIES) {
    const blob = await encode(quality);
    if (blob.size <= maxBytes) return blob;
  }
  return undefined;
}
