import { proxy } from 'valtio/vanilla'
import { type NetworkId, namespaceOf } from '../contracts/caip.js'
import { findCapability } from '../keys/capability.js'
import { type Amount, checkAmount } from '../contracts/capabilities/amount.js'
import { Balance } from '../contracts/capabilities/balance.js'
import { balanceUnavailable } from '../errors/account.js'
import { type BaseError, isKernelError } from '../errors/base.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { readOnly } from '../engine/readOnly.js'
import { token } from '../keys/token.js'
import type { Clock } from '../platform/clock.js'
import type { LogService } from '../platform/log.js'

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

/** Both the age at which an answer is read again and the time a failure blocks retries. */
const freshTime = 30_000

export interface NativeBalancesOptions {
  readonly clock: Clock
  readonly log: LogService
  namespaces(): readonly NamespaceContribution[]
}

export function createNativeBalances({
  clock,
  log,
  namespaces,
}: NativeBalancesOptions): NativeBalancesService {
  const state = proxy({ entries: {} as Record<string, NativeBalance> })
  const freshUntil = new Map<string, number>()
  const running = new Map<string, Promise<void>>()

  async function read(key: string, networkId: NetworkId, address: string): Promise<void> {
    const amount = state.entries[key]?.amount
    const kept = amount && { amount }
    const namespace = namespaces().find((candidate) => candidate.id === namespaceOf(networkId))
    const reader = namespace && findCapability(namespace.capabilities, Balance)
    if (!reader) return
    freshUntil.set(key, Number.POSITIVE_INFINITY)
    state.entries[key] = { status: 'loading', ...kept }
    try {
      state.entries[key] = {
        status: 'success',
        amount: checkAmount(await reader.native({ networkId, address })),
      }
    } catch (cause) {
      if (isKernelError(cause, 'AMOUNT_INVALID')) log.error(`A balance on ${networkId} was refused.`, cause)
      state.entries[key] = { status: 'error', error: balanceUnavailable(cause), ...kept }
    }
    // Forced meanwhile: this answer may be older than the reason to ask.
    if (!freshUntil.has(key)) return read(key, networkId, address)
    freshUntil.set(key, clock.now() + freshTime)
  }

  const keyOf = (networkId: NetworkId, address: string) => `${networkId}:${address}`

  return {
    state: readOnly(state),
    get: (networkId, address) => state.entries[keyOf(networkId, address)],
    refresh(networkId, address, { force = false } = {}) {
      const key = keyOf(networkId, address)
      if (force) freshUntil.delete(key)
      const shared = running.get(key)
      if (shared) return shared
      if (clock.now() < (freshUntil.get(key) ?? 0)) return Promise.resolve()
      const request = read(key, networkId, address).finally(() => running.delete(key))
      running.set(key, request)
      return request
    },
  }
}
