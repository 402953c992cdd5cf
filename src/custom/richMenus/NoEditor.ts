/** Empty editor of a field that another editor renders. */
export default function NoEditor(): null {
  return null;
}
