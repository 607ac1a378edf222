import { type HttpService, HttpStatusError, type Schema } from '@latchkey/kernel/plugin'
import type { SolanaCall, SolanaTokens } from '@latchkey/plugin-solana'
import { minimumOf } from '../../minimumOf.js'
import type { SwapCallReader } from '../../SwapReader.js'
import type {
  SwapCalls,
  SwapCallsRequest,
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
  SwapToken,
} from '../../SwapSource.js'
import { swapError } from '../../swapErrors.js'
import {
  instructionsAnswer,
  type QuoteAnswer,
  quoteAnswer,
  type TokensAnswer,
  tokensAnswer,
  transactionAnswer,
} from './answers.js'
import { impactOf } from './impactOf.js'
import { createSolanaReader } from './createSolanaReader.js'
import { depositOf, type ReadRent } from './depositOf.js'
import { fromBase64, toCall } from './toCall.js'
import { coin, mintOf, wrappedCoin } from './wrappedCoin.js'

export interface SolanaSwapsTools {
  readonly http: HttpService
  readonly url: string
  readonly tokensUrl: string | undefined
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly programs: readonly string[]
  readonly makers: readonly string[]
  readonly tokens: SolanaTokens
  readonly readRent: ReadRent
  readonly now?: () => number
}

/** Milliseconds that an offer is held up. A block hash lives about a minute. */
const offerTime = 30_000
/** Accounts of a route: what is signed holds all of them in 1,232 bytes, without lookup tables. */
const accountLimit = 20
/** Codes with which the service says that there is no way. */
const noRoute = /COULD_NOT_FIND_ANY_ROUTE|NO_ROUTES_FOUND|TOKEN_NOT_TRADABLE|ROUTE_PLAN_DOES_NOT_CONSUME/

export interface SolanaSwaps {
  readonly quotes: SwapQuotes<SolanaCall>
  readonly reader: SwapCallReader
}

/** Quotes of a service that speaks Jupiter's protocol, and the reader of its instructions. */
export function createSolanaSwaps(tools: SolanaSwapsTools): SolanaSwaps {
  const { programs, makers } = tools
  return {
    quotes: {
      tokens: async ({ signal }) => [coin, ...(await listTokens(tools, 'tag', 'verified', signal))],
      findToken: async ({ address, signal }) =>
        (await listTokens(tools, 'search', address, signal)).find((token) => token.address === address),
      quote: (request) => quote(tools, request),
      calls: (request) => (makers.length > 0 ? signedOffer : callsOf)(tools, request),
      targets: () => (makers.length > 0 ? makers : programs),
    },
    reader: createSolanaReader(tools),
  }
}

async function ask<T>(
  { http, headers, name }: SolanaSwapsTools,
  url: string,
  request: {
    readonly query?: Readonly<Record<string, string | number | boolean>>
    readonly body?: unknown
    readonly schema: Schema<T>
    readonly signal: AbortSignal
  },
): Promise<T> {
  const { body } = request
  const method = body === undefined ? ('GET' as const) : ('POST' as const)
  // Reading twice changes nothing there.
  return http.request({ url, method, headers, what: name, retries: 2, ...request })
}

async function listTokens(
  tools: SolanaSwapsTools,
  path: 'tag' | 'search',
  query: string,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const { tokensUrl } = tools
  if (tokensUrl === undefined) return []
  const found = await ask(tools, `${tokensUrl}/${path}`, { query: { query }, schema: tokensAnswer, signal })
  return found.filter(({ id }) => id !== wrappedCoin).map(toToken)
}

const toToken = ({ id, symbol, name, icon, decimals }: TokensAnswer[number]): SwapToken => ({
  ...{ address: id, symbol, decimals },
  ...(name ? { name } : {}),
  ...(icon ? { icon } : {}),
})

async function quote(tools: SolanaSwapsTools, request: SwapQuoteRequest): Promise<SwapQuote> {
  const { sell, buy, amount, signal } = request
  const [inputMint, outputMint] = [mintOf(sell), mintOf(buy)]
  if (inputMint === outputMint) throw swapError('SWAP_NO_ROUTE')
  const { slippage } = request
  const query = {
    ...{ inputMint, outputMint, amount: amount.toString(), slippageBps: slippage.toString() },
    ...{ swapMode: 'ExactIn', restrictIntermediateTokens: true, maxAccounts: accountLimit },
    // The older instructions can't be read for sure.
    instructionVersion: 'V2',
  }
  const answer = await ask(tools, `${tools.url}/quote`, { query, schema: quoteAnswer, signal }).catch(refused)
  checkAnswer(answer, { inputMint, outputMint, amount, slippage })
  const deposit = await depositOf(buy, tools.readRent, signal)
  return { ...toQuote(answer, request, slippage, (tools.now ?? Date.now)()), ...deposit }
}

