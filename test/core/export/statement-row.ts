/**
 * The figures of one line of a statement's sheet, by its label or field: the last twelve months first, then the periods from left to
 * right. Columns that are held free for later periods are left out. Undefined: the sheet has no such line.
 */
export function statementRow(sheet: readonly (readonly string[])[] | undefined, line: string): string[] | undefined {
  const heads = sheet?.find(([, field]) => field === 'Field') ?? []
  const row = sheet?.find(([label, field]) => label === line || field === line)
  const ends = heads.indexOf('', 2)
  return row && [row[heads.indexOf('LTM')] ?? '', ...row.slice(2, ends)]
}
