/** Words as the name of a file, without its ending: letters that every file system takes, and no name that is a folder or hidden. */
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
