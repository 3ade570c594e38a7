/** A record's name on one line: line breaks of the service become spaces. */

/** A name of a record as it is shown: a service may break it over lines. */
export function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim()
}
