/** Compares version numbers as Semantic Versioning orders them. */

/** Three numbers, and perhaps what marks a version before the release: `0.2.0`, `0.2.0-beta.1`. */
const versionPattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?$/

/** Whether a released version, three numbers, is newer than the running one. A version before the release is older than it. */
export function compareWithRunning(released: string, running: string): 'newer' | 'same' | 'older' {
  const [one, other] = [partsOf(released), partsOf(running)]
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference > 0 ? 'newer' : 'older'
  }
  return other.isBeforeRelease ? 'newer' : 'same'
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly isBeforeRelease: boolean } {
  const found = versionPattern.exec(version)
  if (found === null) throw new Error(`${version} is not a version`)
  return { numbers: found.slice(1, 4).map(Number), isBeforeRelease: found[4] !== undefined }
}
