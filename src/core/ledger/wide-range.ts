/**
 * Widens the time range of a list to whole days and one more at either end, as it is requested from
 * the service.
 */

import { days } from '../duration.ts'

/**
 * The service does not show the zone of `from` and `to`: the further day covers any. Whole days make "the last quarter" the same
 * request all day. Instants are in ms UTC.
 */
export function wideRange({ from, to }: { from?: number | undefined; to?: number | undefined }): {
  readonly from?: Date
  readonly to?: Date
} {
  const at = (instant: number) => new Date(Math.min(Math.max(instant, 0), Date.UTC(9999, 0)))
  return {
    ...(from !== undefined && { from: at(Math.floor(from / days) * days - days) }),
    ...(to !== undefined && { to: at(Math.ceil(to / days) * days + days) }),
  }
}
