import type { Context } from 'hono'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { readJson, readQuery } from '../http/parameters.js'
import { invalid, unavailable } from '../http/serviceError.js'
import type { EvmSwapVenue, SolanaSwapVenue } from '../options.js'
import type { EvmNetwork, Service } from '../service.js'
import { findChain } from './account.js'
import { isNativePlaceholder } from './nativePlaceholder.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'
import { buildSolanaTransaction, listSolanaTokens, quoteSolana, type SolanaPlace } from './solanaSwaps.js'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Seconds that a transaction of this service can be sent. */
const orderTime = 600n

interface EvmPlace {
  readonly network: EvmNetwork
  readonly venue: EvmSwapVenue
  readonly networkId: string
}

const isOnSolana = (place: EvmPlace | SolanaPlace): place is SolanaPlace => 'url' in place.venue

/** A project, and where the network's tokens are swapped. */
async function findPlace(
  service: Service,
  projectId: string | undefined,
  networkId: string,
): Promise<EvmPlace | SolanaPlace> {
  const project = checkProject(service, projectId)
  const chain = findChain(service, networkId)
  await service.quota.charge(project, [networkId])
  const network = service.evmNetworks.find(({ chainId }) => networkId === `eip155:${chainId}`)
  const venue: EvmSwapVenue | SolanaSwapVenue | undefined = service.settings.swaps[networkId]
  if (venue && 'url' in venue && chain.namespace === 'solana') return { chain, venue, networkId }
  if (!network || !venue || 'url' in venue) {
    throw invalid('chainId', 'Nothing can be swapped on this network.')
  }
  return { network, venue, networkId }
}

/** For what other networks don't have. */
async function findEvmPlace(
  service: Service,
  projectId: string | undefined,
  networkId: string,
): Promise<EvmPlace> {
  const place = await findPlace(service, projectId, networkId)
  if (isOnSolana(place)) throw invalid('chainId', 'Only EVM networks have this.')
  return place
}

interface Asset {
  readonly networkId: string
  /** As it was given, of an account or a placeholder of the coin. */
  readonly own: string
}

/** A CAIP-10 address; the coin's is made of the letter e, and of the digit 1 on Solana. */
function readAsset(field: string, text: string): Asset {
  const [, networkId, own] = /^((?:eip155|solana):[-_a-zA-Z0-9]{1,32}):([a-zA-Z0-9]{1,64})$/.exec(text) ?? []
  if (networkId !== undefined && own !== undefined) return { networkId, own }
  throw invalid(field, 'Expected a CAIP-10 address such as eip155:1:0x….')
}

/** Absent for the coin. */
function evmAddress(field: string, { own }: Asset): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(own)) {
    throw invalid(field, 'Expected a CAIP-10 address such as eip155:1:0x….')
  }
  return isNativePlaceholder(own) ? undefined : getAddress(own.toLowerCase())
}

function readPair(from: string, to: string): { readonly sell: Asset; readonly buy: Asset } {
  const [sell, buy] = [readAsset('from', from), readAsset('to', to)]
  if (sell.networkId !== buy.networkId) throw invalid('to', 'Expected a token of the same network.')
  return { sell, buy }
}

interface EvmPair {
  /** Absent for the coin. */
  readonly sell: Address | undefined
  readonly buy: Address | undefined
}

const evmPair = ({ sell, buy }: ReturnType<typeof readPair>): EvmPair => ({
  sell: evmAddress('from', sell),
  buy: evmAddress('to', buy),
})

interface Trade {
  readonly path: readonly Address[]
  readonly bought: bigint
}

/** The better of the pool of both and the way over the wrapped coin. */
async function bestTrade(
  { network: { client }, venue }: EvmPlace,
  { sell, buy }: EvmPair,
  amount: bigint,
): Promise<Trade> {
  const wrapped = venue.wrapped as Address
  const [from, to] = [sell ?? wrapped, buy ?? wrapped]
  if (from === to) throw invalid('to', 'Expected another token than the one that is sold.')
  const paths = [[from, to], ...(from === wrapped || to === wrapped ? [] : [[from, wrapped, to]])]
  const offers = await Promise.all(
    paths.map(async (path): Promise<Trade | undefined> => {
      const read = {
        address: venue.router as Address,
        abi: routerAbi,
        functionName: 'getAmountsOut',
      } as const
      // The router reverts where a pool lacks.
      const amounts = await client.readContract({ ...read, args: [amount, path] }).catch(() => undefined)
      const bought = amounts?.at(-1) ?? 0n
      return bought > 0n ? { path, bought } : undefined
    }),
  )
  const [best] = offers
    .flatMap((offer) => offer ?? [])
    .sort((one, other) => (one.bought < other.bought ? 1 : -1))
  if (!best) throw invalid('to', 'insufficient liquidity')
  return best
}

