import { token } from '@latchkey/kernel/plugin'

/** The pairing that waits to be scanned or opened. */
export interface ShownPairing {
  /** Holds a key: show it, never log it. */
  readonly uri: string
  /** Milliseconds since 1970 at which it is replaced, guard time taken off. */
  readonly renewsAt: number
}

/** For views: the pairing now, and its listeners. */
export interface PairingStatus {
  readonly current: ShownPairing | undefined
  subscribe(listener: () => void): () => void
}

export const WalletConnectPairing = token<PairingStatus>('latchkey.walletConnect.pairing')

export interface PairingStatusControl extends PairingStatus {
  show(pairing: ShownPairing | undefined): void
}

export function createPairingStatus(): PairingStatusControl {
  const listeners = new Set<() => void>()
  let current: ShownPairing | undefined
  return {
    get current() {
      return current
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(pairing) {
      if (current?.uri === pairing?.uri) return
      current = pairing
      for (const listener of [...listeners]) listener()
    },
  }
}
