import { type NetworkId, namespaceOf } from '../contracts/caip.js'
import { checkAmount } from '../contracts/capabilities/amount.js'
import { Balance } from '../contracts/capabilities/balance.js'
import { balanceUnavailable } from '../errors/account.js'
import { isKernelError } from '../errors/base.js'
import { findCapability } from '../keys/capability.js'
import type { NativeBalance, NativeBalancesOptions, NativeBalancesService } from './balances.js'

/** Both the age at which an answer is read again and the time a failure blocks retries. */
const freshTime = 30_000

/** @param entries Where the balances are told, by `networkId:address`. */
export function createBalanceReader(
  entries: Record<string, NativeBalance>,
  { clock, log, namespaces }: Omit<NativeBalancesOptions, 'code'>,
): Pick<NativeBalancesService, 'refresh'> {
  const freshUntil = new Map<string, number>()
  const running = new Map<string, Promise<void>>()

  async function read(key: string, networkId: NetworkId, address: string): Promise<void> {
    const amount = entries[key]?.amount
    const kept = amount && { amount }
    const namespace = namespaces().find((candidate) => candidate.id === namespaceOf(networkId))
    const reader = namespace && findCapability(namespace.capabilities, Balance)
    if (!reader) return
    freshUntil.set(key, Number.POSITIVE_INFINITY)
    entries[key] = { status: 'loading', ...kept }
    try {
      entries[key] = { status: 'success', amount: checkAmount(await reader.native({ networkId, address })) }
    } catch (cause) {
      if (isKernelError(cause, 'AMOUNT_INVALID')) log.error(`A balance on ${networkId} was refused.`, cause)
      entries[key] = { status: 'error', error: balanceUnavailable(cause), ...kept }
    }
    // Forced meanwhile: this answer may be older than the reason to ask.
    if (!freshUntil.has(key)) return read(key, networkId, address)
    freshUntil.set(key, clock.now() + freshTime)
  }

  return {
    refresh(networkId, address, { force = false } = {}) {
      const key = `${networkId}:${address}`
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
