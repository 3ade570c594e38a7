import type { RemovedDefense } from './removed-defense.ts'

/** Promises with a test that no edit of one source can break within minutes, and why. */
export const notSeenToFail: ReadonlyMap<string, string> = new Map([
  ['P4', 'Two packages are built and compared, which takes minutes: not part of this run.'],
  ['W14', 'A job is requested again in several ways after a sleep, and the lack of one of them is not noticed.'],
  ['W7', 'Its test drives the built window in a browser: not part of this run.'],
])

/** The rows of docs/promises-seen-to-fail.md: promises, what was removed, the test that failed. */
export function tableOf(defenses: readonly RemovedDefense[]): string {
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
  return defenses
    .map(
      ({ promises, removed, test, name }) =>
        `| ${promises.join(', ')} | ${cell(removed)} | \`${test}\`: ${cell(name)} |`,
    )
    .join('\n')
}

/** The same rows without the blanks that line up a table. */
export function recordOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| [A-Z]\d/.test(line))
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
}
