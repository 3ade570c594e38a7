/** Scripts that complete commands and options in a shell. */

import { optionsOf } from './command-options.ts'
import { commands } from './commands.ts'
import { helpOption, lookupOptions } from './described-options.ts'
import { refuse } from './refuse.ts'
import { lookups } from './lookups.ts'

/** Throws Refusal for a shell that has none. */
export function completionScript(shell: string | undefined): string {
  if (shell === 'bash') return bash()
  if (shell === 'zsh') return zsh()
  refuse('Use: tearsheet completion bash, or tearsheet completion zsh.')
}

function bash(): string {
  const cases = optionsByCommand().map(([command, options]) => `    ${command}) options='${options.join(' ')}' ;;`)
  return `# Add to ~/.bashrc: source <(tearsheet completion bash)
_tearsheet() {
  local word=\${COMP_WORDS[COMP_CWORD]} options=''
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names().join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _tearsheet tearsheet`
}

function zsh(): string {
  const described = [
    ...lookups.map(({ command, title }) => [command, title] as const),
    ...commands.map(({ name, summary }) => [name, summary] as const),
  ]
  const commandLines = described.map(([name, text]) => `    '${name}:${quoted(text)}'`)
  const cases = optionsByCommand().map(
    ([command, options]) => `    ${command}) compadd -- ${options.join(' ')}; _files ;;`,
  )
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

function optionsByCommand(): readonly (readonly [command: string, options: readonly string[]])[] {
  return [
    ...lookups.map((lookup) => {
      const positional: readonly string[] = lookup.positional
      const named = optionsOf(lookup).filter(({ field }) => !positional.includes(field))
      return [lookup.command, [...named.map(({ name }) => name), ...Object.keys(lookupOptions)]] as const
    }),
    ...commands.map(({ name, options }) => [name, Object.keys(options)] as const),
  ].map(([command, options]) => [command, [...options, ...Object.keys(helpOption)].map((name) => `--${name}`)] as const)
}

/** Inside single quotes, where a colon separates name and text. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' –')
}
