/** The manual page of the command line, in the format of man. */

import { lookupOptions, optionRows, type OptionRow } from './described-options.ts'
import { commandDescriptions, exitCodes, lookupDescriptions, type CommandDescription } from './help.ts'

export function manualPage(version: string): string {
  return [
    `.TH TEARSHEET 1 "" "Tearsheet ${escaped(version)}" "Tearsheet"`,
    '.SH NAME',
    'tearsheet \\- research desktop for equity analysts, on the command line',
    '.SH SYNOPSIS',
    '.B tearsheet',
    '\\fICOMMAND\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    'Lookups read the library on this disk, even while a window has it open.',
    'They send nothing and change nothing.',
    'Without a command Tearsheet opens its window.',
    '.SH LOOKUPS',
    ...lookupDescriptions.flatMap(section),
    '.SH OTHER COMMANDS',
    ...commandDescriptions.flatMap(section),
    '.SH OPTIONS OF EVERY LOOKUP',
    ...optionRows(lookupOptions).flatMap(entry),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => entry([String(code), meaning])),
  ].join('\n')
}

function section({ usage, summary, rows }: CommandDescription): readonly string[] {
  return [`.SS "${escaped(usage)}"`, escaped(summary), ...rows.flatMap(entry)]
}

function entry([left, right]: OptionRow): readonly string[] {
  return ['.TP', `.B ${escaped(left)}`, escaped(right)]
}

/** A hyphen as it is typed, and no line that begins as a request of roff. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/, '\\&$1')
}
