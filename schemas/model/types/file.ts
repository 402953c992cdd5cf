import type { StoredFileType } from '../fileTypes.ts';

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** What a file field accepts. */
export interface FileRules {
  types: StoredFileType[];
  /** Bytes. */
  maxBytes: number;
  /** Allowed picture sizes; empty for any size. */
  exact: PictureSize[];
  /** Minimum picture size. */
  least?: PictureSize;
  /** Only square pictures. */
  square?: true;
  /** An external URL is downloaded, and the field set to the copy's URL. */
  copy?: true;
  /** Sibling field that is filled with a small copy of an uploaded picture while it is empty. */
  smallIn?: string;
}
