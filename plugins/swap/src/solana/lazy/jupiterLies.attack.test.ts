// What a service may put into the instructions of a swap: none of it may pass for the swap that was shown.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, type ListReader } from '@latchkey/kernel/plugin'
import { loadSolanaTokens, solana, type SolanaCall, solanaMainnet } from '@latchkey/plugin-solana'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  approve,
  closeAccount,
  gold,
  type InstructionsAnswer,
  instructionsFor,
  openAccount,
  type Order,
  pay,
  placeOf,
  route,
  routeV2,
  setAuthority,
  sharedRoute,
  sharedRouteV2,
  startJupiter,
  termsBehind,
  thief,
  trader,
  usd,
  wrapped,
  type WireInstruction,
} from '../../../test/jupiterService.js'
import { type SwapCallReader, SwapReader, type SwapQuotes, SwapSource, type SwapToken } from '../../index.js'
import { checkCalls } from '../../lazy/checkCalls.js'
import { minimumOf } from '../../minimumOf.js'
import { solanaSwaps } from '../index.js'
import { impactOf } from './impactOf.js'

const tokens = await loadSolanaTokens()
const coin: SwapToken = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const tokenOf = (mint: string): SwapToken =>
  mint === wrapped ? coin : { address: mint, symbol: mint === usd ? 'USDC' : 'JUP', decimals: 6 }
const networkId = solanaMainnet.id
const signal = new AbortController().signal

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** The wire form of a quote, as the service's reference shows it. */
const quoteOf = ({ sell, buy, amount, quoted, slippage }: Order) => ({
  inputMint: sell,
  inAmount: String(amount),
  outputMint: buy,
  outAmount: String(quoted),
  otherAmountThreshold: String((quoted * (10_000n - slippage) + 9_999n) / 10_000n),
  swapMode: 'ExactIn',
  slippageBps: Number(slippage),
  platformFee: null,
  priceImpactPct: '0.0012',
  routePlan: [
    {
      swapInfo: {
        ammKey: thief,
        label: 'Market',
        inputMint: sell,
        outputMint: buy,
        inAmount: '1',
        outAmount: '1',
      },
      percent: 100,
    },
  ],
  contextSlot: 299283763,
  timeTaken: 0.015257836,
})

/** A kernel with the plugin, over a service that answers with these. */
async function open(quote: unknown, instructions?: InstructionsAnswer, tokens: unknown = []) {
  const service = await startJupiter(({ url: { pathname } }) => {
    if (pathname.endsWith('/swap-instructions')) return { body: instructions }
    return { body: pathname.includes('/tokens/') ? tokens : quote }
  })
  return { service, ...(await openAt(service.url, service.stop)) }
}

