/** A name on one line for lists, tabs and files: the service may send line breaks. The ledger keeps the original. */
export function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim()
}
