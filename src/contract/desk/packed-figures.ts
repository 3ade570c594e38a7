import type { ComparedLine, ComparedTable, PackedLine, PackedTable } from './comparisons.ts'

/**
 * A comparison may hold some 200,000 figures. They cross the line as texts, which nobody walks through figure by figure; a line's
 * are read when it is looked at.
 */
export function packTable(table: ComparedTable): PackedTable {
  return { ...table, lines: table.lines.map(packLine) }
}

function packLine({ values, shown, ranks, median, ...line }: ComparedLine): PackedLine {
  const [text, told, places, middle] = [values, shown, ranks, median].map((each) => JSON.stringify(each))
  return { ...line, values: text ?? '', shown: told ?? '', ranks: places ?? '', median: middle ?? '' }
}

export function unpackTable(table: PackedTable): ComparedTable {
  return { ...table, lines: table.lines.map(unpackLine) }
}

function unpackLine(packed: PackedLine): ComparedLine {
  const { field, label, unit, favour, first } = packed
  const read: Partial<Pick<ComparedLine, Lists>> = {}
  const list = <Name extends Lists>(name: Name): ComparedLine[Name] =>
    (read[name] ??= JSON.parse(packed[name]) as ComparedLine[Name])
  return {
    ...{ field, label, unit, favour, first },
    get values() {
      return list('values')
    },
    get shown() {
      return list('shown')
    },
    get ranks() {
      return list('ranks')
    },
    get median() {
      return list('median')
    },
  }
}

type Lists = 'values' | 'shown' | 'ranks' | 'median'
