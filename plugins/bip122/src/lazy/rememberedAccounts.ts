import { guard, type NetworkId, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import type { WalletState } from './adapters/adapter.js'
import type { ReadAccount } from './readAccounts.js'

interface Remembered {
  readonly accounts: readonly {
    readonly address: string
    readonly kind: string
    readonly publicKey?: string
    readonly label?: string
  }[]
  readonly networkId?: NetworkId
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStored = (value: unknown): value is Record<string, Remembered> =>
  isRecord(value) &&
  Object.values(value).every((entry) => isRecord(entry) && Array.isArray(entry['accounts']))
const stored = storageKey('bip122.accounts', guard(isStored))

/**
 * Accounts of connected wallets that have no way to say who they are without a prompt. They are shown after a reload;
 * what the wallet signs with is still the wallet's to decide.
 */
export interface RememberedAccounts {
  read(connectorId: string): WalletState | undefined
  write(connectorId: string, accounts: readonly ReadAccount[], networkId: NetworkId | undefined): void
  forget(connectorId: string): void
}

export function createRememberedAccounts(storage: StorageService): RememberedAccounts {
  const all = () => storage.read(stored) ?? {}
  return {
    read(connectorId) {
      const entries = all()
      const entry = Object.hasOwn(entries, connectorId) ? entries[connectorId] : undefined
      if (!entry) return undefined
      const accounts = entry.accounts.map(({ kind, ...account }) => ({ ...account, purpose: kind }))
      return { method: 'storage', accounts, networkId: entry.networkId }
    },
    write(connectorId, accounts, networkId) {
      const entry: Remembered = {
        accounts: accounts.map(({ address, kind, publicKey, label }) => ({
          address,
          kind,
          ...(publicKey === undefined ? {} : { publicKey }),
          ...(label === undefined ? {} : { label }),
        })),
        ...(networkId === undefined ? {} : { networkId }),
      }
      storage.write(stored, { ...all(), [connectorId]: entry })
    },
    forget(connectorId) {
      const { [connectorId]: gone, ...rest } = all()
      if (gone) storage.write(stored, rest)
    },
  }
}
