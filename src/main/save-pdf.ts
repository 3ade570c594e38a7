/** Saves a printed document as a PDF, where the user chooses. */

import type { PrintToPDFOptions } from 'electron'
import { basename } from 'node:path'
import type { ShellResult } from '#contract/electron.ts'
import type { Failure } from '#contract/failure.ts'
import { replaceFile, userDisk, type Disk } from './atomic-file.ts'

/** The page's own sheets: their size and margins are in its styles. Tagged, with an outline of its headings. */
export const pdfOptions: PrintToPDFOptions = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
}

export interface PdfSaving {
  /** The page as it is now. */
  readonly print: () => Promise<Uint8Array>
  /** Where the user wants to save the file; null: canceled. */
  readonly choosePlace: (fileName: string) => Promise<string | null>
  readonly saved: (fileName: string, path: string) => void
  readonly disk?: Disk
}

/** True when the complete file was saved; false when the user canceled. An existing file survives any failure. */
export async function savePdf(
  fileName: string,
  { print, choosePlace, saved, disk = userDisk }: PdfSaving,
): Promise<ShellResult<boolean>> {
  // Printed before the dialog opens, so that the file has what was on screen at the command.
  const content = await print()
  const path = await choosePlace(fileName)
  if (path === null) return { ok: true, value: false }
  try {
    replaceFile(path, content, disk)
  } catch (error) {
    return { ok: false, failure: whyNotWritten(error) }
  }
  saved(basename(path), path)
  return { ok: true, value: true }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'the folder cannot be written',
  EPERM: 'the file is open in another program, or the folder cannot be written',
  EBUSY: 'the file is open in another program',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder no longer exists',
}

function whyNotWritten(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { kind: 'file-not-written', detail: reasons[code] ?? (code === '' ? 'no reason given' : code) }
}
