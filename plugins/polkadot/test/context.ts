import { BaseError, Namespace, type Token } from '@latchkey/kernel/plugin'
import { findCapability } from '@latchkey/kernel/contracts'
import { createKernel, type Kernel, type KernelOptions, memoryStorage } from '@latchkey/kernel'
import { type PolkadotOptions, polkadot } from '../src/index.js'

/** A kernel with the plugin alone. The caller disposes it. */
export function createTestKernel(options?: PolkadotOptions, kernelOptions: KernelOptions = {}): Kernel {
  return createKernel([polkadot(options)], {
    storage: memoryStorage(),
    onPluginError: 'throw',
    logLevel: 'silent',
    ...kernelOptions,
  })
}

/** A capability of the namespace. */
export function capabilityOf<T>(kernel: Kernel, token: Token<T>): T {
  const [namespace] = kernel.list(Namespace)
  const found = findCapability(namespace?.capabilities ?? [], token)
  if (found === undefined) throw new Error(`no ${token.id}`)
  return found
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
