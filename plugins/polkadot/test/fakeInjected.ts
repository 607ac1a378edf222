import type { InjectedAccount } from '../src/index.js'

export interface FakeInjectedOptions {
  readonly enable?: () => Promise<unknown>
  readonly signRaw?: () => Promise<unknown>
  readonly withoutSubscribe?: boolean
  /** Told to who subscribes before the list, as wallets do that have not read their own yet. */
  readonly tellsFirst?: readonly InjectedAccount[]
}

export interface FakeInjected {
  /** For `window.injectedWeb3`. */
  readonly entry: { enable(appName: string): Promise<unknown> }
  /** Names the wallet was told. */
  readonly openedBy: readonly string[]
  /** Changes the list, and tells who subscribed. */
  tell(accounts: readonly InjectedAccount[]): void
  /** Tells who subscribed something else than the list. */
  emit(told: unknown): void
}

/** An injected wallet without keys, which answers what it is told, sound or not. */
export function fakeInjected(
  list: readonly InjectedAccount[] = [],
  { enable, signRaw, withoutSubscribe, tellsFirst }: FakeInjectedOptions = {},
): FakeInjected {
  let accounts = list
  const openedBy: string[] = []
  const listeners = new Set<(accounts: never) => void>()
  const emit = (told: unknown) => {
    for (const listener of listeners) listener(told as never)
  }
  const subscribe = (listener: (accounts: never) => void) => {
    listeners.add(listener)
    listener((tellsFirst ?? accounts) as never)
    return () => listeners.delete(listener)
  }
  return {
    openedBy,
    entry: {
      async enable(appName) {
        openedBy.push(appName)
        if (enable) return enable()
        return {
          accounts: { get: async () => accounts, ...(withoutSubscribe ? {} : { subscribe }) },
          signer: { ...(signRaw ? { signRaw } : {}) },
        }
      },
    },
    tell(next) {
      accounts = next
      emit(accounts)
    },
    emit,
  }
}
