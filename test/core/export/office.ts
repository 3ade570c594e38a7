import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findOffice } from '../../../scripts/find-office.mjs'
import { ownFolder } from '../folders.ts'

const program = findOffice()

/** Why a test that needs a spreadsheet program is skipped; null: there is one. */
export const noSpreadsheet = program === null ? 'no LibreOffice Calc on this machine' : null

/** Commas, quotes, UTF-8, every sheet; in full precision and not as shown. */
const everySheet = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1'

/** Without this it trusts the values stored with the formulas. */
const alwaysRecalculate = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`

const python = '/usr/bin/python3'

/** Why a test that works on a workbook as its user would is skipped; null: it can. */
export const noHands =
  noSpreadsheet ?? (spawnSync(python, ['-c', 'import uno']).status === 0 ? null : 'no python3-uno on this machine')

/** A workbook after a user of LibreOffice did this with it (Python over `book` and `sheets`), saved as XLSX by LibreOffice. */
export function workedOn(workbook: Uint8Array, deeds: string): Buffer {
  const folder = ownFolder()
  const [before, after] = [join(folder, 'book.xlsx'), join(folder, 'worked.xlsx')]
  writeFileSync(before, workbook)
  const settings = `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`
  const script = join(import.meta.dirname, 'work-on.py')
  const urls = [before, after].map((path) => pathToFileURL(path).href)
  const { stderr, status } = spawnSync(python, [script, program ?? 'soffice', settings, ...urls], {
    encoding: 'utf8',
    input: deeds,
  })
  if (status !== 0) throw new Error(`LibreOffice did not save the workbook: ${stderr}`)
  return readFileSync(after)
}

type Sheets = ReadonlyMap<string, string[][]>

/** The values of every sheet after LibreOffice has calculated every formula, by the sheet's name. Throws when it does not open the file. */
export function recalculated(workbook: Uint8Array): Sheets {
  return allRecalculated([workbook])[0] ?? new Map()
}

/** As `recalculated`, in one start of the program. */
export function allRecalculated(workbooks: readonly Uint8Array[]): Sheets[] {
  const folder = ownFolder()
  mkdirSync(join(folder, 'office', 'user'), { recursive: true })
  writeFileSync(join(folder, 'office', 'user', 'registrymodifications.xcu'), alwaysRecalculate)
  return valuesOf(workbooks, folder)
}

/** What a user of LibreOffice sees, who has changed none of its settings: it calculates what has no result of its own. */
export function seenInLibreOffice(workbook: Uint8Array): Sheets {
  return valuesOf([workbook], ownFolder())[0] ?? new Map()
}

/** The cells that LibreOffice makes of an HTML table, as it does for a pasted one; a formula as its value. */
export function cellsOfHtml(html: string): string[][] {
  const folder = ownFolder()
  writeFileSync(join(folder, 'table.html'), html)
  const settings = `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`
  const to = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false'
  const { stderr } = spawnSync(
    program ?? 'soffice',
    [
      settings,
      '--headless',
      '--infilter=HTML (StarCalc)',
      '--convert-to',
      to,
      '--outdir',
      folder,
      join(folder, 'table.html'),
    ],
    { encoding: 'utf8' },
  )
  const made = join(folder, 'table.csv')
  if (!existsSync(made)) throw new Error(`LibreOffice did not open the table: ${stderr}`)
  return cellsOf(readFileSync(made, 'utf8').replace(/^\uFEFF/, ''))
}

function valuesOf(workbooks: readonly Uint8Array[], folder: string): Sheets[] {
  const books = workbooks.map((_, at) => `book${at}`)
  for (const [at, workbook] of workbooks.entries()) writeFileSync(join(folder, `book${at}.xlsx`), workbook)
  const settings = `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`
  const files = books.map((book) => join(folder, `${book}.xlsx`))
  const { stderr } = spawnSync(
    program ?? 'soffice',
    [settings, '--headless', '--convert-to', everySheet, '--outdir', folder, ...files],
    { encoding: 'utf8' },
  )
  return books.map((book) => {
    const sheets = readdirSync(folder).filter((name) => name.startsWith(`${book}-`) && name.endsWith('.csv'))
    if (sheets.length === 0) throw new Error(`LibreOffice did not open the workbook: ${stderr}`)
    return new Map(
      sheets.map((name) => [
        name.slice(book.length + 1, -'.csv'.length),
        cellsOf(readFileSync(join(folder, name), 'utf8').replace(/^\uFEFF/, '')),
      ]),
    )
  })
}

function cellsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) =>
      // An empty first cell would hide the next one.
      [...(line.startsWith(',') ? `""${line}` : line).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => inFull(quoted?.replaceAll('""', '"') ?? plain ?? ''),
      ),
    )
}

/** A cell that is formatted as a percentage comes as one. */
function inFull(text: string): string {
  return /^-?[\d.]+%$/.test(text) ? String(Number(text.slice(0, -1)) / 100) : text
}
