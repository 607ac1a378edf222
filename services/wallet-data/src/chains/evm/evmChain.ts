import { createPublicClient, hexToBigInt, hexToNumber, http, numberToHex, type PublicClient } from 'viem'
import { ServiceSetupError } from '@latchkey/service-kit'
import type { BlockChain, ChainTransaction, Holder, NativeCoin } from '../chain.js'
import { coinTokens } from './coinTokens.js'
import { createChecksums } from './checksums.js'
import { readBlock } from './evmBlock.js'
import { type Call, createCaller } from './evmCaller.js'
import { decodeAmount, holderCall } from './evmHolders.js'
import { createNodeAsker, type NodeAsker } from './createNodeAsker.js'
import { createInternalTransfers } from './internalTransfers.js'
import { readCollectibleFacts, readTokenFacts } from './evmMetadata.js'
import { readEvmMultipliers } from './evmMultipliers.js'

export interface EvmChainOptions {
  /** HTTP JSON-RPC. */
  readonly url: string
  /** @default ETH with 18 decimals */
  readonly native?: NativeCoin
  /** The token contract that moves the coin itself. @default what is known of the network */
  readonly coinToken?: string
  /** Where to begin. @default 0 */
  readonly firstHeight?: number
}

export interface EvmChain extends BlockChain {
  readonly chainId: number
  readonly client: EvmReadClient
  readonly asker: NodeAsker
}

/** A viem client that reads. */
export type EvmReadClient = PublicClient

/** Single calls of one moment travel in one request. */
const callsAtOnce = 100

const createReadClient = (url: string): EvmReadClient =>
  createPublicClient({
    // A name may lead to any URL (EIP-3668), and this process stands where private hosts are.
    ccipRead: false,
    transport: http(url, { batch: { batchSize: callsAtOnce }, retryCount: 1 }),
  })

/** The address that stands for nobody: tokens come from it when they are made and go to it when they are destroyed. */
const nobody = '0x0000000000000000000000000000000000000000'

/** @throws ServiceSetupError `NODE_UNREACHABLE` */
export async function createEvmChain(options: EvmChainOptions): Promise<EvmChain> {
  const client = createReadClient(options.url)
  const chainId = await client.getChainId().catch((cause) => {
    const message = `The EVM node at ${options.url} did not answer. Start it first, or check the address.`
    throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
  })
  const single = createPublicClient({ ccipRead: false, transport: http(options.url, { retryCount: 1 }) })
  const call = createCaller(client, single)
  const asker = createNodeAsker(options.url)
  const readInternal = createInternalTransfers(client)
  const isNobody = (address: string) => address === nobody

  return {
    networkId: `eip155:${chainId}`,
    namespace: 'eip155',
    chainId,
    client,
    asker,
    native: options.native ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
    coinToken: options.coinToken?.toLowerCase() ?? coinTokens[chainId],
    firstHeight: options.firstHeight ?? 0,
    canonicalAddress: canonicalEvmAddress,
    formatAddress: createChecksums(),
    nativeBalance: async (address) => balanceOf(await asker.ask('eth_getBalance', [address, 'latest'])),
    tip: async () => hexToNumber(await client.request({ method: 'eth_blockNumber' })),
    async hashAt(height) {
      const parameters: [`0x${string}`, false] = [numberToHex(height), false]
      const block = await client.request({ method: 'eth_getBlockByNumber', params: parameters })
      return block?.hash ?? undefined
    },
    readBlocks: (from, to) =>
      Promise.all(
        Array.from({ length: to - from + 1 }, (_, index) => readBlock(client, from + index, readInternal)),
      ),
    async readAmounts(holders, blockHash) {
      const asked = holders.filter(({ address }) => !isNobody(address))
      const kinds = await kindsOf(call, asked)
      const answers = await call(
        asked.map((holder) => holderCall(holder, kinds)),
        { blockHash: blockHash as `0x${string}` },
      )
      return asked.map((holder, index) => ({
        ...holder,
        amount: decodeAmount(holder, kinds, answers[index]),
      }))
    },
    async readAssets(transactions, known) {
      const { tokens, collections, items } = newOnes(transactions, known)
      const assets = await readTokenFacts(call, [...tokens, ...collections], new Set(collections))
      return { assets, collectibles: await readCollectibleFacts(call, items) }
    },
    readToken: (holder) => readToken(call, holder),
    readMultipliers: (tokens) => readEvmMultipliers(call, tokens),
    stop: async () => asker.stop(),
  }
}

async function readToken(call: Call, holder: Holder) {
  const [facts] = await readTokenFacts(call, [holder.asset], new Set())
  const [answer] = await call([holderCall(holder, new Map())], 'latest')
  if (!facts || !answer) return undefined
  return { amount: decodeAmount(holder, new Map(), answer), facts }
}

function balanceOf(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer)) return BigInt(answer)
  throw new Error('The node did not tell a balance.')
}

function canonicalEvmAddress(text: string): string | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined
}

/** ERC-721 has one owner for each item, ERC-1155 has amounts: who answers `ownerOf` is the former. */
async function kindsOf(call: Call, holders: readonly { asset: string; tokenId: string }[]) {
  const items = new Map<string, string>()
  for (const { asset, tokenId } of holders) if (tokenId !== '') items.set(asset, tokenId)
  const contracts = [...items.keys()]
  const answers = await call(
    contracts.map((to) => ({ to, data: supportsSingleOwner })),
    'latest',
  )
  return new Map(
    contracts.map((contract, index) => {
      const answer = answers[index]
      return [contract, answer !== undefined && hexToBigInt(answer) === 1n ? 'single' : 'several'] as const
    }),
  )
}

/** ERC-165 `supportsInterface(0x80ac58cd)`: ERC-721. */
const supportsSingleOwner = `0x01ffc9a780ac58cd${'0'.repeat(56)}` as const

function newOnes(
  transactions: readonly ChainTransaction[],
  known: { hasAsset(address: string): boolean; hasCollectible(address: string, tokenId: string): boolean },
) {
  const tokens = new Set<string>()
  const collections = new Set<string>()
  const items = new Map<string, { address: string; tokenId: string }>()
  for (const { asset, tokenId } of transactions.flatMap((one) => one.movements)) {
    if (asset === '') continue
    if (!known.hasAsset(asset)) (tokenId === '' ? tokens : collections).add(asset)
    if (tokenId !== '' && !known.hasCollectible(asset, tokenId)) {
      items.set(`${asset} ${tokenId}`, { address: asset, tokenId })
    }
  }
  return { tokens: [...tokens], collections: [...collections], items: [...items.values()] }
}
