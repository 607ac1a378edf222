import type { Address } from 'viem'
import type { EvmStack } from '../evm/evmStack.js'
import { deployEntryPoints, type EntryPointContracts } from './deployEntryPoints.js'
import type { ByEntryPoint } from './deployPaymasters.js'
import { type Alto, startAlto } from './startAlto.js'
import { type Bundler, startBundlerDoor } from './startBundlerDoor.js'
import { type Paymaster, startPaymaster } from './startPaymaster.js'

export interface StartAccountAbstractionOptions {
  /** How many bundlers to start. Each has its own faults; all share one pool of operations. @default 1 */
  readonly bundlers?: number
  /** Port of the first bundler. @default 0, which takes a free one */
  readonly bundlerPort?: number
  /** Port of the paymaster service. @default 0, which takes a free one */
  readonly paymasterPort?: number
}

/** What ERC-4337 needs beside a chain, on one local chain. */
export interface AccountAbstraction extends EntryPointContracts {
  /** Of the first bundler. */
  readonly bundlerUrl: string
  /** At least one. */
  readonly bundlers: readonly [Bundler, ...Bundler[]]
  /** The account that sends bundles. */
  readonly executor: Address
  readonly paymasterUrl: string
  readonly paymaster: Paymaster
  /** The same as `paymaster.addresses`. */
  readonly paymasters: ByEntryPoint<Address>
  /** Keeps operations in the pool until `resumeBundling`. */
  pauseBundling(): Promise<void>
  resumeBundling(): Promise<void>
  stop(): Promise<void>
}

/**
 * Puts the entry points of ERC-4337 on a local chain, and starts a bundler (Alto) and a paymaster service (ERC-7677)
 * beside it. Nothing listens outside of loopback.
 *
 * @throws DevstackError BINARY_MISSING, PORT_IN_USE, PROCESS_EXITED or PROCESS_NOT_READY
 */
export async function startAccountAbstraction(
  stack: EvmStack,
  options: StartAccountAbstractionOptions = {},
): Promise<AccountAbstraction> {
  const { bundlers: count = 1, bundlerPort = 0, paymasterPort = 0 } = options
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const contracts = await deployEntryPoints(stack)
    const paymaster = await startPaymaster(stack, contracts.entryPoints, paymasterPort)
    stops.push(paymaster.stop)
    const alto = await startAlto(stack, Object.values(contracts.entryPoints))
    stops.push(alto.stop)
    const open = async (port: number) => {
      const door = await startBundlerDoor(alto.url, stack.chainId, port)
      stops.push(door.stop)
      return door
    }
    const first = await open(bundlerPort)
    const others: Bundler[] = []
    for (let index = 1; index < count; index++) others.push(await open(0))
    return {
      ...contracts,
      ...{ bundlerUrl: first.url, bundlers: [first, ...others], executor: alto.executor },
      ...{ paymasterUrl: paymaster.url, paymaster, paymasters: paymaster.addresses },
      pauseBundling: () => setBundling(alto, 'manual'),
      resumeBundling: () => setBundling(alto, 'auto'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function setBundling(alto: Alto, mode: 'auto' | 'manual'): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'debug_bundler_setBundlingMode', params: [mode] }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(alto.url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  if (error) throw new Error(`The bundler refused the mode "${mode}": ${error.message}`)
}
