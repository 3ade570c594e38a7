/** The manual page of the command line, in the format of man. */

import { commands } from './commands.ts'
import { argumentRows, exitCodes, sharedHelp, usageOf } from './help.ts'
import { lookups } from './lookups.ts'

export function manualPage(version: string): string {
  return [
    `.TH TEARSHEET 1 "" "Tearsheet ${escaped(version)}" "Tearsheet"`,
    '.SH NAME',
    'tearsheet \\- research desktop for equity analysts, on the command line',
    '.SH SYNOPSIS',
    '.B tearsheet',
    '\\fICOMMAND\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    'Lookups read the library on this disk, also while a window has it open.',
    'They send nothing and change nothing.',
    'Without a command Tearsheet opens its window.',
    '.SH LOOKUPS',
    ...lookups.flatMap((lookup) => [
      `.SS "${escaped(usageOf(lookup))}"`,
      escaped(lookup.summary),
      ...argumentRows(lookup).flatMap(([left, right]) => ['.TP', `.B ${escaped(left)}`, escaped(right)]),
    ]),
    '.SH OTHER COMMANDS',
    ...commands.flatMap(({ usage, summary }) => ['.TP', `.B ${escaped(usage)}`, escaped(summary)]),
    '.SH OPTIONS OF EVERY LOOKUP',
    ...sharedHelp.flatMap(([left, right]) => ['.TP', `.B ${escaped(left)}`, escaped(right)]),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escaped(meaning)]),
  ].join('\n')
}

/** A hyphen as it is typed, and no line that begins as a request of roff. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/, '\\&$1')
}
