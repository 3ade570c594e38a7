/** Where the recordings of calls are played from, in both shells: `/media/<call id>`, escaped as one step of a path. */
export const mediaFolder = '/media/'

/** The call whose recording a path names, exactly as it was written, without query; null for every other path. */
export function mediaCallId(path: string): string | null {
  if (!path.startsWith(mediaFolder)) return null
  const step = path.slice(mediaFolder.length)
  if (step.length > 1000 || !/^[\w.~!*'()%-]+$/.test(step)) return null
  try {
    return decodeURIComponent(step)
  } catch {
    return null
  }
}
