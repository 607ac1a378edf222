import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { createServer } from 'node:http'
import * as z from 'zod/mini'
import { DevstackError } from '../../devstackError.js'
import { answerPreflight, crossOriginHeaders } from '../../http/crossOrigin.js'
import { close, listen } from '../../http/listen.js'
import { readBody } from '../../http/readBody.js'
import { labelledKeypair } from '../devAccounts.js'
import type { SolanaStack } from '../startSolana.js'
import { type Deal, type MarketAsset, makeDeal, openPlace, payAsset } from './makeDeal.js'
import { priceTrade } from './priceTrade.js'

export interface StartMarketMakerOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number
}

/** What `/quote` answers, in the wire form of Jupiter's protocol. */
export interface MarketQuote {
  readonly inputMint: string
  readonly inAmount: string
  readonly outputMint: string
  readonly outAmount: string
  readonly otherAmountThreshold: string
  readonly swapMode: 'ExactIn'
  readonly slippageBps: number
  readonly platformFee: null
  readonly priceImpactPct: string
  readonly routePlan: readonly unknown[]
}

/** Each function changes one kind of answer before the market maker sends it. The others are sent unchanged. */
export interface MarketMakerLies {
  quote?(quote: MarketQuote): unknown
  instructions?(instructions: TransactionInstruction[], deal: Deal): TransactionInstruction[]
  /** Whose fee it is. Default the trader's. */
  payer?(deal: Deal): PublicKey
  /** Bytes after the maker has signed them. */
  transaction?(bytes: Uint8Array): Uint8Array
  /** Milliseconds before each answer. */
  readonly delay?: number
  /** Answers this status to everything. */
  readonly status?: number
}

/** A market maker that trades the local chain's tokens from its own holdings. */
export interface MarketMaker {
  /** Up to `/quote` and `/swap`. */
  readonly url: string
  /** Up to `/tag` and `/search`. */
  readonly tokensUrl: string
  /** Signs its side of every trade, base58. */
  readonly address: string
  /** The coin, by the mint of the wrapped one, and both tokens. */
  readonly assets: readonly MarketAsset[]
  /** Makes it lie from now on; without lies it is honest again. */
  lie(lies?: MarketMakerLies): void
  /** Changes the price of an asset: 10,500n makes it 5 % dearer than at the start. */
  setPrice(mint: string, basisPoints: bigint): void
  stop(): Promise<void>
}

const wrappedCoin = 'So11111111111111111111111111111111111111112'
const whole = 10_000n
/** Worth the same each, in whole tokens: 150 dollars for a coin, 50 for gold. */
const depth: Readonly<Record<string, bigint>> = { SOL: 10_000n, LUSD: 1_500_000n, LGLD: 30_000n }
/** Whole tokens that it has of its own. */
const holdings = 200_000n

/**
 * Starts a market maker that speaks Jupiter's HTTP protocol (`/quote`, `/swap`, `/tag`, `/search`). `/swap` answers one
 * transaction that moves both tokens, which the maker has signed and the trader has to.
 *
 * @throws DevstackError PORT_IN_USE, NODE_REFUSED
 */
export async function startMarketMaker(
  stack: SolanaStack,
  { port = 0 }: StartMarketMakerOptions = {},
): Promise<MarketMaker> {
  const keypair = labelledKeypair('market maker')
  const assets = assetsOf(stack)
  const connection = new Connection(stack.url, 'confirmed')
  await fund(stack, connection, keypair.publicKey, assets)
  const prices = new Map<string, bigint>()
  let lies: MarketMakerLies = {}
  const market: Market = { assets, keypair, connection, prices, lies: () => lies }
  const server = createServer(async (request, response) => {
    if (answerPreflight(request, response)) return
    const { delay = 0, status } = lies
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    const url = new URL(request.url ?? '/', 'http://maker')
    const body = request.method === 'POST' ? await readBody(request).catch(() => '') : ''
    const answer = status === undefined ? await answerTo(market, url, body) : { status, body: {} }
    response
      .writeHead(answer.status, { ...crossOriginHeaders, 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body))
  })
  const base = `http://127.0.0.1:${await listen(server, port)}`
  return {
    url: `${base}/swap/v1`,
    tokensUrl: `${base}/tokens/v2`,
    address: keypair.publicKey.toBase58(),
    assets,
    lie: (next = {}) => {
      lies = next
    },
    setPrice: (mint, basisPoints) => void prices.set(mint, basisPoints),
    stop: () => close(server),
  }
}

interface Market {
  readonly assets: readonly MarketAsset[]
  readonly keypair: Keypair
  readonly connection: Connection
  /** In basis points of the first price, by mint. */
  readonly prices: ReadonlyMap<string, bigint>
  lies(): MarketMakerLies
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const noRoute: Answer = {
  status: 400,
  body: { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' },
}

async function answerTo(market: Market, { pathname, searchParams }: URL, body: string): Promise<Answer> {
  try {
    if (pathname.endsWith('/quote')) return quote(market, Object.fromEntries(searchParams))
    if (pathname.endsWith('/swap')) return await swap(market, JSON.parse(body))
    const wanted = (searchParams.get('query') ?? '').toLowerCase()
    const found = market.assets.filter(({ mint, symbol, name }) => {
      return pathname.endsWith('/tag') || `${mint} ${symbol} ${name}`.toLowerCase().includes(wanted)
    })
    return {
      status: 200,
      body: found.map(({ mint: id, symbol, name, decimals }) => ({ id, symbol, name, decimals })),
    }
  } catch (cause) {
    return { status: 400, body: { error: String(cause) } }
  }
}

const units = z.string().check(z.regex(/^\d{1,20}$/))
const quoteQuery = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  amount: units,
  slippageBps: z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)),
})

