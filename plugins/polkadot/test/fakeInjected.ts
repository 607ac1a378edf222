import type { InjectedAccount } from '../src/index.js'

export interface FakeInjectedOptions {
  readonly enable?: () => Promise<unknown>
  readonly signRaw?: () => Promise<unknown>
  readonly withoutSubscribe?: boolean
}

export interface FakeInjected {
  /** For `window.injectedWeb3`. */
  readonly entry: { enable(appName: string): Promise<unknown> }
  /** Names the wallet was told. */
  readonly openedBy: readonly string[]
  /** Changes the list, and tells who subscribed. */
  tell(accounts: readonly InjectedAccount[]): void
}

/** An injected wallet without keys, which answers what it is told, sound or not. */
export function fakeInjected(
  list: readonly InjectedAccount[] = [],
  { enable, signRaw, withoutSubscribe }: FakeInjectedOptions = {},
): FakeInjected {
  let accounts = list
  const openedBy: string[] = []
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => void>()
  const subscribe = (listener: (accounts: readonly InjectedAccount[]) => void) => {
    listeners.add(listener)
    listener(accounts)
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
      for (const listener of listeners) listener(accounts)
    },
  }
}
