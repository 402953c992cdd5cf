/** Changes of this window that are remembered: what is told of them was taken up with the answer already. */
const MAX_REMEMBERED_CHANGES = 200;
const localVersions = new Map<string, number | null>();
const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** This window made the record have this version; null when it deleted it. */
export const rememberLocalChange = (entity: string, id: string, version: number | null): void => {
  localVersions.delete(keyOf(entity, id));
  localVersions.set(keyOf(entity, id), version);
  const [oldest] = localVersions.keys();
  if (localVersions.size > MAX_REMEMBERED_CHANGES && oldest !== undefined) localVersions.delete(oldest);
};

/** A record that this window deleted is there again: whatever is told of it from now on is news. */
export const forgetLocalChange = (entity: string, id: string): void =>
  void localVersions.delete(keyOf(entity, id));

/** Whether what is told of a record is known here by an answer. */
export const isLocalChange = (entity: string, id: string, version: number | null): boolean => {
  const known = localVersions.get(keyOf(entity, id));
  if (known === undefined || known === null || version === null) return known === version;
  return known >= version;
};
