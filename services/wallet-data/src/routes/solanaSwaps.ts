import * as z from 'zod/mini'
import type { Chain } from '../chains/chain.js'
import { askUpstream, type UpstreamQuestion } from '../http/askUpstream.js'
import { invalid, ServiceError } from '../http/serviceError.js'
import type { SolanaSwapVenue } from '../options.js'
import { isNativePlaceholder } from './nativePlaceholder.js'

/** A Solana cluster, and the service that swaps there. */
export interface SolanaPlace {
  readonly chain: Chain
  readonly venue: SolanaSwapVenue
  readonly networkId: string
}

interface Trade {
  /** Mints, or the placeholder of the coin. */
  readonly sell: string
  readonly buy: string
  /** In the smallest unit. */
  readonly amount: string
  /** @default 100 */
  readonly slippageBps?: number
}

const coinAddress = 'So11111111111111111111111111111111111111111'
/** What stands for the coin in Jupiter's protocol. */
const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** Accounts of a route: what is signed holds all of them in 1,232 bytes, without lookup tables. */
const accountLimit = 20

const short = z.string().check(z.maxLength(200))
const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const units = z.string().check(z.regex(/^\d{1,20}$/))
const base64 = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

const tokenAnswer = z.object({
  id: address,
  symbol: short,
  name: z.nullish(short),
  icon: z.nullish(z.string().check(z.maxLength(2_000))),
  // With more, no amount can be written.
  decimals: z.int().check(z.gte(0), z.lte(77)),
})
/** Thousands of tokens of strangers: one that can't be used is left out, and spoils none of the others. */
const tokensAnswer = z.array(z.unknown())
/** Bytes of all tokens; those of the largest service have some millions. */
const tokensLimit = 32_000_000
/** The whole of it is sent back with the order. */
const quoteAnswer = z.looseObject({
  outAmount: units,
  priceImpactPct: z.nullish(z.string().check(z.maxLength(100))),
})
const instruction = z.object({
  programId: address,
  accounts: z.array(z.object({ pubkey: address, isSigner: z.boolean(), isWritable: z.boolean() })),
  data: base64(4_000),
})
const instructionsAnswer = z.object({
  tokenLedgerInstruction: z.nullish(instruction),
  setupInstructions: z.nullish(z.array(instruction)),
  swapInstruction: instruction,
  otherInstructions: z.nullish(z.array(instruction)),
  cleanupInstruction: z.nullish(instruction),
})
const transactionAnswer = z.object({ swapTransaction: base64(1_644).check(z.minLength(1)) })

const isWithoutWay = /COULD_NOT_FIND_ANY_ROUTE|NO_ROUTES_FOUND|TOKEN_NOT_TRADABLE|ROUTE_PLAN_DOES_NOT_CONSUME/

function ask<shape extends z.ZodMiniType>(
  { venue: { headers = {} } }: SolanaPlace,
  url: string,
  shape: shape,
  given: Pick<UpstreamQuestion<shape>, 'query' | 'body' | 'byteLimit'>,
): Promise<z.infer<shape>> {
  const refuse = (text: string) =>
    isWithoutWay.test(text)
      ? invalid('to', 'insufficient liquidity')
      : new ServiceError(400, [{ field: '', description: 'The swap service refused this request.' }])
  return askUpstream({ what: 'The service that swaps', url, headers, shape, refuse, ...given })
}

/** The coin, then what the service lists; with an address, that token alone. */
export async function listSolanaTokens(place: SolanaPlace, wanted?: string) {
  const { chain, venue, networkId } = place
  const coin = { ...chain.native, address: `${networkId}:${coinAddress}` }
  if (wanted !== undefined && isNativePlaceholder(wanted)) return [coin]
  const isListed = venue.tokensUrl !== undefined && (wanted === undefined || isMint(place, wanted))
  const found = isListed ? await searchTokens(place, wanted) : []
  const tokens = found
    .filter(({ id }) => id !== wrappedCoin && (wanted === undefined || id === wanted))
    .map(({ id, symbol, name, icon, decimals }) => ({
      ...{ symbol, decimals, name: name ?? symbol, address: `${networkId}:${id}` },
      ...(icon ? { logoUri: icon } : {}),
    }))
  return wanted === undefined ? [coin, ...tokens] : tokens
}

async function searchTokens(place: SolanaPlace, wanted: string | undefined) {
  const url = `${place.venue.tokensUrl}/${wanted === undefined ? 'tag' : 'search'}`
  const given = { query: { query: wanted ?? 'verified' }, byteLimit: tokensLimit }
  const tokens = await ask(place, url, tokensAnswer, given)
  return tokens.flatMap((token) => tokenAnswer.safeParse(token).data ?? [])
}

const isMint = ({ chain }: SolanaPlace, text: string) => chain.canonicalAddress(text) === text

function mintOf(place: SolanaPlace, field: string, text: string): string {
  if (isNativePlaceholder(text)) return wrappedCoin
  // The protocol takes the wrapped coin for the coin, so it can't be swapped as a token.
  if (isMint(place, text) && text !== wrappedCoin) return text
  throw invalid(field, 'Expected the address of a token, or of the coin.')
}

async function readQuote(place: SolanaPlace, { sell, buy, amount, slippageBps = 100 }: Trade) {
  const [inputMint, outputMint] = [mintOf(place, 'from', sell), mintOf(place, 'to', buy)]
  if (inputMint === outputMint) throw invalid('to', 'Expected another token than the one that is sold.')
  const query = {
    ...{ inputMint, outputMint, amount, slippageBps: slippageBps.toString(), swapMode: 'ExactIn' },
    ...{ restrictIntermediateTokens: 'true', maxAccounts: accountLimit.toString() },
    // Pages can’t read the older instructions for sure.
    instructionVersion: 'V2',
  }
  return ask(place, `${place.venue.url}/quote`, quoteAnswer, { query })
}

/** What is bought, and how much worse the trade is than a tiny one, as a decimal string: `0.0123` is 1.23 %. */
export async function quoteSolana(place: SolanaPlace, trade: Trade) {
  const { outAmount, priceImpactPct } = await readQuote(place, trade)
  return { toAmount: outAmount, ...(priceImpactPct ? { priceImpact: priceImpactPct } : {}) }
}

/** Priced once more: either a transaction that a market maker has signed, or all instructions in their order. */
export async function buildSolanaTransaction(place: SolanaPlace, trade: Trade, userAddress: string) {
  const { chain, venue, networkId } = place
  const account = chain.canonicalAddress(userAddress.split(':').at(-1) as string)
  if (account === undefined) throw invalid('userAddress', 'Expected an address of this network.')
  const quoteResponse = await readQuote(place, trade)
  const body = {
    ...{ userPublicKey: account, quoteResponse },
    ...{ wrapAndUnwrapSol: true, skipUserAccountsRpcCalls: false },
  }
  const tx = { from: `${networkId}:${account}`, amount: trade.amount }
  if (venue.isMaker) {
    const { swapTransaction } = await ask(place, `${venue.url}/swap`, transactionAnswer, { body })
    return { ...tx, solana: { transaction: swapTransaction } }
  }
  const answer = await ask(place, `${venue.url}/swap-instructions`, instructionsAnswer, { body })
  const instructions = [
    answer.tokenLedgerInstruction,
    ...(answer.setupInstructions ?? []),
    answer.swapInstruction,
    ...(answer.otherInstructions ?? []),
    answer.cleanupInstruction,
  ].flatMap((one) => one ?? [])
  return { ...tx, solana: { instructions } }
}
