import { parseArgs } from 'node:util'

/** The groups a developer may ask for, in the order in which they run. */
export const groups = /** @type {const} */ (['format', 'lint', 'types', 'imports', 'build', 'unit', 'e2e', 'packed'])

/** @typedef {typeof groups[number]} Group */

export const testHelp = `Runs Tearsheet’s checks

  npm test                        all checks
  npm test -- unit                one group; several: npm test -- lint types, or --only lint,types
                                  groups: ${groups.join(', ')}
  npm test -- --help              show this help`

/**
 * @param {readonly string[]} args
 * @returns {{ selected: readonly Group[], help: boolean } | { mistake: string }}
 */
export function parseSelection(args) {
  const read = readArguments(args)
  if (typeof read === 'string') return { mistake: read }
  const unknown = read.named.find((name) => !groups.some((group) => group === name))
  if (unknown !== undefined) return { mistake: `“${unknown}” is not a group of checks. Groups: ${groups.join(', ')}.` }
  const selected = read.named.length === 0 ? groups : groups.filter((group) => read.named.includes(group))
  return { selected, help: read.help }
}

/** @param {readonly string[]} args */
function readArguments(args) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
    })
    const named = [...positionals, ...(values.only ?? [])].flatMap((names) => names.split(',')).filter(Boolean)
    return { named, help: values.help ?? false }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    return `${reason}. See \`npm test -- --help\`.`
  }
}
