import { commaSeparated, tabSeparated, type Sheet } from '../format/sheet.ts'
import { formatCounted } from '../format/sizes.ts'
import { saveBlob } from '../ui/save-blob.ts'

export type SheetKind = 'tsv' | 'csv'

export const sheetKinds: readonly { readonly kind: SheetKind; readonly title: string }[] = [
  { kind: 'tsv', title: 'Export as TSV' },
  { kind: 'csv', title: 'Export as CSV' },
]

/** Hands it over as a file with the day in its name. Answers what was done, in a sentence. */
export function saveSheet(sheet: Sheet, kind: SheetKind, about: string, row: string): string {
  const name = `Tearsheet ${about} ${new Date().toISOString().slice(0, 10)}.${kind}`
  const [type, text] =
    kind === 'csv' ? ['text/csv', commaSeparated(sheet)] : ['text/tab-separated-values', tabSeparated(sheet)]
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
  return `Exported ${formatCounted(sheet.rows.length, row)} as ${name}.`
}
