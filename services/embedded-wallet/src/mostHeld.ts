/**
 * The most that one person has of something that they add. Splits and passkeys above it are refused: what opens a wallet makes room for
 * nothing that is added later. Sessions and devices above it end, those first that weren't used for longest.
 */
export const mostHeld = { splits: 100, passkeys: 20, sessions: 50, devices: 100 } as const