async function openAt(url: string, stop: () => unknown) {
  let list: ListReader | undefined
  const spy = definePlugin({
    id: 'spy',
    kernel: '^1.0.0',
    setup: (context) => {
      list = (point) => context.list(point)
    },
  })
  // It says what an account must hold.
  const node = await startJupiter(() => ({ body: { jsonrpc: '2.0', id: 1, result: 2_672_640 } }))
  const network = { ...solanaMainnet, rpcUrls: [node.url] }
  const kernel = createKernel(
    [
      solana({ networks: [network] }),
      solanaSwaps({ url: `${url}/swap/v1`, tokensUrl: `${url}/tokens/v2` }),
      spy,
    ],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  stops.push(() => kernel.dispose(), stop, node.stop)
  const [source] = list?.(SwapSource) ?? []
  const [reader] = list?.(SwapReader) ?? []
  if (!source || !reader) throw new Error('The plugin added no source of swaps.')
  const quotes = (await source.load()) as SwapQuotes<SolanaCall>
  return { quotes, reader: (await reader.load()) as SwapCallReader }
}

const ground = (order: Order) => ({
  ...{ networkId, account: trader, signal },
  ...{ sell: tokenOf(order.sell), buy: tokenOf(order.buy) },
})

/** Has the service make an offer for `shown` and instructions, and holds these against it as the engine does. */
async function check(shown: Order, instructions: InstructionsAnswer): Promise<boolean> {
  const { quotes, reader } = await open(quoteOf(shown), instructions)
  const asked = ground(shown)
  const quote = await quotes.quote({ ...asked, amount: shown.amount, slippage: shown.slippage })
  const { swap: calls } = await quotes.calls({ ...asked, quote })
  const readings = reader.read({ networkId, account: trader, calls })
  const targets = quotes.targets(networkId)
  return checkCalls({ ...asked, quote, readings, targets, now: 0, isSameAddress: Object.is })
}

const order: Order = { sell: usd, buy: gold, amount: 5_000_000n, quoted: 12_345_678n, slippage: 50n }
const pairs: Readonly<Record<string, Order>> = {
  'the coin for a token': { ...order, sell: wrapped },
  'a token for another': order,
  'a token for the coin': { ...order, buy: wrapped },
}
const forms = { routeV2, sharedRouteV2 }
const formNames = Object.keys(forms) as (keyof typeof forms)[]

describe.each(Object.keys(pairs))('swapping %s', (name) => {
  it.each(formNames)('by %s is read to the last byte', async (form) => {
    const shown = pairs[name] as Order
    expect(await check(shown, instructionsFor(shown, forms[form]))).toBe(true)
  })
})

type Lie = (
  honest: InstructionsAnswer,
  shown: Order,
  form: (order: Order) => WireInstruction,
) => InstructionsAnswer
const beside =
  (...more: WireInstruction[]): Lie =>
  (honest) => ({ ...honest, setupInstructions: [...honest.setupInstructions, ...more] })
const ordering =
  (change: (shown: Order) => Partial<Order>): Lie =>
  (honest, shown, form) => ({ ...honest, swapInstruction: form({ ...shown, ...change(shown) }) })

const lies: Readonly<Record<string, Lie>> = {
  'pays a token account of somebody else': ordering(({ buy }) => ({ destination: placeOf(thief, buy) })),
  'pays into an account of another mint': ordering(() => ({ destination: placeOf(trader, usd) })),
  'buys another token': ordering(() => ({ buy: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' })),
  'sells another token': ordering(() => ({ sell: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' })),
  'sells more': ordering(({ amount }) => ({ amount: amount + 1n })),
  'is content with less': ordering(({ slippage }) => ({ slippage: slippage + 1n })),
  'is content with a smaller offer': ordering(({ quoted }) => ({ quoted: quoted - 1_000n })),
  'swaps through another program': ordering(() => ({ program: thief })),
  'lets somebody move what is sold': beside(approve(usd, thief, 1n)),
  'lets the program move what is sold': beside(
    approve(usd, 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 5n),
  ),
  'hands a token account over': beside(setAuthority(usd, thief)),
  'closes a token account': beside(closeAccount(placeOf(trader, usd))),
  'closes the wrapped coin for somebody else': beside(closeAccount(placeOf(trader, wrapped), thief)),
  'sends the coin away': beside(pay(thief, 1n)),
  'wraps more of the coin': beside(pay(placeOf(trader, wrapped), 10n ** 12n)),
  'opens an account for somebody else': beside(openAccount(gold, thief)),
  'adds an instruction behind': (honest) => ({ ...honest, otherInstructions: [pay(thief, 1n)] }),
  'cleans up for somebody else': (honest) => ({
    ...honest,
    cleanupInstruction: closeAccount(placeOf(trader, wrapped), thief),
  }),
}

describe.each(Object.keys(lies))('a service that %s', (name) => {
  it.each(Object.keys(pairs).flatMap((pair) => formNames.map((form) => [pair, form] as const)))(
    'is refused: %s, by %s',
    async (pair, form) => {
      const shown = pairs[pair] as Order
      const lie = (lies[name] as Lie)(instructionsFor(shown, forms[form]), shown, forms[form])
      await expect(check(shown, lie)).rejects.toMatchObject({ code: 'SWAP_CALLS_REFUSED' })
    },
  )
})

it.each([
  ['route', route],
  ['shared_accounts_route', sharedRoute],
] as const)(
  'believes no `%s`, where the terms may stand once more behind those that count',
  async (_, form) => {
    const other = form({ ...order, slippage: 10_000n, platformFee: 100n })
    const data = Buffer.concat([Buffer.from(other.data, 'base64'), termsBehind(order)]).toString('base64')
    const lie = { ...instructionsFor(order), swapInstruction: { ...other, data } }
    expect(await check(order, lie)).toBe(false)
  },
)

it('leaves the place that `route_v2` names beside the usual one to nobody else', async () => {
  const swapInstruction = routeV2({ ...order, other: placeOf(thief, gold) })
  const lie = { ...instructionsFor(order), swapInstruction }
  await expect(check(order, lie)).rejects.toMatchObject({ code: 'SWAP_CALLS_REFUSED' })
})

it('lets no more of the coin be wrapped than is sold', async () => {
  const shown = { ...order, sell: wrapped }
  const honest = instructionsFor(shown)
  const more = pay(placeOf(trader, wrapped), shown.amount + 1n)
  const lie = {
    ...honest,
    setupInstructions: honest.setupInstructions.map((one, index) => (index === 1 ? more : one)),
  }
  await expect(check(shown, lie)).rejects.toMatchObject({ code: 'SWAP_CALLS_REFUSED' })
})

it('reads no swap twice, under no other authority, and with no fee that wasn’t told', async () => {
  const honest = instructionsFor(order)
  expect(await check(order, { ...honest, otherInstructions: [routeV2(order)] })).toBe(false)
  const changes: readonly Partial<Order>[] = [
    { authority: thief },
    { platformFee: 1n },
    { slippage: 10_001n },
  ]
  for (const form of Object.values(forms)) {
    for (const change of changes) {
      expect(await check(order, { ...honest, swapInstruction: form({ ...order, ...change }) })).toBe(false)
    }
  }
  for (const form of Object.values(forms)) {
    const lie = { ...honest, swapInstruction: form({ ...order, positiveSlippageFee: 1n }) }
    expect(await check(order, lie)).toBe(false)
  }
})

const unit = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
it('reads amount and minimum of any order as the program counts them', async () => {
  const { quotes, reader } = await open(quoteOf(order))
  await quotes.quote({ ...ground(order), amount: order.amount, slippage: order.slippage })
  const { readSolanaCalls } = await import('./readSolanaCalls.js')
  const decode = ({ programId, accounts, data }: WireInstruction): SolanaCall => ({
    programId,
    accounts: accounts.map(({ pubkey, ...flags }) => ({ address: pubkey, ...flags })),
    data: new Uint8Array(Buffer.from(data, 'base64')),
  })
  expect(reader.read({ networkId, account: trader, calls: [decode(routeV2(order))] })[0]?.kind).toBe('swap')
  const programs = [routeV2(order).programId]
  fc.assert(
    fc.property(unit, unit, fc.bigInt({ min: 0n, max: 10_000n }), (amount, quoted, slippage) => {
      for (const form of Object.values(forms)) {
        const call = decode(form({ ...order, amount, quoted, slippage }))
        const options = { tokens, account: trader, programs, makers: [] }
        const [reading] = readSolanaCalls([call], options)
        expect(reading).toMatchObject({ kind: 'swap', amount, minimum: minimumOf(quoted, slippage) })
      }
    }),
    { numRuns: 60 },
  )
})

it('reads whatever it is given without failing', () => {
  return import('./readSolanaCalls.js').then(({ readSolanaCalls }) => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 5 }), (calls) => {
        const readings = readSolanaCalls(calls, {
          tokens,
          account: trader,
          programs: [thief],
          makers: [trader],
        })
        expect(readings.map(({ kind }) => kind)).toEqual(calls.map(() => 'unknown'))
      }),
    )
  })
})

describe('price impact', () => {
  it('is a share in basis points, rounded up, and never negative', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (share) => {
        const text = `0.${share.toString().padStart(18, '0')}`
        const whole = share >= 10n ** 18n ? 0n : (share + 10n ** 14n - 1n) / 10n ** 14n
        if (share < 10n ** 18n) expect(impactOf(text)).toBe(whole)
        expect(impactOf(`-${text}`)).toBe(0n)
      }),
    )
    expect([impactOf('0'), impactOf('1'), impactOf('7'), impactOf('1e-3'), impactOf('1e-20')]).toEqual([
      0n,
      10_000n,
      10_000n,
      10n,
      1n,
    ])
  })
})

