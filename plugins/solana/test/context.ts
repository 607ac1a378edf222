import { type Account, BaseError, Namespace, type Token, type Network } from '@latchkey/kernel/plugin'
import { findCapability, accountId } from '@latchkey/kernel/contracts'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { type SolanaOptions, solana } from '../src/index.js'

/** A kernel with the plugin alone. The caller disposes it. */
export function createTestKernel(options?: SolanaOptions): Kernel {
  return createKernel([solana(options)], {
    storage: memoryStorage(),
    onPluginError: 'throw',
    logLevel: 'silent',
  })
}

/** A capability of the namespace. */
export function capabilityOf<T>(kernel: Kernel, token: Token<T>): T {
  const [namespace] = kernel.list(Namespace)
  const found = findCapability(namespace?.capabilities ?? [], token)
  if (found === undefined) throw new Error(`no ${token.id}`)
  return found
}

export function accountOn(network: Network, address: string): Account {
  return { id: accountId(network.id, address), namespace: 'solana', address, kind: 'eoa' }
}

/** Code and sentences of whatever a promise rejects with. */
export async function faultOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof BaseError) return `${error.code}: ${error.message}`
    throw error
  }
  throw new Error('it did not reject')
}
