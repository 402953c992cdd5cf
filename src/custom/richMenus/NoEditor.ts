/** A field that another editor draws. */
export default function NoEditor(): null {
  return null;
}
