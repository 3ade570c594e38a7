import type { ChartColours } from './theme.ts'

const margin = 16
/** Pixels of the picture for one of the page: sharp on paper and on slides. */
const density = 2

/** What an element shows in canvases and in captions (`data-caption`), as a PNG. Rejects when the browser makes none. */
export function pictureOf(element: HTMLElement, { paper }: Pick<ChartColours, 'paper'>): Promise<Blob> {
  const box = element.getBoundingClientRect()
  const picture = document.createElement('canvas')
  picture.width = (element.scrollWidth + 2 * margin) * density
  picture.height = (element.scrollHeight + 2 * margin) * density
  const draw = picture.getContext('2d')
  if (!draw) return Promise.reject(new Error('no canvas to draw on'))
  draw.scale(density, density)
  draw.fillStyle = paper
  draw.fillRect(0, 0, picture.width, picture.height)
  draw.translate(margin - box.left + element.scrollLeft, margin - box.top + element.scrollTop)
  for (const canvas of element.querySelectorAll('canvas')) {
    const at = canvas.getBoundingClientRect()
    draw.drawImage(canvas, at.left, at.top, at.width, at.height)
  }
  for (const caption of element.querySelectorAll('[data-caption]')) {
    const at = caption.getBoundingClientRect()
    const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(caption)
    draw.fillStyle = color
    draw.font = `${fontWeight} ${fontSize} ${fontFamily}`
    draw.textBaseline = 'middle'
    draw.fillText(caption.textContent.trim(), at.left, (at.top + at.bottom) / 2)
  }
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png')
  })
}
