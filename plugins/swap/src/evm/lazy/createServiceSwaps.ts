import { coinPlaceholder } from '@latchkey/kernel/chain'
import { HttpStatusError, type HttpService, type NetworkId } from '@latchkey/kernel/plugin'
import { gasPriceNetworkUnsupported } from '../../unsupportedNetworks.js'
import { type EvmCall, toChecksumAddress } from '@latchkey/plugin-eip155'
import type {
  FindSwapTokenRequest,
  SwapCalls,
  SwapCallsRequest,
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
  SwapToken,
} from '../../SwapSource.js'
import { askQuote } from '../../service/askQuote.js'
import { askService } from '../../service/askService.js'
import type { ServiceSwapsOptions } from '../serviceSwaps.js'
import { encodeApprovals } from './encodeApprovals.js'
import { sortSuggested } from './sortSuggested.js'
import { allowanceAnswer, gasPriceAnswer, tokensAnswer, transactionAnswer } from './serviceAnswers.js'

export interface ServiceTools extends ServiceSwapsOptions {
  readonly http: HttpService
  readonly name: string
  readonly now?: () => number
}

interface QuoteTools extends ServiceTools {
  readonly gasPrice: ReadGasPrice
}

/** The contract takes whole percents. What is less than agreed is cut, so that nobody receives less. */
const percent = 100n

/** How long a gas price is used to choose routes, in milliseconds. */
const gasPriceTime = 60_000

/** Quotes of the swap routes of a wallet-data service. */
export function createServiceSwaps(given: ServiceTools): SwapQuotes<EvmCall> {
  const tools = { ...given, gasPrice: createGasPrices(given) }
  return {
    async tokens({ networkId, signal }) {
      return sortSuggested(await listTokens(tools, { chainId: networkId }, signal))
    },
    findToken: (request) => findToken(tools, request),
    quote: (request) => quote(tools, request),
    calls: (request) => callsOf(tools, request),
    targets: (networkId) => [tools.routers[networkId] ?? []].flat(),
  }
}

async function listTokens(
  tools: ServiceTools,
  query: Readonly<Record<'chainId', NetworkId> & { address?: string }>,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const { tokens } = await askService(tools, 'tokens', { query, schema: tokensAnswer, signal })
  // A token of another network would be mistaken for one of this network.
  const listed = tokens.filter(({ address }) => address.startsWith(`${query.chainId}:`))
  return listed.map(({ address, symbol, name, decimals, logoUri }) => {
    const own = address.split(':')[2] as string
    return {
      ...{ symbol, decimals },
      ...(own.toLowerCase() === coinPlaceholder ? {} : { address: toChecksumAddress(own) ?? own }),
      ...(name ? { name } : {}),
      ...(logoUri ? { icon: logoUri } : {}),
    }
  })
}

async function findToken(tools: ServiceTools, request: FindSwapTokenRequest): Promise<SwapToken | undefined> {
  const address = toChecksumAddress(request.address)
  if (address === undefined) return undefined
  const query = { chainId: request.networkId, address: `${request.networkId}:${address}` }
  const found = await listTokens(tools, query, request.signal)
  return found.find((token) => token.address === address)
}

const caip10 = (networkId: NetworkId, address: string = coinPlaceholder) => `${networkId}:${address}`

interface GasPrice {
  /** In wei. Absent where the service doesn't tell it. */
  readonly price?: bigint
  /** The service says that it doesn't know the network's gas price. */
  readonly isUnsupported?: boolean
}

type ReadGasPrice = (networkId: NetworkId, signal: AbortSignal) => Promise<GasPrice>

/** The service's gas price, to weigh routes with. A failure of the service isn't kept. */
function createGasPrices(tools: ServiceTools): ReadGasPrice {
  const now = tools.now ?? Date.now
  const known = new Map<NetworkId, { readonly told: GasPrice; readonly readAt: number }>()
  return async (networkId, signal) => {
    const last = known.get(networkId)
    if (last && now() - last.readAt < gasPriceTime) return last.told
    const keep = (told: GasPrice) => {
      known.set(networkId, { told, readAt: now() })
      return told
    }
    try {
      const query = { chainId: networkId }
      const { standard } = await askService(tools, 'gas-price', { query, schema: gasPriceAnswer, signal })
      return keep({ price: standard })
    } catch (cause) {
      signal.throwIfAborted()
      return isRefused(cause) ? keep({ isUnsupported: true }) : {}
    }
  }
}

const isRefused = (cause: unknown) => cause instanceof HttpStatusError && cause.status === 400

/** @throws NetworkError `GAS_PRICE_NETWORK_UNSUPPORTED` when the service has neither gas prices nor quotes for the network */
async function quote(tools: QuoteTools, request: SwapQuoteRequest): Promise<SwapQuote> {
  const { networkId, sell, buy, amount, signal } = request
  const slippage = (request.slippage / percent) * percent
  const { price, isUnsupported } = await tools.gasPrice(networkId, signal)
  const query = {
    amount: amount.toString(),
    from: caip10(networkId, sell.address),
    to: caip10(networkId, buy.address),
    ...(price === undefined ? {} : { gasPrice: price.toString() }),
  }
  const [{ quote: offer }, allowance] = await Promise.all([
    askQuote(tools, request, query, slippage).catch((cause: unknown) => {
      throw isUnsupported && isRefused(cause) ? gasPriceNetworkUnsupported(networkId) : cause
    }),
    allowanceOf(tools, request),
  ])
  return { ...offer, ...(allowance === undefined ? {} : { allowance }) }
}

async function allowanceOf(
  tools: ServiceTools,
  { networkId, sell, account, amount, signal }: SwapQuoteRequest,
): Promise<SwapQuote['allowance']> {
  const spender = tools.routers[networkId]
  if (sell.address === undefined || spender === undefined) return undefined
  const query = {
    tokenAddress: caip10(networkId, sell.address),
    userAddress: caip10(networkId, account),
  }
  const { allowance } = await askService(tools, 'allowance', { query, schema: allowanceAnswer, signal })
  return { spender, current: allowance, needed: amount }
}

/** Approvals are made here and exact: those of the contract are without limit where no amount is said. */
async function callsOf(tools: ServiceTools, request: SwapCallsRequest): Promise<SwapCalls<EvmCall>> {
  const { quote, networkId, sell, buy, account, signal } = request
  const body = {
    amount: quote.sold.value.toString(),
    from: caip10(networkId, sell.address),
    to: caip10(networkId, buy.address),
    userAddress: caip10(networkId, account),
    eip155: { slippage: Number(quote.slippage / percent) },
  }
  const { tx } = await askService(tools, 'build-transaction', { body, schema: transactionAnswer, signal })
  const to = tx.to.split(':').at(-1) as string
  const swap: EvmCall = {
    to,
    data: tx.data as `0x${string}`,
    ...(tx.amount > 0n ? { value: tx.amount } : {}),
  }
  return { ...encodeApprovals(quote, sell), swap: [swap] }
}
