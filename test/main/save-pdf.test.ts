import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { userDisk } from '#main/atomic-file.ts'
import { savePdf, type PdfSaving } from '#main/save-pdf.ts'
import { ownFolder } from '../core/folders.ts'

const pdf = new TextEncoder().encode('%PDF-1.7 the pages')

let folder: string
let told: string[]
let saving: PdfSaving

beforeEach(() => {
  folder = ownFolder()
  told = []
  saving = {
    print: async () => pdf,
    choosePlace: async (fileName) => join(folder, fileName),
    saved: (fileName, path) => told.push(`${fileName} ${path}`),
  }
})

describe('a document that the user saves', () => {
  test('is where they put it, whole, under the name that they gave it', async () => {
    const choosePlace = async () => join(folder, 'Halden for Tuesday.pdf')
    expect(await savePdf('HLDN tear sheet.pdf', { ...saving, choosePlace })).toEqual({ ok: true, value: true })
    expect(readdirSync(folder)).toEqual(['Halden for Tuesday.pdf'])
    expect(readFileSync(join(folder, 'Halden for Tuesday.pdf'))).toEqual(Buffer.from(pdf))
    expect(told).toEqual([`Halden for Tuesday.pdf ${join(folder, 'Halden for Tuesday.pdf')}`])
  })

  test('is not written when they choose no place', async () => {
    expect(await savePdf('a.pdf', { ...saving, choosePlace: async () => null })).toEqual({ ok: true, value: false })
    expect([readdirSync(folder), told]).toEqual([[], []])
  })

  test('is what was on screen at the command, however long they look for a folder', async () => {
    const steps: string[] = []
    await savePdf('a.pdf', {
      ...saving,
      print: async () => {
        steps.push('print')
        return pdf
      },
      choosePlace: async (fileName) => {
        steps.push('choose')
        return join(folder, fileName)
      },
    })
    expect(steps).toEqual(['print', 'choose'])
  })

  test('that cannot be written leaves the previous file whole, says why, and reports no file', async () => {
    const place = join(folder, 'a.pdf')
    writeFileSync(place, 'before')
    const full = () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    expect(await savePdf('a.pdf', { ...saving, disk: { ...userDisk, flush: full } })).toEqual({
      ok: false,
      failure: { kind: 'file-not-written', detail: 'the disk is full' },
    })
    expect([readFileSync(place, 'utf8'), readdirSync(folder), told]).toEqual(['before', ['a.pdf'], []])
  })

  test('into a folder that has gone says so', async () => {
    const choosePlace = async () => join(folder, 'gone', 'a.pdf')
    expect(await savePdf('a.pdf', { ...saving, choosePlace })).toEqual({
      ok: false,
      failure: { kind: 'file-not-written', detail: 'the folder no longer exists' },
    })
    mkdirSync(join(folder, 'gone'))
    expect(await savePdf('a.pdf', { ...saving, choosePlace })).toEqual({ ok: true, value: true })
  })
})
