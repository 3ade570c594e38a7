/** Loads a recording into memory under a blob URL. */

/** The whole file in memory, under an address of the page's own. Rejects when it cannot be read whole. */
export async function copyOf(media: string): Promise<{ readonly url: string; drop(): void }> {
  const response = await fetch(media)
  if (!response.ok) throw new Error(`the media route responded with ${response.status}`)
  const url = URL.createObjectURL(await response.blob())
  return { url, drop: () => URL.revokeObjectURL(url) }
}
