import * as z from 'zod/mini'
import { DevstackError } from '../devstackError.js'
import { connectApi } from '@latchkey/service-kit/polkadot'
import { devAccounts, type PolkadotAccount } from './devAccounts.js'
import { genesisFile } from './genesisFile.js'
import { startNode } from './startNode.js'

/** How to start the local Polkadot chain. */
export interface StartPolkadotOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number
  /** Path of a raw chain specification. Default: Rococo's, from @substrate/connect 0.6.5. */
  readonly genesis?: string
}

/** A running local Polkadot chain. */
export interface PolkadotStack {
  /** WebSocket JSON-RPC, for example ws://127.0.0.1:36567. */
  readonly url: string
  /** 0x-prefixed. Chopsticks gives every chain started from a genesis file the same made-up hash. */
  readonly genesisHash: string
  /** CAIP-2 id: `polkadot:` and the first 32 hex characters of the genesis hash. */
  readonly chainId: string
  readonly ss58Prefix: number
  readonly symbol: string
  readonly decimals: number
  /** Six accounts with 1,000 coins each. */
  readonly accounts: readonly PolkadotAccount[]
  /** Process id of the node. */
  readonly pid: number
  /** Free balance in the smallest unit. */
  balanceOf(address: string): Promise<bigint>
  /** Ends the node and resolves when its process is gone. May be called any number of times. */
  stop(): Promise<void>
}

/** The development accounts use the general prefix in the configuration; the chain's own is read from it. */
const generalPrefix = 42
const startingBalance = 1_000_000_000_000_000n
const caip2ReferenceLength = 32

const accountInfo = z.object({ data: z.object({ free: z.union([z.string(), z.number()]) }) })

/**
 * Starts a local Polkadot chain: chopsticks runs Rococo's real runtime from its genesis, makes a block for
 * every transaction and refuses forged signatures. It takes about five seconds and needs no network.
 *
 * @throws DevstackError BINARY_MISSING, PORT_IN_USE, PROCESS_EXITED, PROCESS_NOT_READY
 */
export async function startPolkadot(options: StartPolkadotOptions = {}): Promise<PolkadotStack> {
  const funded = await devAccounts(generalPrefix)
  const node = await startNode({
    genesis: options.genesis ?? genesisFile(),
    port: options.port ?? 0,
    balances: new Map(funded.map(({ address }) => [address, startingBalance])),
  })
  const url = node.ready
  try {
    const api = await connectApi(url)
    let stopping: Promise<void> | undefined
    const { registry } = api
    const ss58Prefix = registry.chainSS58 ?? generalPrefix
    const genesisHash = api.genesisHash.toHex()
    return {
      url,
      genesisHash,
      chainId: `polkadot:${genesisHash.slice(2, 2 + caip2ReferenceLength)}`,
      ss58Prefix,
      symbol: registry.chainTokens[0] ?? '',
      decimals: registry.chainDecimals[0] ?? 0,
      accounts: await devAccounts(ss58Prefix),
      pid: node.pid,
      async balanceOf(address) {
        const query = api.query['system']?.['account']
        if (!query)
          throw new DevstackError('WRONG_CHAIN', 'The chain of the genesis file has no system accounts.')
        return BigInt(accountInfo.parse((await query(address)).toJSON()).data.free)
      },
      stop() {
        stopping ??= api.disconnect().then(() => node.stop())
        return stopping
      },
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
