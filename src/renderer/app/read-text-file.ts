/** Reads a text file that the user opens, in the encodings that spreadsheet programs write. */

/** What a file may begin with, and the encoding that it says. */
const marks: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/**
 * Excel writes its plain CSV in the code page of the system and its Unicode text in UTF-16. A file without a byte order mark that is
 * not valid UTF-8 is read as windows-1252, the code page of Western Europe and America.
 */
async function readTextFile(file: Blob): Promise<string> {
  const content = new Uint8Array(await file.arrayBuffer())
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte))
  if (mark) return new TextDecoder(mark.encoding).decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** What was typed by the time that the file is read, with the file's lines below it. */
export async function withLinesOf(typed: () => string, file: Blob): Promise<string> {
  const lines = await readTextFile(file)
  const before = typed().trimEnd()
  return before === '' ? lines : `${before}\n${lines}`
}
