/** Changes of this window, which were applied with their responses. */
const MAX_REMEMBERED_CHANGES = 200;
const localVersions = new Map<string, number | null>();
const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** Remembers the version that this window saved; null for a deletion. */
export const rememberLocalChange = (entity: string, id: string, version: number | null): void => {
  localVersions.delete(keyOf(entity, id));
  localVersions.set(keyOf(entity, id), version);
  const [oldest] = localVersions.keys();
  if (localVersions.size > MAX_REMEMBERED_CHANGES && oldest !== undefined) localVersions.delete(oldest);
};

/** For a restored record, whose next change is no longer local. */
export const forgetLocalChange = (entity: string, id: string): void =>
  void localVersions.delete(keyOf(entity, id));

/** Whether a published change is one of this window, or an older one. */
export const isLocalChange = (entity: string, id: string, version: number | null): boolean => {
  const localVersion = localVersions.get(keyOf(entity, id));
  if (localVersion === undefined || localVersion === null || version === null)
    return localVersion === version;
  return localVersion >= version;
};
