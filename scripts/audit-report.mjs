/**
 * An exception that the project allows itself for a time (scripts/audit-exceptions.json).
 *
 * @typedef {object} AuditException
 * @property {string} advisory as in GHSA-xxxx-xxxx-xxxx
 * @property {string} reason why this program is not affected, or why it must wait
 * @property {string} until the last day on which it counts, YYYY-MM-DD
 *
 * @typedef {object} Advisory
 * @property {string} id
 * @property {string} name of the package
 * @property {string} severity
 * @property {string} title
 */

/**
 * The advisories in what `npm audit --json` prints, each once; null: it is not a report, such as the error of a registry that has none.
 *
 * @param {string} printed
 * @returns {readonly Advisory[] | null}
 */
export function advisoriesOf(printed) {
  const report = parseReport(printed)
  if (report === null) return null
  /** @type {Map<string, Advisory>} */
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const cause of via) {
      // A name stands for a package whose own advisory is listed too.
      if (typeof cause === 'string') continue
      const id = cause.url.split('/').at(-1) ?? cause.url
      found.set(`${id} ${cause.name}`, { id, name: cause.name, severity: cause.severity, title: cause.title })
    }
  }
  return [...found.values()]
}

/**
 * @typedef {{ url: string, name: string, severity: string, title: string }} Cause
 * @param {string} printed
 * @returns {{ vulnerabilities: Record<string, { via: (string | Cause)[] }> } | null}
 */
function parseReport(printed) {
  try {
    const parsed = JSON.parse(printed)
    return typeof parsed?.vulnerabilities === 'object' ? parsed : null
  } catch {
    return null
  }
}

/**
 * What is wrong, a sentence each. Pure.
 *
 * @param {readonly Advisory[]} advisories
 * @param {readonly AuditException[]} exceptions
 * @param {string} today YYYY-MM-DD
 */
export function auditFaults(advisories, exceptions, today) {
  const counting = new Map(exceptions.filter(({ until }) => until >= today).map((one) => [one.advisory, one]))
  const open = advisories.filter(({ id }) => !counting.has(id))
  const ids = new Set(advisories.map(({ id }) => id))
  return [
    ...open.map(({ id, name, severity, title }) => {
      const ended = exceptions.find(({ advisory }) => advisory === id)
      const since = ended ? ` Its exception ended on ${ended.until}.` : ''
      return `${id}: ${name}, ${severity}: ${title}.${since}`
    }),
    ...exceptions
      .filter(({ advisory }) => !ids.has(advisory))
      .map(({ advisory }) => `${advisory}: this exception is no longer needed. Remove it.`),
  ]
}
