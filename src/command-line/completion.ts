/** Scripts that complete commands and options in a shell. */

import { optionsOf } from './command-options.ts'
import { commands, type CommandName } from './commands.ts'
import { helpOption, lookupOptions, type DescribedOptions } from './described-options.ts'
import { refuse } from './refuse.ts'
import { lookups } from './lookups.ts'

/** Throws Refusal for a shell that has none. */
export function completionScript(shell: string | undefined): string {
  if (shell === 'bash') return bash()
  if (shell === 'zsh') return zsh()
  refuse('Use: tearsheet completion bash, or tearsheet completion zsh.')
}

/** Without a match, readline completes files, so that folders and names with spaces are its own. */
function bash(): string {
  const cases = completedCommands().map(
    ({ command, options, words }) =>
      `    ${command}) options='${optionNames(options).join(' ')}' words='${words.join(' ')}' ;;`,
  )
  const values = completedCommands().flatMap(({ command, options }) =>
    options.flatMap(({ name, values }) =>
      values.length === 0 ? [] : [`    '${command} --${name}') words='${values.join(' ')}' options='' ;;`],
    ),
  )
  return `# Add to ~/.bashrc: source <(tearsheet completion bash)
_tearsheet() {
  local word=\${COMP_WORDS[COMP_CWORD]} options='' words=''
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names().join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  if [[ $word == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tearsheet tearsheet`
}

function zsh(): string {
  const described = [
    ...lookups.map(({ command, title }) => [command, title] as const),
    ...commands.map(({ name, summary }) => [name, summary] as const),
  ]
  const commandLines = described.map(([name, text]) => `    '${name}:${quoted(text)}'`)
  const cases = completedCommands().map(({ command, options, words }) => {
    const values = options.flatMap(({ name, values }) =>
      values.length === 0 ? [] : [`--${name}) compadd -- ${values.join(' ')}; return ;;`],
    )
    const ofOption = values.length === 0 ? '' : `case $words[CURRENT-1] in ${values.join(' ')} esac; `
    const others = words.length === 0 ? '_files' : `compadd -- ${words.join(' ')}`
    return `    ${command}) ${ofOption}compadd -- ${optionNames(options).join(' ')}; ${others} ;;`
  })
  return `#compdef tearsheet
# Add to ~/.zshrc, after compinit: source <(tearsheet completion zsh)
_tearsheet() {
  local -a commands=(
${commandLines.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
# As a file of fpath this is the body of the function.
if [[ $funcstack[1] == _tearsheet ]]; then
  _tearsheet "$@"
else
  compdef _tearsheet tearsheet
fi`
}

function names(): readonly string[] {
  return [...lookups.map(({ command }) => command), ...commands.map(({ name }) => name)]
}

interface CompletedOption {
  readonly name: string
  /** Empty: any. */
  readonly values: readonly string[]
}

interface CompletedCommand {
  readonly command: string
  readonly options: readonly CompletedOption[]
  /** What can follow the command, other than options; empty: anything, such as a file. */
  readonly words: readonly string[]
}

function completedCommands(): readonly CompletedCommand[] {
  const shared = (options: DescribedOptions) => Object.keys(options).map((name) => ({ name, values: [] }))
  const lookupsCompleted = lookups.map((lookup): CompletedCommand => {
    const positional: readonly string[] = lookup.positional
    const named = optionsOf(lookup).filter(({ field }) => !positional.includes(field))
    return { command: lookup.command, options: [...named, ...shared(lookupOptions), ...shared(helpOption)], words: [] }
  })
  const others = commands.map(({ name, options }): CompletedCommand => ({
    command: name,
    options: [...shared(options), ...shared(helpOption)],
    words: wordsAfter[name] ?? [],
  }))
  return [...lookupsCompleted, ...others]
}

const wordsAfter: Partial<Record<CommandName, readonly string[]>> = {
  help: names(),
  schema: lookups.map(({ command }) => command),
  completion: ['bash', 'zsh'],
}

function optionNames(options: readonly CompletedOption[]): readonly string[] {
  return options.map(({ name }) => `--${name}`)
}

/** Inside single quotes, where a colon separates name and text. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' –')
}
