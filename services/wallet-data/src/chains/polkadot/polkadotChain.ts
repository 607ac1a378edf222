import type { ApiPromise } from '@polkadot/api'
import { encodeAddress } from '@polkadot/util-crypto'
import * as z from 'zod/mini'
import { ServiceSetupError } from '@latchkey/service-kit'
import { connectApi } from '@latchkey/service-kit/polkadot'
import type { BlockChain } from '../chain.js'
import { canonicalPolkadotAddress } from './canonicalPolkadotAddress.js'
import { readPolkadotBlock } from './polkadotBlock.js'

export interface PolkadotChainOptions {
  /** WebSocket JSON-RPC. */
  readonly url: string
  /** The genesis block holds no transactions. @default 1 */
  readonly firstHeight?: number
}

const accountInfo = z.object({ data: z.object({ free: z.union([z.string(), z.number()]) }) })
const noHash = `0x${'0'.repeat(64)}`

/** @throws ServiceSetupError `NODE_UNREACHABLE` */
export async function createPolkadotChain(options: PolkadotChainOptions): Promise<BlockChain> {
  const connections = keepConnected(options.url)
  const first = await connections.get().catch((cause) => {
    const message = `The Polkadot node at ${options.url} did not answer. Start it first, or check the address.`
    throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
  })
  const { registry } = first
  const prefix = registry.chainSS58 ?? 42
  const [symbol = 'DOT'] = registry.chainTokens
  const [decimals = 10] = registry.chainDecimals

  const hashAt = async (height: number) => {
    const api = await connections.get()
    const hash = (await api.rpc.chain.getBlockHash(height)).toHex()
    return hash === noHash ? undefined : hash
  }
  return {
    networkId: `polkadot:${first.genesisHash.toHex().slice(2, 34)}`,
    namespace: 'polkadot',
    native: { name: symbol, symbol, decimals },
    firstHeight: options.firstHeight ?? 1,
    canonicalAddress: canonicalPolkadotAddress,
    formatAddress: (address) => encodeAddress(address, prefix),
    async nativeBalance(address) {
      const api = await connections.get()
      const query = api.query['system']?.['account']
      if (!query) throw new ServiceSetupError('WRONG_CHAIN', 'The chain has no system accounts.')
      return BigInt(accountInfo.parse((await query(address)).toJSON()).data.free)
    },
    tip: async () => (await (await connections.get()).rpc.chain.getHeader()).number.toNumber(),
    hashAt,
    async readBlocks(from, to) {
      const api = await connections.get()
      const blocks = []
      for (let height = from; height <= to; height++) blocks.push(await readPolkadotBlock(api, height))
      return blocks
    },
    readAmounts: async () => [],
    readAssets: async () => ({ assets: [], collectibles: [] }),
    stop: connections.close,
  }
}

/** One connection. After it broke, the next question opens another. */
function keepConnected(url: string) {
  let current: Promise<ApiPromise> | undefined
  let isConnecting = false
  async function connect(old: ApiPromise | undefined): Promise<ApiPromise> {
    isConnecting = true
    try {
      await old?.disconnect()
      return await connectApi(url)
    } finally {
      isConnecting = false
    }
  }
  return {
    async get(): Promise<ApiPromise> {
      const known = await current?.catch(() => undefined)
      if (known?.isConnected) return known
      // Of several that ask at one time, the first one connects.
      if (!isConnecting || !current) current = connect(known)
      return current
    },
    async close(): Promise<void> {
      const known = await current?.catch(() => undefined)
      await known?.disconnect()
    },
  }
}
