/** How a picture lies under a frame: its scale, and how far it is moved, as shares of the room that there is. */
export interface Placement {
  /** 1 fills the frame exactly; more shows less of the picture. */
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

/** The part of the picture that fills the frame. */
export function cropOf(picture: Size, frame: Size, { zoom, x, y }: Placement): Rect {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height) * Math.max(1, zoom);
  const width = Math.min(picture.width, frame.width / scale);
  const height = Math.min(picture.height, frame.height / scale);
  return { x: (picture.width - width) * x, y: (picture.height - height) * y, width, height };
}

/** Qualities of JPEG from the best on, until the file is small enough. */
const QUALITIES = [0.92, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25];

/**
 * The smallest loss that keeps a picture within the bytes.
 * @param encode makes a JPEG of a quality
 */
export async function withinBytes(
  encode: (quality: number) => Promise<Blob>,
  maxBytes: number,
): Promise<Blob | undefined> {
  for (const quality of QUALITIES) {
    const made = await encode(quality);
    if (made.size <= maxBytes) return made;
  }
  return undefined;
}
