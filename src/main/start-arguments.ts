/** Reads the command line of the Electron program. */

import { resolve } from 'node:path'
import { isTearsheetLink } from '#contract/deep-link.ts'
import { isCommand, noCommand } from '#command-line/is-command.ts'
import { isChromiumSwitch } from './chromium-switches.ts'
import { readLink } from './deep-link.ts'

/** The purpose of a start. */
export type StartArguments =
  | {
      readonly kind: 'open'
      /** Absolute path, or null for the default profile. */
      readonly profile: string | null
      /** Result of `readLink`; null: no link, or one that opens nothing. */
      readonly link: string | null
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'doctor'; readonly profile: string | null }
  /** A command of the command line, which opens no window; `words` begins with its name. */
  | { readonly kind: 'command'; readonly words: readonly string[] }
  /** One sentence for the terminal; nothing was started. */
  | { readonly kind: 'mistake'; readonly says: string }

export const help = `Tearsheet, an offline-first research desktop for equity analysts

  tearsheet                  open the window
  tearsheet LINK             open what a link names, such as tearsheet://company/HLDN
  tearsheet --profile DIR    use this profile folder instead of the default
  tearsheet doctor           check what works on this computer, print a report for support and quit;
                             with --profile DIR, of that profile; also tearsheet --doctor
  tearsheet COMMAND          look something up in the library, or export it: see tearsheet help
  tearsheet --version        print the version and quit
  tearsheet --help           print this help and quit

Exit codes: 0 success, 1 cannot start, or the doctor found a problem, 2 wrong option or command.
Chromium’s own switches, such as --ozone-platform=x11, can be added.`

const longest = 4096

/** The parsed arguments; an error is a sentence. */
type Words =
  | { readonly profile: string | null; readonly actions: ReadonlySet<Action>; readonly mistake: null }
  | { readonly mistake: string }

const actions = { '--help': 'help', '-h': 'help', '--version': 'version', '--doctor': 'doctor' } as const
type Action = (typeof actions)[keyof typeof actions]

/**
 * Reads the arguments after the program's name; a relative path is meant from `folder`. A start by a link comes from whoever wrote the
 * link, who can smuggle in options on some desktops: it may choose a view and nothing more. A wrong option opens nothing, since it would
 * open another profile than the user named.
 */
export function startArguments(argv: readonly string[], folder: string): StartArguments {
  const link = argv.find(isTearsheetLink)
  if (link !== undefined) return { kind: 'open', profile: null, link: readLink(link) }
  // A link, which somebody else may have written, is never a command: it was returned above.
  const at = argv.findIndex((word, index) => !word.startsWith('-') && argv[index - 1] !== '--profile')
  const [first, ...others] = at < 0 ? [] : wordsFrom(at, argv)
  if (first !== undefined && !isDoctor(first, others)) {
    if (isCommand(first)) return { kind: 'command', words: [first, ...others] }
    if (isTyped(first)) {
      // A word after an unknown option may be its value, and so a key: the option is named, and the word is not.
      const before = readWords(argv.slice(0, at))
      return mistake(before.mistake ?? noCommand(first))
    }
  }
  const words = readWords(first === 'doctor' ? ['--doctor', ...others] : argv)
  if (words.mistake !== null) return mistake(words.mistake)
  const profile = words.profile === null ? null : resolve(folder, words.profile)
  for (const kind of ['help', 'version'] as const) if (words.actions.has(kind)) return { kind }
  return words.actions.has('doctor') ? { kind: 'doctor', profile } : { kind: 'open', profile, link: null }
}

function mistake(sentence: string): StartArguments {
  return { kind: 'mistake', says: `${sentence} See tearsheet --help.` }
}

/**
 * The words of a command, its name first, without Chromium’s switches. Those after its `--` are values, also where they look like options: what
 * stood before the name comes ahead of them.
 */
function wordsFrom(at: number, argv: readonly string[]): readonly string[] {
  const named = argv.slice(at)
  const end = named.includes('--') ? named.indexOf('--') : named.length
  const options = [...named.slice(0, end), ...argv.slice(0, at)].filter((word) => !isChromiumSwitch(word))
  return [...options, ...named.slice(end)]
}

/** Its help is that of a command. It needs Electron, and so it is no command here. */
function isDoctor(first: string, others: readonly string[]): boolean {
  return first === 'doctor' && !others.includes('--help')
}

/** Whether the user typed the word as a command. Electron and the desktop add paths and addresses, which have other characters. */
function isTyped(word: string): boolean {
  return /^\p{L}[\p{L}\p{N}-]*$/u.test(word)
}

/** Ignores paths and addresses, since Electron and the desktop add some. */
function readWords(argv: readonly string[]): Words {
  const named = new Set<Action>()
  let profile: string | null = null
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    const [option = '', joined] = argument.split(/=(.*)/s, 2)
    if (option === '--profile') {
      const value = joined ?? argv[++index] ?? ''
      if (!isFolderName(value)) return { mistake: '--profile needs a folder.' }
      profile = value
    } else if (isAction(argument)) {
      named.add(actions[argument])
    } else if (argument.startsWith('-') && !isChromiumSwitch(argument)) {
      // Without its value, which may be a key.
      return { mistake: `Unknown option ${option.slice(0, 60)}.` }
    } else if (isTyped(argument)) return { mistake: `Unexpected “${argument.slice(0, 60)}”.` }
  }
  return { profile, actions: named, mistake: null }
}

function isAction(argument: string): argument is keyof typeof actions {
  return Object.hasOwn(actions, argument)
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
