/**
 * Checks for API keys that a user enters: whether the origin may have one, and the last four
 * characters that are shown.
 */

import { isServiceAddress } from '../service/service-address.ts'

/** Whether a key may be entered for this origin, written as `URL.origin` writes it. */
export function isServiceOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && isServiceAddress(url)
}

/** Four characters of a shorter key would be a good part of it. */
const shortestToTell = 12

/** To tell two keys apart; null for a short one. */
export function lastFourOf(key: string): string | null {
  return key.length < shortestToTell ? null : key.slice(-4)
}