const units = z.string().check(z.regex(/^[1-9]\d{0,77}$/))
const project = { projectId: z.optional(z.string()) }
const account = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$|^eip155:\d+:0x[0-9a-fA-F]{40}$/))
const plainAddress = (text: string) => getAddress((text.split(':').at(-1) as string).toLowerCase())

async function tokens(context: Context, service: Service): Promise<Response> {
  const query = readQuery(
    context,
    z.object({ ...project, chainId: z.string(), address: z.optional(z.string()) }),
  )
  const place = await findPlace(service, query.projectId, query.chainId)
  if (isOnSolana(place)) {
    const wanted = query.address?.split(':').at(-1)
    return jsonText(JSON.stringify({ tokens: await listSolanaTokens(place, wanted) }))
  }
  const { venue, networkId } = place
  const { native } = findChain(service, networkId)
  const all = [{ ...native, address: coinAddress }, ...venue.tokens]
  const wanted = query.address === undefined ? undefined : plainAddress(query.address).toLowerCase()
  const listed = all.filter(({ address }) => wanted === undefined || address.toLowerCase() === wanted)
  const list = listed.map(({ address, name, symbol, decimals }) => {
    return { name, symbol, decimals, address: `${networkId}:${address}` }
  })
  return jsonText(JSON.stringify({ tokens: list }))
}

async function quotes(context: Context, service: Service): Promise<Response> {
  const shape = z.object({ ...project, amount: units, from: z.string(), to: z.string() })
  const { projectId, amount, from, to } = readQuery(context, shape)
  const pair = readPair(from, to)
  const place = await findPlace(service, projectId, pair.sell.networkId)
  const offered = isOnSolana(place)
    ? await quoteSolana(place, { sell: pair.sell.own, buy: pair.buy.own, amount })
    : { toAmount: (await bestTrade(place, evmPair(pair), BigInt(amount))).bought.toString() }
  const quote = { fromAmount: amount, fromAccount: from, toAccount: to, ...offered }
  return jsonText(JSON.stringify({ quotes: [quote] }))
}

async function gasPrice(context: Context, service: Service): Promise<Response> {
  const { projectId, chainId } = readQuery(context, z.object({ ...project, chainId: z.string() }))
  const { network } = await findEvmPlace(service, projectId, chainId)
  const price = await network.client.getGasPrice().catch((cause) => {
    throw unavailable('The node', cause)
  })
  const share = (percent: bigint) => ((price * percent) / 100n).toString()
  return jsonText(JSON.stringify({ standard: share(100n), fast: share(125n), instant: share(150n) }))
}

async function allowance(context: Context, service: Service): Promise<Response> {
  const shape = z.object({ ...project, tokenAddress: z.string(), userAddress: account })
  const { projectId, tokenAddress, userAddress } = readQuery(context, shape)
  const asset = readAsset('tokenAddress', tokenAddress)
  const { network, venue } = await findEvmPlace(service, projectId, asset.networkId)
  const address = evmAddress('tokenAddress', asset)
  if (address === undefined) throw invalid('tokenAddress', 'The coin needs no allowance.')
  const args = [plainAddress(userAddress), venue.router as Address] as const
  const read = { address, abi: erc20Abi, functionName: 'allowance', args } as const
  const allowed = await network.client.readContract(read).catch((cause) => {
    throw unavailable('The node', cause)
  })
  return jsonText(JSON.stringify({ allowance: allowed.toString() }))
}

