import { ServiceSetupError } from '@latchkey/service-kit'
import { Address } from '@scure/btc-signer'
import type { BlockChain } from '../chain.js'
import { addressParametersOf } from './bitcoinNetworks.js'
import { createEsplora, type Esplora } from './createEsplora.js'

export interface BitcoinChainOptions {
  /** Base address of an Esplora-style interface. */
  readonly url: string
  /** CAIP-2 id. @default what the hash of block 0 says */
  readonly networkId?: string
  /** @default 0 */
  readonly firstHeight?: number
}

/** @throws ServiceSetupError `NODE_UNREACHABLE`, and `WRONG_CHAIN` where the interface doesn't tell which network it is. */
export async function createBitcoinChain(options: BitcoinChainOptions): Promise<BlockChain> {
  const esplora = createEsplora(options.url)
  const genesis = await readGenesis(esplora, options.url)
  const networkId = options.networkId ?? `bip122:${genesis.slice(0, 32)}`
  const network = addressParametersOf(networkId)

  return {
    networkId,
    namespace: 'bip122',
    native: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    firstHeight: options.firstHeight ?? 0,
    canonicalAddress(text) {
      const address = /^[a-zA-Z]{2,4}1/.test(text) ? text.toLowerCase() : text
      try {
        Address(network).decode(address)
        return address
      } catch (error) {
        if (error instanceof Error) return undefined
        throw error
      }
    },
    formatAddress: (address) => address,
    nativeBalance: esplora.balance,
    tip: esplora.tip,
    hashAt: esplora.hashAt,
    readBlocks: (from, to) =>
      Promise.all(Array.from({ length: to - from + 1 }, (_, index) => esplora.readBlock(from + index))),
    readAmounts: async () => [],
    readAssets: async () => ({ assets: [], collectibles: [] }),
    async stop() {},
  }
}

/** The hash of block 0, which names the network. */
async function readGenesis(esplora: Esplora, url: string): Promise<string> {
  const genesis = await esplora.hashAt(0).catch((cause) => {
    const message = `The Bitcoin interface at ${url} did not answer. Start it first, or check the address.`
    throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
  })
  if (genesis && /^[0-9a-f]{64}$/.test(genesis)) return genesis
  const message = `The interface at ${url} does not tell the hash of block 0, which names the network. Check that it speaks the Esplora API.`
  throw new ServiceSetupError('WRONG_CHAIN', message)
}
