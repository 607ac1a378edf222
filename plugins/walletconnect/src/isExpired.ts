/** Whether the unix time `expiry` (seconds) has come at `now` (milliseconds). */
export function isExpired(expiry: number, now: number): boolean {
  return expiry * 1000 <= now
}
