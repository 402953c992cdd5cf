/** Changes of this window that are remembered: what is told of them was taken up with the answer already. */
const MOST = 200;
const own = new Map<string, number>();
const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** This window made the record have this version; Infinity when it deleted it. */
export const noteOwn = (entity: string, id: string, version: number): void => {
  own.delete(keyOf(entity, id));
  own.set(keyOf(entity, id), version);
  const [oldest] = own.keys();
  if (own.size > MOST && oldest !== undefined) own.delete(oldest);
};

/** Whether what is told of a record is known here by an answer. */
export const isOwn = (entity: string, id: string, version: number | null): boolean =>
  (own.get(keyOf(entity, id)) ?? -1) >= (version ?? Infinity);
