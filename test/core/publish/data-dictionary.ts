import { publishedTables, tableNames } from '#core/publish/published-tables.ts'

/** The data dictionary of docs/publish.md: a heading, a sentence and a table of columns for each table. */
export function dataDictionary(): string {
  return tableNames
    .map((name) => {
      const { about, columns, partitions, sortedBy } = publishedTables[name]
      const rows = [
        ...partitions.map((column) => ({ ...column, type: `${column.type}, partition` })),
        ...shortened(columns),
      ]
      return [
        `### ${name}`,
        '',
        `${about} Sorted by ${sortedBy.map((column) => `\`${column}\``).join(', ')}.`,
        '',
        '| column | type | meaning |',
        '| --- | --- | --- |',
        ...rows.map(
          (column) =>
            `| ${column.name.includes('…') ? column.name : `\`${column.name}\``} | ${column.type} | ${column.about} |`,
        ),
      ].join('\n')
    })
    .join('\n\n')
}

type Row = { readonly name: string; readonly type: string; readonly about: string }

/** The lines of a wide table, which follow its `record_id`, are those of `statements`, which need no list of their own. */
function shortened(columns: readonly Row[]): readonly Row[] {
  const last = columns.findIndex(({ name }) => name === 'record_id')
  const lines = last < 0 ? [] : columns.slice(last + 1)
  if (lines.length === 0) return columns
  const [first, final] = [lines[0]?.name ?? '', lines.at(-1)?.name ?? '']
  const about = `One column for each of the ${lines.length} lines, named as its \`field\` in \`statements\`.`
  return [...columns.slice(0, last + 1), { name: `\`${first}\` … \`${final}\``, type: 'double', about }]
}