function refused(cause: unknown): never {
  const told = cause instanceof HttpStatusError ? cause.body : ''
  if (noRoute.test(told)) throw swapError('SWAP_NO_ROUTE', { cause })
  throw cause
}

/** An offer for something else than was asked is none. */
function checkAnswer(
  answer: QuoteAnswer,
  asked: { inputMint: string; outputMint: string; amount: bigint; slippage: bigint },
): void {
  const isAsked =
    answer.inputMint === asked.inputMint &&
    answer.outputMint === asked.outputMint &&
    answer.inAmount === asked.amount &&
    BigInt(answer.slippageBps) === asked.slippage
  const isKept = answer.otherAmountThreshold >= minimumOf(answer.outAmount, asked.slippage)
  if (isAsked && isKept && answer.otherAmountThreshold <= answer.outAmount) return
  throw swapError('SWAP_QUOTE_INVALID', {
    metaMessages: ['Expected an offer for the tokens, the amount and the slippage that were asked for.'],
  })
}

function toQuote(
  answer: QuoteAnswer,
  { sell, buy, amount }: SwapQuoteRequest,
  slippage: bigint,
  now: number,
): SwapQuote {
  const { outAmount, priceImpactPct, platformFee, routePlan } = answer
  const bought = { symbol: buy.symbol, decimals: buy.decimals }
  const known = [sell, buy]
  const tokenOf = (mint: string) =>
    known.find((token) => mintOf(token) === mint) ?? { address: mint, symbol: '', decimals: 0 }
  return {
    sold: { symbol: sell.symbol, decimals: sell.decimals, value: amount },
    bought: { ...bought, value: outAmount },
    // The program works it out again from amount and slippage, and cuts; the service's own figure may be a unit higher.
    minimum: { ...bought, value: minimumOf(outAmount, slippage) },
    slippage,
    ...(priceImpactPct ? { priceImpact: impactOf(priceImpactPct) } : {}),
    fees: platformFee?.amount ? [{ kind: 'provider', amount: { ...bought, value: platformFee.amount } }] : [],
    route: routePlan.map(({ swapInfo: { label, inputMint, outputMint } }) => ({
      venue: label ?? '',
      sell: tokenOf(inputMint),
      buy: tokenOf(outputMint),
    })),
    validUntil: now + offerTime,
    reference: answer,
  }
}

const orderOf = ({ quote: { reference }, account }: SwapCallsRequest) => ({
  userPublicKey: account,
  quoteResponse: toWire(reference as QuoteAnswer),
  wrapAndUnwrapSol: true,
  skipUserAccountsRpcCalls: false,
})

/** A transaction that a market maker has signed its side of. */
async function signedOffer(
  tools: SolanaSwapsTools,
  request: SwapCallsRequest,
): Promise<SwapCalls<SolanaCall>> {
  const { signal } = request
  const body = orderOf(request)
  const answer = await ask(tools, `${tools.url}/swap`, { body, schema: transactionAnswer, signal }).catch(
    refused,
  )
  return { approvals: [], swap: [{ transaction: fromBase64(answer.swapTransaction) }], revoke: [] }
}

async function callsOf(tools: SolanaSwapsTools, request: SwapCallsRequest): Promise<SwapCalls<SolanaCall>> {
  const { signal } = request
  const body = orderOf(request)
  const url = `${tools.url}/swap-instructions`
  const answer = await ask(tools, url, { body, schema: instructionsAnswer, signal })
  // All of them, whatever they are for: what isn't understood is refused, and not left out.
  const swap = [
    ...(answer.tokenLedgerInstruction ? [answer.tokenLedgerInstruction] : []),
    ...(answer.setupInstructions ?? []),
    answer.swapInstruction,
    ...(answer.otherInstructions ?? []),
    ...(answer.cleanupInstruction ? [answer.cleanupInstruction] : []),
  ].map(toCall)
  return { approvals: [], swap, revoke: [] }
}

/** As it was answered: amounts are text there. */
const toWire = (answer: QuoteAnswer): unknown =>
  JSON.parse(JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
