import type { StoredFileType } from '../fileTypes.ts';

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** What a file field takes. */
export interface FileRules {
  types: StoredFileType[];
  /** Bytes. */
  maxBytes: number;
  /** A picture has one of these sizes; empty when any will do. */
  exact: PictureSize[];
  /** A picture is at least this wide and this high. */
  least?: PictureSize;
  /** A picture is as wide as it is high. */
  square?: true;
  /** An address from outside is copied here, so that the field holds the copy's. */
  copy?: true;
  /** Name of the field beside it that is given a small copy of an uploaded picture while it is empty. */
  smallIn?: string;
}
