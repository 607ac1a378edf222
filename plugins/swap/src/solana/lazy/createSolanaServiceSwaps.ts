import type { HttpService, NetworkId } from '@latchkey/kernel/plugin'
import type { SolanaCall, SolanaTokens } from '@latchkey/plugin-solana'
import * as z from 'zod/mini'
import { tokensAnswer as tokensOf } from '../../service/answers.js'
import { askQuote } from '../../service/askQuote.js'
import { askService } from '../../service/askService.js'
import type { SwapCalls, SwapCallsRequest, SwapQuote, SwapQuoteRequest, SwapToken } from '../../SwapSource.js'
import { instruction, transaction } from './answers.js'
import { createSolanaReader } from './createSolanaReader.js'
import type { SolanaSwaps } from './createSolanaSwaps.js'
import { depositOf, type ReadRent } from './depositOf.js'
import { impactOf } from './impactOf.js'
import { fromBase64, toCall } from './toCall.js'
import { coin, wrappedCoin } from './wrappedCoin.js'

export interface SolanaServiceTools {
  readonly http: HttpService
  readonly url: string
  readonly projectId?: string | undefined
  readonly name: string
  readonly programs: readonly string[]
  readonly makers: readonly string[]
  readonly tokens: SolanaTokens
  readonly readRent: ReadRent
  readonly now?: () => number
}

/** Stands for the coin in the contract. */
const coinAddress = 'So11111111111111111111111111111111111111111'

const tokensAnswer = tokensOf(/^solana:[-_a-zA-Z0-9]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const orderAnswer = z.object({
  tx: z.object({
    solana: z.union([
      z.object({ transaction }),
      z.object({ instructions: z.array(instruction).check(z.minLength(1), z.maxLength(64)) }),
    ]),
  }),
})

/** Quotes of the swap routes of a wallet-data service on Solana, and the reader of its calls. */
export function createSolanaServiceSwaps(tools: SolanaServiceTools): SolanaSwaps {
  return {
    quotes: {
      tokens: ({ networkId, signal }) => listTokens(tools, { chainId: networkId }, signal),
      async findToken({ networkId, address, signal }) {
        const query = { chainId: networkId, address: caip10(networkId, address) }
        return (await listTokens(tools, query, signal)).find((token) => token.address === address)
      },
      quote: (request) => quote(tools, request),
      calls: (request) => callsOf(tools, request),
      targets: () => [...tools.makers, ...tools.programs],
    },
    reader: createSolanaReader(tools),
  }
}

const caip10 = (networkId: NetworkId, address: string = coinAddress) => `${networkId}:${address}`

async function listTokens(
  tools: SolanaServiceTools,
  query: Readonly<Record<'chainId', NetworkId> & { address?: string }>,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const { tokens } = await askService(tools, 'tokens', { query, schema: tokensAnswer, signal })
  const start = `${query.chainId}:`
  // A token of another cluster would be mistaken for one of this cluster, and wrapped SOL for the coin.
  const own = tokens.filter(({ address }) => address.startsWith(start) && address !== start + wrappedCoin)
  return own.map(({ address: given, symbol, name, decimals, logoUri }) => {
    const address = given.slice(start.length)
    // What the coin is called isn't the service's to say.
    if (address === coinAddress) return coin
    return {
      ...{ address, symbol, decimals },
      ...(name ? { name } : {}),
      ...(logoUri ? { icon: logoUri } : {}),
    }
  })
}

async function quote(tools: SolanaServiceTools, request: SwapQuoteRequest): Promise<SwapQuote> {
  const { networkId, sell, buy, amount } = request
  const query = {
    amount: amount.toString(),
    from: caip10(networkId, sell.address),
    to: caip10(networkId, buy.address),
  }
  const { quote, priceImpact } = await askQuote(tools, request, query, request.slippage)
  const deposit = await depositOf(buy, tools.readRent, request.signal)
  return { ...quote, ...(priceImpact ? { priceImpact: impactOf(priceImpact) } : {}), ...deposit }
}

async function callsOf(tools: SolanaServiceTools, request: SwapCallsRequest): Promise<SwapCalls<SolanaCall>> {
  const { quote, networkId, sell, buy, account, signal } = request
  const body = {
    amount: quote.sold.value.toString(),
    from: caip10(networkId, sell.address),
    to: caip10(networkId, buy.address),
    userAddress: caip10(networkId, account),
    solana: { slippageBps: Number(quote.slippage) }, // no money: basis points
  }
  const { tx } = await askService(tools, 'build-transaction', { body, schema: orderAnswer, signal })
  const swap: readonly SolanaCall[] =
    'transaction' in tx.solana
      ? [{ transaction: fromBase64(tx.solana.transaction) }]
      : tx.solana.instructions.map(toCall)
  return { approvals: [], swap, revoke: [] }
}
