/** Seconds a pairing shown to the user stays valid. WalletConnect itself allows five minutes. */
export const pairingLifetime = 240

/** Seconds before its end at which a pairing counts as expired, so that nobody scans a dying code. */
export const pairingGuard = 10

/** Unix time in seconds at which something that starts at `now` (milliseconds) and lives `ttl` seconds ends. */
export function expiryAfter(ttl: number, now: number): number {
  return Math.floor(now / 1000) + ttl
}

/** Whole seconds a shown pairing can still be used at `now` (milliseconds), zero when it must be renewed. */
export function pairingSecondsLeft(expiry: number, now: number): number {
  return Math.max(0, Math.floor(expiry - now / 1000) - pairingGuard)
}