describe('offers', () => {
  it('asks for what was asked, and says what comes of it', async () => {
    const { quotes, service } = await open(quoteOf(order))
    const quote = await quotes.quote({ ...ground(order), amount: order.amount, slippage: order.slippage })
    expect(quote).toMatchObject({
      sold: { value: 5_000_000n, symbol: 'USDC', decimals: 6 },
      bought: { value: 12_345_678n, symbol: 'JUP', decimals: 6 },
      minimum: { value: 12_283_949n },
      priceImpact: 12n,
      fees: [],
      route: [{ venue: 'Market', sell: { address: usd }, buy: { address: gold } }],
    })
    const [asked] = service.asked
    expect(asked?.url.pathname).toBe('/swap/v1/quote')
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      ...{ inputMint: usd, outputMint: gold, amount: '5000000', slippageBps: '50', swapMode: 'ExactIn' },
      ...{ restrictIntermediateTokens: 'true', maxAccounts: '20', instructionVersion: 'V2' },
    })
  })

  it('hands the offer back as it was answered', async () => {
    const { quotes, service } = await open(quoteOf(order), instructionsFor(order))
    const quote = await quotes.quote({ ...ground(order), amount: order.amount, slippage: order.slippage })
    await quotes.calls({ ...ground(order), quote })
    expect(service.asked[1]).toMatchObject({
      method: 'POST',
      body: {
        userPublicKey: trader,
        wrapAndUnwrapSol: true,
        quoteResponse: { outAmount: '12345678', contextSlot: 299283763 },
      },
    })
  })

  const answered = quoteOf(order)
  it.each([
    ['SWAP_QUOTE_INVALID', 'another amount', { ...answered, inAmount: '5000001' }],
    ['SWAP_QUOTE_INVALID', 'another token', { ...answered, outputMint: usd }],
    ['SWAP_QUOTE_INVALID', 'another slippage', { ...answered, slippageBps: 51 }],
    ['SWAP_QUOTE_INVALID', 'less than the slippage leaves', { ...answered, otherAmountThreshold: '1' }],
    ['SWAP_QUOTE_INVALID', 'a minimum above the offer', { ...answered, otherAmountThreshold: '12345679' }],
    ['INVALID_DATA', 'an amount of more than 64 bits', { ...answered, outAmount: '18446744073709551616' }],
    ['INVALID_DATA', 'a negative amount', { ...answered, outAmount: '-1' }],
    ['INVALID_DATA', 'the amount as what is bought', { ...answered, swapMode: 'ExactOut' }],
    ['INVALID_DATA', 'a text', 'a good offer'],
    ['INVALID_DATA', 'nothing', null],
  ])('refuses with %s an offer with %s', async (code, _, answer) => {
    const { quotes } = await open(answer)
    const asking = quotes.quote({ ...ground(order), amount: order.amount, slippage: order.slippage })
    await expect(asking).rejects.toMatchObject({ code })
  })

  it('says that there is no way when the service says so, and waits when it is asked to', async () => {
    const service = await startJupiter((_, count) =>
      count === 1
        ? {
            status: 429,
            headers: { 'retry-after': '0' },
            body: { code: 429, message: 'Rate limit exceeded' },
          }
        : { status: 400, body: { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' } },
    )
    const { quotes } = await openAt(service.url, service.stop)
    const asking = quotes.quote({ ...ground(order), amount: order.amount, slippage: order.slippage })
    await expect(asking).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
    expect(service.asked).toHaveLength(2)
  })

  it('lists the coin and what the service suggests, and finds a token by its address', async () => {
    // From https://dev.jup.ag/guides/how-to-get-token-information, looked at on 2026-11-22.
    const documented = {
      id: gold,
      name: 'Jupiter',
      symbol: 'JUP',
      icon: 'https://static.jup.ag/jup/icon.png',
      decimals: 6,
      isVerified: true,
      organicScore: 98.08,
      tags: ['verified', 'community', 'strict'],
    }
    const odd = [null, { ...documented, decimals: 78 }, { ...documented, symbol: 5 }]
    const { quotes, service } = await open(undefined, undefined, [...odd, documented])
    expect(await quotes.tokens({ networkId, signal })).toEqual([
      coin,
      { address: gold, symbol: 'JUP', decimals: 6, name: 'Jupiter', icon: documented.icon },
    ])
    expect(await quotes.findToken({ networkId, address: gold, signal })).toMatchObject({ symbol: 'JUP' })
    expect(await quotes.findToken({ networkId, address: usd, signal })).toBeUndefined()
    expect(service.asked.map(({ url }) => url.pathname + url.search)).toEqual([
      '/tokens/v2/tag?query=verified',
      `/tokens/v2/search?query=${gold}`,
      `/tokens/v2/search?query=${usd}`,
    ])
  })
})

it('refuses an address that isn’t http', () => {
  expect(() => solanaSwaps({ url: 'javascript:alert(1)' })).toThrow(
    'solanaSwaps() can’t use its option "url".',
  )
})
