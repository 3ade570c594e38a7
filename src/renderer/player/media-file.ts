/** Loads a recording into memory. */

/** The whole file. Rejects when it cannot be read whole. */
export async function readMedia(media: string): Promise<Blob> {
  const response = await fetch(media)
  if (!response.ok) throw new Error(`the media route responded with ${response.status}`)
  return response.blob()
}

/** The whole file in memory, under an address of the page's own. Rejects when it cannot be read whole. */
export async function copyOf(media: string): Promise<{ readonly url: string; drop(): void }> {
  const url = URL.createObjectURL(await readMedia(media))
  return { url, drop: () => URL.revokeObjectURL(url) }
}
