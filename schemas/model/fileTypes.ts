/** MIME types that the services detect by a file's content; a file field lists the ones that it accepts. */
export const FILE_TYPES = {
  'image/png': { label: 'PNG', extensions: ['png'], picture: true },
  'image/jpeg': { label: 'JPEG', extensions: ['jpg', 'jpeg'], picture: true },
  'image/gif': { label: 'GIF', extensions: ['gif'], picture: true },
  'image/webp': { label: 'WebP', extensions: ['webp'], picture: true },
  'video/mp4': { label: 'MP4', extensions: ['mp4', 'm4v'], picture: false },
  'audio/mp4': { label: 'M4A', extensions: ['m4a'], picture: false },
  'audio/mpeg': { label: 'MP3', extensions: ['mp3'], picture: false },
  'application/pdf': { label: 'PDF', extensions: ['pdf'], picture: false },
  'text/csv': { label: 'CSV', extensions: ['csv'], picture: false },
} as const satisfies Record<string, { label: string; extensions: string[]; picture: boolean }>;

export type StoredFileType = keyof typeof FILE_TYPES;
