import { proxy } from 'valtio/vanilla'
import type { NetworkId } from '../contracts/caip.js'
import type { Amount } from '../contracts/capabilities/amount.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { balanceUnavailable } from '../errors/account.js'
import type { BaseError } from '../errors/base.js'
import { readOnly } from '../engine/readOnly.js'
import { token } from '../keys/token.js'
import type { Clock } from '../platform/clock.js'
import type { LogService } from '../platform/log.js'
import type { WalletCode, WalletCodeSource } from './walletCodeSource.js'

export type NativeBalance =
  | { readonly status: 'loading'; readonly amount?: Amount; readonly error?: undefined }
  | { readonly status: 'success'; readonly amount: Amount; readonly error?: undefined }
  /** Keeps the last amount that was read, if any. */
  | { readonly status: 'error'; readonly error: BaseError; readonly amount?: Amount }

export interface NativeBalancesService {
  /** By `networkId:address`. */
  readonly state: { readonly entries: Readonly<Record<string, NativeBalance>> }
  get(networkId: NetworkId, address: string): NativeBalance | undefined
  /**
   * Reads unless an answer is younger than 30 s or a failure is: concurrent asks share one request.
   * `force` asks again in any case, after a request that is under way. Never rejects; see the entry.
   */
  refresh(networkId: NetworkId, address: string, options?: { force?: boolean }): Promise<void>
}

/** Native balances of accounts, read once for everyone who shows them. */
export const NativeBalances = token<NativeBalancesService>('latchkey.nativeBalances')

export interface NativeBalancesOptions {
  readonly clock: Clock
  readonly log: LogService
  /** What reads balances is loaded with what talks to wallets: before, there is no account to read one of. */
  readonly code: WalletCodeSource
  namespaces(): readonly NamespaceContribution[]
}

export function createNativeBalances(options: NativeBalancesOptions): NativeBalancesService {
  const { code } = options
  const state = proxy({ entries: {} as Record<string, NativeBalance> })
  let reader: Pick<NativeBalancesService, 'refresh'> | undefined

  const ready = (loaded: WalletCode) => {
    reader ??= loaded.createBalanceReader(state.entries, options)
    return reader
  }

  return {
    state: readOnly(state),
    get: (networkId, address) => state.entries[`${networkId}:${address}`],
    refresh(networkId, address, how) {
      if (code.current) return ready(code.current).refresh(networkId, address, how)
      return code.load().then(
        (loaded) => ready(loaded).refresh(networkId, address, how),
        (cause: unknown) => {
          state.entries[`${networkId}:${address}`] = { status: 'error', error: balanceUnavailable(cause) }
        },
      )
    },
  }
}