/** Of the token `to`, whatever `from` is. Without an amount it is without limit, as in the contract. */
async function buildApprove(context: Context, service: Service): Promise<Response> {
  const shape = z.object({ ...project, from: z.string(), to: z.string(), amount: z.optional(units) })
  const { projectId, from, to, amount } = readQuery(context, shape)
  const asset = readAsset('to', to)
  const { network, venue, networkId } = await findEvmPlace(service, projectId, asset.networkId)
  const address = evmAddress('to', asset)
  if (address === undefined) throw invalid('to', 'The coin needs no allowance.')
  const args = [venue.router as Address, amount === undefined ? 2n ** 256n - 1n : BigInt(amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const price = await network.client.getGasPrice()
  const tx = { from, to: `${networkId}:${address}`, data, value: '0', eip155: { gasPrice: price.toString() } }
  return jsonText(JSON.stringify({ tx }))
}

const order = z.object({ ...project, amount: units, from: z.string(), to: z.string() })
/** The contract's, in whole percents. */
const evmOrder = z.extend(order, {
  userAddress: account,
  eip155: z.object({ slippage: z.number().check(z.int(), z.gte(0), z.lte(50)) }),
})
/** In basis points. */
const solanaOrder = z.extend(order, {
  userAddress: z.string().check(z.maxLength(128)),
  solana: z.object({ slippageBps: z.number().check(z.int(), z.gte(0), z.lte(5_000)) }),
})

async function buildTransaction(context: Context, service: Service): Promise<Response> {
  const given = await readJson(context, z.union([evmOrder, solanaOrder]))
  const pair = readPair(given.from, given.to)
  const place = await findPlace(service, given.projectId, pair.sell.networkId)
  const isSolana = isOnSolana(place)
  if (isSolana && 'solana' in given) {
    const { amount, userAddress, solana } = given
    const asked = { sell: pair.sell.own, buy: pair.buy.own, amount, ...solana }
    return jsonText(JSON.stringify({ tx: await buildSolanaTransaction(place, asked, userAddress) }))
  }
  if (isSolana || !('eip155' in given)) {
    throw isSolana
      ? invalid('solana', 'Expected `solana.slippageBps`.')
      : invalid('eip155', 'Expected `eip155.slippage`.')
  }
  return jsonText(JSON.stringify({ tx: await buildEvmTransaction(place, evmPair(pair), given) }))
}

async function buildEvmTransaction(
  place: EvmPlace,
  pair: EvmPair,
  { userAddress, eip155, ...given }: z.infer<typeof evmOrder>,
) {
  const { network, venue, networkId } = place
  const amount = BigInt(given.amount)
  const { path, bought } = await bestTrade(place, pair, amount)
  const minimum = (bought * BigInt(100 - eip155.slippage)) / 100n
  const { timestamp } = await network.client.getBlock()
  const rest = [minimum, path, plainAddress(userAddress), timestamp + orderTime] as const
  const price = await network.client.getGasPrice()
  return {
    from: `${networkId}:${plainAddress(userAddress)}`,
    to: `${networkId}:${venue.router}`,
    data: encodeOrder(pair, amount, rest),
    amount: pair.sell === undefined ? amount.toString() : '0',
    eip155: { gas: '330000', gasPrice: price.toString() },
  }
}

function encodeOrder(
  { sell, buy }: EvmPair,
  amount: bigint,
  rest: readonly [bigint, readonly Address[], Address, bigint],
): Hex {
  const abi = routerAbi
  if (sell === undefined) {
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return encodeFunctionData({ abi, functionName, args: rest })
  }
  const functionName =
    buy === undefined
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return encodeFunctionData({ abi, functionName, args: [amount, ...rest] })
}

/** Swaps on the pools, and by the services of Solana, that this service was told of. */
export const swapRoutes: readonly Route[] = [
  { name: 'swaps', method: 'get', path: '/v1/convert/tokens', handle: tokens },
  { name: 'swaps', method: 'get', path: '/v1/convert/quotes', handle: quotes },
  { name: 'swaps', method: 'get', path: '/v1/convert/gas-price', handle: gasPrice },
  { name: 'swaps', method: 'get', path: '/v1/convert/allowance', handle: allowance },
  { name: 'swaps', method: 'get', path: '/v1/convert/build-approve', handle: buildApprove },
  { name: 'swaps', method: 'post', path: '/v1/convert/build-transaction', handle: buildTransaction },
]