function quote({ assets, prices, lies }: Market, query: unknown): Answer {
  const { inputMint, outputMint, amount, slippageBps } = quoteQuery.parse(query)
  const [sell, buy] = [inputMint, outputMint].map((mint) => assets.find((asset) => asset.mint === mint))
  if (!sell || !buy || sell === buy || BigInt(amount) === 0n) return noRoute
  const reserveOf = ({ mint, symbol, decimals }: MarketAsset) =>
    ((depth[symbol] ?? 0n) * 10n ** BigInt(decimals) * whole) / (prices.get(mint) ?? whole)
  const { bought, impact } = priceTrade(BigInt(amount), { sell: reserveOf(sell), buy: reserveOf(buy) })
  if (bought === 0n) return noRoute
  const threshold = (bought * (whole - BigInt(slippageBps)) + whole - 1n) / whole
  const swapInfo = { label: 'Local maker', inputMint, outputMint, inAmount: amount, outAmount: `${bought}` }
  const honest: MarketQuote = {
    ...{ inputMint, outputMint, inAmount: amount, slippageBps, swapMode: 'ExactIn', platformFee: null },
    outAmount: `${bought}`,
    otherAmountThreshold: `${threshold}`,
    priceImpactPct: impact,
    routePlan: [{ swapInfo, percent: 100 }],
  }
  return { status: 200, body: lies().quote?.(honest) ?? honest }
}

const swapBody = z.object({
  userPublicKey: z.string(),
  quoteResponse: z.looseObject({
    inputMint: z.string(),
    outputMint: z.string(),
    inAmount: units,
    slippageBps: z.number(),
    otherAmountThreshold: units,
  }),
})

/** Priced at the moment of signing: the maker never pays less than the threshold, and refuses where it would have to. */
async function swap(market: Market, body: unknown): Promise<Answer> {
  const { assets, keypair, connection } = market
  const { userPublicKey, quoteResponse } = swapBody.parse(body)
  const { inputMint, outputMint, inAmount, slippageBps, otherAmountThreshold } = quoteResponse
  const { lies } = market
  const current = quote(
    { ...market, lies: () => ({}) },
    { inputMint, outputMint, amount: inAmount, slippageBps },
  )
  const bought = BigInt((current.body as Partial<MarketQuote>).outAmount ?? 0)
  const isHonest = lies().quote === undefined
  if (isHonest && bought < BigInt(otherAmountThreshold)) return noRoute
  const assetOf = (mint: string) => assets.find((asset) => asset.mint === mint) as MarketAsset
  const deal: Deal = {
    trader: new PublicKey(userPublicKey),
    maker: keypair.publicKey,
    ...{ sell: assetOf(inputMint), buy: assetOf(outputMint), sold: BigInt(inAmount), bought },
  }
  const honest = makeDeal(deal)
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: lies().payer?.(deal) ?? deal.trader,
    recentBlockhash: blockhash,
    instructions: lies().instructions?.(honest, deal) ?? honest,
  }).compileToV0Message()
  const transaction = new VersionedTransaction(message)
  transaction.sign([keypair])
  const bytes = transaction.serialize()
  const given = lies().transaction?.(bytes) ?? bytes
  const swapTransaction = Buffer.from(given).toString('base64')
  return { status: 200, body: { swapTransaction, lastValidBlockHeight, prioritizationFeeLamports: 0 } }
}

function assetsOf({ mints: { usd, gold } }: SolanaStack): readonly MarketAsset[] {
  return [
    { mint: wrappedCoin, symbol: 'SOL', name: 'Wrapped SOL', decimals: 9 },
    { mint: usd.address, symbol: 'LUSD', name: 'Local USD', decimals: usd.decimals, program: usd.program },
    {
      mint: gold.address,
      symbol: 'LGLD',
      name: 'Local Gold',
      decimals: gold.decimals,
      program: gold.program,
    },
  ]
}

/** Coins from the faucet, tokens from the first account, which has all of them. */
async function fund(
  stack: SolanaStack,
  connection: Connection,
  maker: PublicKey,
  assets: readonly MarketAsset[],
): Promise<void> {
  await stack.airdrop(maker.toBase58(), holdings * 1_000_000_000n)
  const owner = Keypair.fromSecretKey(base58.decode(stack.accounts[0]?.secretKey ?? ''))
  const { blockhash } = await connection.getLatestBlockhash()
  const instructions = assets
    .filter(({ program }) => program !== undefined)
    .flatMap((asset) => [
      ...openPlace(maker, asset, owner.publicKey),
      payAsset(asset, owner.publicKey, maker, holdings * 10n ** BigInt(asset.decimals)),
    ])
  const message = new TransactionMessage({
    payerKey: owner.publicKey,
    recentBlockhash: blockhash,
    instructions,
  }).compileToV0Message()
  const transaction = new VersionedTransaction(message)
  transaction.sign([owner])
  try {
    await connection.sendRawTransaction(transaction.serialize())
  } catch (cause) {
    throw new DevstackError(
      'NODE_REFUSED',
      `The market maker could not be given its tokens: ${String(cause)}`,
    )
  }
}
