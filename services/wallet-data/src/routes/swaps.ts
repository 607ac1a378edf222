import type { Context } from 'hono'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { readJson, readQuery } from '../http/parameters.js'
import { invalid, unavailable } from '../http/serviceError.js'
import type { SwapVenue } from '../options.js'
import type { EvmNetwork, Service } from '../service.js'
import { findChain } from './account.js'
import { isNativePlaceholder } from './nativePlaceholder.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Seconds that a transaction of this service can be sent. */
const orderTime = 600n

interface Place {
  readonly network: EvmNetwork
  readonly venue: SwapVenue
  readonly networkId: string
}

/** A project, and the network's pools. */
function findPlace(service: Service, projectId: string | undefined, networkId: string): Place {
  const project = checkProject(service, projectId)
  findChain(service, networkId)
  service.quota.charge(project, [networkId])
  const network = service.evmNetworks.find(({ chainId }) => networkId === `eip155:${chainId}`)
  const venue = service.settings.swaps[networkId]
  if (!network || !venue) throw invalid('chainId', 'Nothing can be swapped on this network.')
  return { network, venue, networkId }
}

interface Asset {
  readonly networkId: string
  /** Absent for the coin. */
  readonly address: Address | undefined
}

/** A CAIP-10 address; the coin's is made of the letter e. */
function readAsset(field: string, text: string): Asset {
  const [namespace, reference, own = ''] = text.split(':')
  if (namespace !== 'eip155' || !/^0x[0-9a-fA-F]{40}$/.test(own)) {
    throw invalid(field, 'Expected a CAIP-10 address such as eip155:1:0x….')
  }
  const address = isNativePlaceholder(own) ? undefined : getAddress(own.toLowerCase())
  return { networkId: `${namespace}:${reference}`, address }
}

function readPair(from: string, to: string): { readonly sell: Asset; readonly buy: Asset } {
  const [sell, buy] = [readAsset('from', from), readAsset('to', to)]
  if (sell.networkId !== buy.networkId) throw invalid('to', 'Expected a token of the same network.')
  return { sell, buy }
}

interface Trade {
  readonly path: readonly Address[]
  readonly bought: bigint
}

/** The better of the pool of both and the way over the wrapped coin. */
async function bestTrade(
  { network: { client }, venue }: Place,
  { sell, buy }: ReturnType<typeof readPair>,
  amount: bigint,
): Promise<Trade> {
  const wrapped = venue.wrapped as Address
  const [from, to] = [sell.address ?? wrapped, buy.address ?? wrapped]
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
  const { venue, networkId } = findPlace(service, query.projectId, query.chainId)
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
  const place = findPlace(service, projectId, pair.sell.networkId)
  const { bought } = await bestTrade(place, pair, BigInt(amount))
  const quote = { fromAmount: amount, fromAccount: from, toAmount: bought.toString(), toAccount: to }
  return jsonText(JSON.stringify({ quotes: [quote] }))
}

async function gasPrice(context: Context, service: Service): Promise<Response> {
  const { projectId, chainId } = readQuery(context, z.object({ ...project, chainId: z.string() }))
  const { network } = findPlace(service, projectId, chainId)
  const price = await network.client.getGasPrice().catch((cause) => {
    throw unavailable('The node', cause)
  })
  const share = (percent: bigint) => ((price * percent) / 100n).toString()
  return jsonText(JSON.stringify({ standard: share(100n), fast: share(125n), instant: share(150n) }))
}

async function allowance(context: Context, service: Service): Promise<Response> {
  const shape = z.object({ ...project, tokenAddress: z.string(), userAddress: account })
  const { projectId, tokenAddress, userAddress } = readQuery(context, shape)
  const { address, networkId } = readAsset('tokenAddress', tokenAddress)
  const { network, venue } = findPlace(service, projectId, networkId)
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
  const { address, networkId } = readAsset('to', to)
  const { network, venue } = findPlace(service, projectId, networkId)
  if (address === undefined) throw invalid('to', 'The coin needs no allowance.')
  const args = [venue.router as Address, amount === undefined ? 2n ** 256n - 1n : BigInt(amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const price = await network.client.getGasPrice()
  const tx = { from, to: `${networkId}:${address}`, data, value: '0', eip155: { gasPrice: price.toString() } }
  return jsonText(JSON.stringify({ tx }))
}

const order = z.object({
  ...project,
  amount: units,
  from: z.string(),
  to: z.string(),
  userAddress: account,
  eip155: z.object({ slippage: z.number().check(z.int(), z.gte(0), z.lte(50)) }),
})

async function buildTransaction(context: Context, service: Service): Promise<Response> {
  const { projectId, from, to, userAddress, eip155, ...given } = await readJson(context, order)
  const pair = readPair(from, to)
  const place = findPlace(service, projectId, pair.sell.networkId)
  const { network, venue, networkId } = place
  const amount = BigInt(given.amount)
  const { path, bought } = await bestTrade(place, pair, amount)
  const minimum = (bought * BigInt(100 - eip155.slippage)) / 100n
  const { timestamp } = await network.client.getBlock()
  const rest = [minimum, path, plainAddress(userAddress), timestamp + orderTime] as const
  const price = await network.client.getGasPrice()
  const tx = {
    from: `${networkId}:${plainAddress(userAddress)}`,
    to: `${networkId}:${venue.router}`,
    data: encodeOrder(pair, amount, rest),
    amount: pair.sell.address === undefined ? amount.toString() : '0',
    eip155: { gas: '330000', gasPrice: price.toString() },
  }
  return jsonText(JSON.stringify({ tx }))
}

function encodeOrder(
  { sell, buy }: ReturnType<typeof readPair>,
  amount: bigint,
  rest: readonly [bigint, readonly Address[], Address, bigint],
): Hex {
  const abi = routerAbi
  if (sell.address === undefined) {
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return encodeFunctionData({ abi, functionName, args: rest })
  }
  const functionName =
    buy.address === undefined
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return encodeFunctionData({ abi, functionName, args: [amount, ...rest] })
}

/** Swaps on the pools that the service was told of. */
export const swapRoutes: readonly Route[] = [
  { name: 'swaps', method: 'get', path: '/v1/convert/tokens', handle: tokens },
  { name: 'swaps', method: 'get', path: '/v1/convert/quotes', handle: quotes },
  { name: 'swaps', method: 'get', path: '/v1/convert/gas-price', handle: gasPrice },
  { name: 'swaps', method: 'get', path: '/v1/convert/allowance', handle: allowance },
  { name: 'swaps', method: 'get', path: '/v1/convert/build-approve', handle: buildApprove },
  { name: 'swaps', method: 'post', path: '/v1/convert/build-transaction', handle: buildTransaction },
]
