import { resolve } from 'node:path'
import { isTearsheetLink, viewOfLink, type LinkedView } from './view-link.ts'

interface StartArguments {
  /** Absolute path, or null for the default profile. */
  readonly profile: string | null
  readonly view: LinkedView | null
}

const longest = 4096

/**
 * `--profile DIR` and one link; everything else is ignored, Chromium's own switches among it. A start by a link comes from
 * whoever wrote the link, who can smuggle in options on some desktops: it may choose a view and nothing more.
 */
export function startArguments(argv: readonly string[], folder: string): StartArguments {
  const link = argv.find(isTearsheetLink)
  if (link !== undefined) return { profile: null, view: viewOfLink(link) }
  const named = profileArgument(argv)
  return { profile: named === null ? null : resolve(folder, named), view: null }
}

function profileArgument(argv: readonly string[]): string | null {
  for (const [index, argument] of argv.entries()) {
    const value = argument === '--profile' ? argv[index + 1] : /^--profile=(.*)$/s.exec(argument)?.[1]
    if (value !== undefined && isFolderName(value)) return value
  }
  return null
}

function isFolderName(text: string): boolean {
  return text !== '' && text.length <= longest && !text.startsWith('-') && !text.includes('\0') && !text.includes('://')
}

/** The arguments of this start, for another one with another profile. */
export function relaunchArguments(argv: readonly string[], profile: string): string[] {
  const others = argv.filter(
    (argument, index) =>
      !isTearsheetLink(argument) &&
      argument !== '--profile' &&
      argv[index - 1] !== '--profile' &&
      !argument.startsWith('--profile='),
  )
  return [...others, `--profile=${profile}`]
}
