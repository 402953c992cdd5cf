/** Changes of this window that are remembered: what is told of them was taken up with the answer already. */
const MAX_REMEMBERED_CHANGES = 200;
const localVersions = new Map<string, number>();
const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** This window made the record have this version; Infinity when it deleted it. */
export const rememberLocalChange = (entity: string, id: string, version: number): void => {
  localVersions.delete(keyOf(entity, id));
  localVersions.set(keyOf(entity, id), version);
  const [oldest] = localVersions.keys();
  if (localVersions.size > MAX_REMEMBERED_CHANGES && oldest !== undefined) localVersions.delete(oldest);
};

/** Whether what is told of a record is known here by an answer. */
export const isLocalChange = (entity: string, id: string, version: number | null): boolean =>
  (localVersions.get(keyOf(entity, id)) ?? -1) >= (version ?? Infinity);
