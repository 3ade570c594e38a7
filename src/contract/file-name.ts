/** Words as a file name without extension: only characters that every file system accepts, and never a folder or hidden name. */
export function fileNameOf(words: string): string {
  const clean = words
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 120)
    .toWellFormed()
    .replace(/[. ]+$/, '')
  return clean === '' ? 'table' : clean
}
