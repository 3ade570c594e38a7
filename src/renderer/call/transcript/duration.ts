/** Formats a length of time: `1:09`, `58:41`, `1:02:10`. */

/** A length of time: `1:09`, `58:41`, `1:02:10`. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
