/** The path of recordings in both shells: `/media/<call id>`, escaped as one path segment. */
export const mediaFolder = '/media/'

/** The call whose recording a path names, exactly as written, without query; null for every other path. */
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
