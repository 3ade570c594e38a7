import { ZipStream } from '#core/export/workbook/zip-stream.ts'
import { unpacked } from '../archive.ts'

type Parts = ReadonlyMap<string, string>

/** An archive of these parts. */
async function packed(parts: Parts): Promise<Buffer> {
  const bytes: Uint8Array[] = []
  const zip = new ZipStream((piece) => void bytes.push(piece))
  for (const [name, text] of parts) await zip.add(name, [text])
  await zip.end()
  return Buffer.concat(bytes)
}

/** A workbook with some of its parts others, or in addition. */
export async function withParts(workbook: Buffer, change: (parts: Map<string, string>) => void): Promise<Buffer> {
  const parts = new Map(unpacked(workbook))
  change(parts)
  return packed(parts)
}

/** Words in a table of their own, rows with their spans, a calculation chain, a sheet of the user's with a chart: as Excel saves it. */
export async function asExcelSaves(workbook: Buffer, formula: string): Promise<Buffer> {
  return withParts(workbook, (parts) => {
    const words: string[] = []
    for (const [name, xml] of parts) {
      if (!name.startsWith('xl/worksheets/')) continue
      const text = xml
        .replaceAll(
          / t="inlineStr"><is>(<t .*?<\/t>)<\/is><\/c>/g,
          (_, word: string) => ` t="s"><v>${words.push(word) - 1}</v></c>`,
        )
        .replaceAll(/<row r="(\d+)">/g, '<row r="$1" spans="1:7" x14ac:dyDescent="0.25">')
        .replace(
          '<worksheet ',
          '<worksheet xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" ',
        )
        .replace('<sheetData>', '<dimension ref="A1:G200"/><sheetData>')
      parts.set(
        name,
        text.replace(
          /(<sheetViews>.*?<\/sheetViews>)(.*?)<dimension ref="A1:G200"\/>/,
          '<dimension ref="A1:G200"/>$1$2',
        ),
      )
    }
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    parts.set(
      'xl/sharedStrings.xml',
      `<sst xmlns="${main}" count="${words.length}" uniqueCount="${words.length}">${words.map((word) => `<si>${word}</si>`).join('')}</sst>`,
    )
    parts.set('xl/calcChain.xml', `<calcChain xmlns="${main}"><c r="C6" i="2"/></calcChain>`)
    parts.set(
      'xl/worksheets/sheet99.xml',
      `<worksheet xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetData><row r="1" spans="1:1"><c r="A1"><f>${formula}</f><v>200</v></c></row></sheetData><drawing r:id="rId1"/></worksheet>`,
    )
    parts.set(
      'xl/worksheets/_rels/sheet99.xml.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
    )
    parts.set(
      'xl/drawings/drawing1.xml',
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
    )
    const changed = (name: string, before: string | RegExp, after: string) =>
      parts.set(name, (parts.get(name) ?? '').replace(before, after))
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    changed(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      `<Relationship Id="rId91" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId92" Type="${office}/calcChain" Target="calcChain.xml"/><Relationship Id="rId93" Type="${office}/worksheet" Target="/xl/worksheets/sheet99.xml"/></Relationships>`,
    )
    const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
    changed(
      '[Content_Types].xml',
      '</Types>',
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/><Override PartName="/xl/calcChain.xml" ContentType="${types}.calcChain+xml"/><Override PartName="/xl/worksheets/sheet99.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`,
    )
    changed('xl/workbook.xml', '</sheets>', '<sheet name="Model" sheetId="99" r:id="rId93"/></sheets>')
    changed('xl/workbook.xml', /<calcPr[^>]*>/, '<calcPr calcId="191029"/>')
    changed('xl/styles.xml', '</styleSheet>', '<dxfs count="1"><dxf><font><b/></font></dxf></dxfs></styleSheet>')
  })
}
