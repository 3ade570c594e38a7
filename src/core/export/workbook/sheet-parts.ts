/** Writes the parts that belong to one sheet: drawings with charts, and notes. */

import { cellName } from './cells.ts'
import { chartXml, type PlacedChart } from './chart-xml.ts'
import { officeRelations, relationsXml, xmlDeclaration, type Relation } from './relations.ts'
import { drawingId, notesId, type CellNote, type Sheet } from './sheet-xml.ts'
import { xmlText } from './xml-text.ts'

/** Parts of a workbook that a sheet refers to. */
export interface SheetParts {
  readonly parts: readonly { readonly name: string; readonly xml: string }[]
  /** For parts whose extension does not imply their type. */
  readonly types: readonly { readonly name: string; readonly type: string }[]
}

const drawingType = 'application/vnd.openxmlformats-officedocument'
const spreadsheetDrawing = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'
const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const chartUri = 'http://schemas.openxmlformats.org/drawingml/2006/chart'

/** Charts and notes of a sheet. @param number of the sheet's part @param firstChart the number of its first chart's part */
export function partsOfSheet({ charts, notes }: Sheet, number: number, firstChart: number): SheetParts {
  const relations: Relation[] = []
  const parts: { name: string; xml: string }[] = []
  const types: { name: string; type: string }[] = []
  if (charts) {
    relations.push({ id: drawingId, type: 'drawing', target: `../drawings/drawing${number}.xml` })
    parts.push({ name: `xl/drawings/drawing${number}.xml`, xml: drawingXml(charts) })
    types.push({ name: `xl/drawings/drawing${number}.xml`, type: `${drawingType}.drawing+xml` })
    const ofDrawing = charts.map((_, at): Relation => ({
      id: `rId${at + 1}`,
      type: 'chart',
      target: `../charts/chart${firstChart + at}.xml`,
    }))
    parts.push({ name: `xl/drawings/_rels/drawing${number}.xml.rels`, xml: relationsXml(ofDrawing) })
    for (const [at, { chart }] of charts.entries()) {
      const name = `xl/charts/chart${firstChart + at}.xml`
      parts.push({ name, xml: chartXml(chart) })
      types.push({ name, type: `${drawingType}.drawingml.chart+xml` })
    }
  }
  if (notes) {
    relations.push({ id: notesId, type: 'vmlDrawing', target: `../drawings/vmlDrawing${number}.vml` })
    relations.push({ id: 'rId3', type: 'comments', target: `../comments${number}.xml` })
    parts.push({ name: `xl/drawings/vmlDrawing${number}.vml`, xml: noteShapesXml(notes) })
    parts.push({ name: `xl/comments${number}.xml`, xml: notesXml(notes) })
    types.push({ name: `xl/comments${number}.xml`, type: `${drawingType}.spreadsheetml.comments+xml` })
  }
  if (relations.length > 0)
    parts.push({ name: `xl/worksheets/_rels/sheet${number}.xml.rels`, xml: relationsXml(relations) })
  return { parts, types }
}

function drawingXml(charts: readonly PlacedChart[]): string {
  const place = (tag: 'from' | 'to', { column, row }: PlacedChart['from']) =>
    `<xdr:${tag}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${tag}>`
  const each = charts.map(
    ({ from, to, description }, at) =>
      `<xdr:twoCellAnchor>${place('from', from)}${place('to', to)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${at + 2}" name="Chart ${at + 1}" descr="${xmlText(description)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${chartUri}"><c:chart xmlns:c="${chartUri}" xmlns:r="${officeRelations}" r:id="rId${at + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`,
  )
  return `${xmlDeclaration}<xdr:wsDr xmlns:xdr="${spreadsheetDrawing}" xmlns:a="${drawingMain}">${each.join('')}</xdr:wsDr>`
}

function notesXml(notes: readonly CellNote[]): string {
  const each = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${cellName(column, row)}" authorId="0"><text><r><rPr><sz val="8"/><rFont val="Arial"/><family val="2"/></rPr><t xml:space="preserve">${xmlText(text)}</t></r></text></comment>`,
  )
  return `${xmlDeclaration}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Tearsheet</author></authors><commentList>${each.join('')}</commentList></comments>`
}

/** Spreadsheets draw notes by VML still (ECMA-376 part 4, 19). */
function noteShapesXml(notes: readonly CellNote[]): string {
  const each = notes.map(
    ({ row, column }, at) =>
      `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;width:200pt;height:44pt;z-index:${at + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, ${Math.max(0, row - 1)}, 10, ${column + 4}, 15, ${row + 3}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  )
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${each.join('')}</xml>`
}
