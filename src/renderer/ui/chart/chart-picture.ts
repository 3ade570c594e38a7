/** Turns a chart's scene into an SVG document or a PNG. */

import { pictureFont, type Anchor, type Scene, type Shape } from './chart-scene.ts'

/** Pixels of the picture for one of the scene: sharp on paper and on slides. */
const density = 2
const haloWidth = 4

/** As an SVG document for any editor: text stays text. */
export function svgOf({ width, height, shapes }: Scene): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${pictureFont}">`,
    ...shapes.map(elementOf),
    '</svg>',
  ].join('\n')
}

function elementOf(shape: Shape): string {
  switch (shape.kind) {
    case 'path':
      return `<path d="${shape.d}" fill="none" stroke="${shape.color}" stroke-width="${shape.width}" stroke-linecap="round" stroke-linejoin="round"${shape.dash.length > 0 ? ` stroke-dasharray="${shape.dash.join(' ')}"` : ''}/>`
    case 'rect':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="${shape.color}"/>`
    case 'circle':
      return `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="${shape.fill}"${shape.rim === null ? '' : ` stroke="${shape.rim.color}" stroke-width="${shape.rim.width}"`}/>`
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" fill="${shape.color}" font-size="${shape.size}" font-weight="${shape.weight}" text-anchor="${shape.anchor}"${shape.halo === undefined ? '' : ` paint-order="stroke" stroke="${shape.halo}" stroke-width="${haloWidth}" stroke-linejoin="round"`}>${escaped(shape.text)}</text>`
    default:
      return shape satisfies never
  }
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const alignments: Readonly<Record<Anchor, CanvasTextAlign>> = { start: 'left', middle: 'center', end: 'right' }

/** As a PNG at double resolution. Rejects when the browser cannot make one. */
export function pngOf({ width, height, shapes }: Scene): Promise<Blob> {
  const picture = document.createElement('canvas')
  picture.width = width * density
  picture.height = height * density
  const pen = picture.getContext('2d')
  if (!pen) return Promise.reject(new Error('no canvas to draw on'))
  pen.scale(density, density)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const shape of shapes) draw(pen, shape)
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png')
  })
}

function draw(pen: CanvasRenderingContext2D, shape: Shape): void {
  switch (shape.kind) {
    case 'path':
      pen.strokeStyle = shape.color
      pen.lineWidth = shape.width
      pen.setLineDash([...shape.dash])
      pen.stroke(new Path2D(shape.d))
      return
    case 'rect':
      pen.fillStyle = shape.color
      pen.fillRect(shape.x, shape.y, shape.width, shape.height)
      return
    case 'circle':
      pen.beginPath()
      pen.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI)
      pen.fillStyle = shape.fill
      pen.fill()
      if (shape.rim === null) return
      pen.strokeStyle = shape.rim.color
      pen.lineWidth = shape.rim.width
      pen.setLineDash([])
      pen.stroke()
      return
    case 'text':
      pen.font = `${shape.weight} ${shape.size}px ${pictureFont}`
      pen.textAlign = alignments[shape.anchor]
      if (shape.halo !== undefined) {
        pen.strokeStyle = shape.halo
        pen.lineWidth = haloWidth
        pen.setLineDash([])
        pen.strokeText(shape.text, shape.x, shape.y)
      }
      pen.fillStyle = shape.color
      pen.fillText(shape.text, shape.x, shape.y)
      return
    default:
      shape satisfies never
  }
}
