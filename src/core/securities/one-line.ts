/** A name as lists, tabs and files have it: a service may break it over lines. What was received stays in the ledger. */
export function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim()
}
