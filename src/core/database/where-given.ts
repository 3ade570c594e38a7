/** Joins the conditions of a filter's given values. */

/**
 * The conditions of those values that are not null, joined by AND. One statement for every filter, with `@symbol IS NULL OR
 * symbol = @symbol`, would read a whole table for one company: SQLite uses no index for a condition that may be none.
 */
export function whereGiven(
  values: Readonly<Record<string, unknown>>,
  conditions: Readonly<Record<string, string>>,
): string {
  const given = Object.entries(conditions).filter(([name]) => values[name] !== null && values[name] !== undefined)
  return given.length === 0 ? 'true' : given.map(([, condition]) => condition).join(' AND ')
}
