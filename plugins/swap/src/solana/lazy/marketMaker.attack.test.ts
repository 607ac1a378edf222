// Swaps with a market maker that signs its side: what the node says before and after is what counts, and no lie is signed.
import { type Deal, makeDeal, type MarketMakerLies } from '@latchkey/devstack/solana'
import { afterEach, describe, expect, it } from 'vitest'
import {
  confirmSwap,
  heldOf,
  openSolanaBench,
  type SolanaBench,
  swapAsShown,
  shareMarket,
} from '../../../test/solanaBench.js'
import { wrappedCoin } from './wrappedCoin.js'

const market = shareMarket()
let bench: SolanaBench | undefined

afterEach(() => bench?.stop())

async function filled(sell: string, buy: string, amountText: string, options = {}): Promise<SolanaBench> {
  bench = await openSolanaBench(market, options)
  await bench.fill(sell, buy, amountText)
  return bench
}

const balanceOf = (owner: string, symbol: string) => heldOf(market, owner, symbol)

describe('a swap with a market maker', () => {
  it.each([
    ['SOL', 'LGLD', '2'],
    ['SOL', 'LUSD', '0.123456789'],
    ['LUSD', 'LGLD', '1234.56789'],
    ['LGLD', 'SOL', '3'],
  ])('of %s for %s gives what the preview says, and costs what it says', async (sell, buy, amountText) => {
    const own = await filled(sell, buy, amountText)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const facts = { approval: 'none', dangers: [], sourceName: 'Local maker' }
    expect(own.state.preview).toMatchObject(facts)
    await swapAsShown(market, own, sell, buy)
    expect(own.asked()).toEqual(['solana:signTransaction'])
  })

  it('into a token that the account never held opens its place, and says so in the cost', async () => {
    const own = await filled('SOL', 'LGLD', '1', { index: 3 })
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    await confirmSwap(own)
    expect(await balanceOf(own.address, 'LGLD')).toBe(own.state.transaction?.bought.value)
  })

  it('whose price moves before the signature asks again', async () => {
    const own = await filled('SOL', 'LGLD', '1')
    expect(await own.controller.preview()).toBe(true)
    market.maker.setPrice(wrappedCoin, 9_700n)
    await own.controller.confirm(own.state.preview)
    expect(own.state.notice).toBe('priceMoved')
    expect(own.asked()).toEqual([])
  })
})

const thief = () => market.stack.accounts[4]?.address ?? ''
const others = (deal: Deal, symbol: string) =>
  market.maker.assets.find((asset) => asset.symbol === symbol) ?? deal.buy
type Instructions = Parameters<NonNullable<MarketMakerLies['instructions']>>[0]

/** Changes one account of the payment that is the last instruction but so many. */
const redirected = (list: Instructions, at: number, place: number, from: number): Instructions =>
  list.map((instruction, index) => {
    const keys = [...instruction.keys]
    const [given, taken] = [keys[place], keys[from]]
    if (index !== list.length - at || !given || !taken) return instruction
    keys[place] = { ...given, pubkey: taken.pubkey }
    return { ...instruction, keys }
  })

const lies: Readonly<Record<string, () => MarketMakerLies>> = {
  'pays less than it offers': () => ({
    quote: (quote) => {
      const more = (text: string) => String((BigInt(text) * 11n) / 10n)
      return {
        ...quote,
        outAmount: more(quote.outAmount),
        otherAmountThreshold: more(quote.otherAmountThreshold),
      }
    },
  }),
  'offers for another amount': () => ({ quote: (quote) => ({ ...quote, inAmount: `${quote.inAmount}0` }) }),
  'takes a unit more': () => ({ instructions: (_, deal) => makeDeal({ ...deal, sold: deal.sold + 1n }) }),
  'takes something beside': () => ({
    instructions: (list, deal) => [
      ...list,
      ...makeDeal({ ...deal, sell: others(deal, 'LUSD'), sold: 1n, bought: 1n }),
    ],
  }),
  'takes it twice': () => ({ instructions: (list, deal) => [...list, ...makeDeal(deal).slice(-2)] }),
  'pays in another token': () => ({
    instructions: (_, deal) => makeDeal({ ...deal, buy: others(deal, 'LUSD') }),
  }),
  'pays itself': () => ({ instructions: (list) => redirected(list, 1, 2, 0) }),
  'pays nothing': () => ({ instructions: (_, deal) => makeDeal({ ...deal, bought: 0n }) }),
  'lets itself take more later': () => ({
    instructions: (list, deal) => {
      const [payment] = makeDeal({ ...deal, sell: others(deal, 'LUSD'), sold: 5n }).slice(-2)
      if (!payment) return list
      const [source, mint, , owner] = payment.keys
      // `ApproveChecked`
      const data = Buffer.from([13, ...payment.data.subarray(1)])
      const delegate = { pubkey: deal.maker, isSigner: false, isWritable: false }
      return [
        ...list,
        { ...payment, data, keys: [source, mint, delegate, owner].flatMap((key) => key ?? []) },
      ]
    },
  }),
  'takes over a token account': () => ({
    instructions: (list, deal) => {
      const [payment] = makeDeal({ ...deal, sell: others(deal, 'LUSD'), sold: 5n }).slice(-2)
      if (!payment) return list
      const [source, , , owner] = payment.keys
      // `SetAuthority` of the owner
      const data = Buffer.from([6, 2, 1, ...deal.maker.toBytes()])
      return [...list, { ...payment, data, keys: [source, owner].flatMap((key) => key ?? []) }]
    },
  }),
  'has another pay the fee': () => ({ payer: (deal) => deal.maker }),
  'hasn’t signed': () => ({ transaction: (bytes) => Uint8Array.from(bytes).fill(0, 65, 129) }),
  'signs rubbish': () => ({ transaction: () => new Uint8Array(300).fill(1) }),
  'is too long': () => ({ transaction: () => new Uint8Array(5_000) }),
  'is down': () => ({ status: 503 }),
}

describe.each(Object.keys(lies))('a market maker that %s', (name) => {
  it('is refused with the wallet closed', { timeout: 30_000 }, async () => {
    const own = await filled('SOL', 'LGLD', '2')
    market.maker.lie(lies[name]?.())
    const before = await Promise.all(
      [...market.maker.assets].map(({ symbol }) => balanceOf(own.address, symbol)),
    )
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(
      /^(?:SWAP_CALLS_REFUSED|SWAP_RECEIVES_LESS|SWAP_QUOTE_INVALID|SWAP_SOURCE_FAILED|CALLS_INVALID|TRANSACTION_INVALID|INVALID_DATA)$/,
    )
    expect(own.asked()).toEqual([])
    expect(
      await Promise.all([...market.maker.assets].map(({ symbol }) => balanceOf(own.address, symbol))),
    ).toEqual(before)
  })
})

it('takes no maker that the host didn’t name', async () => {
  const own = await filled('SOL', 'LGLD', '2', { makers: [thief()] })
  expect(await own.controller.preview()).toBe(false)
  expect(own.state.error?.code).toBe('SWAP_CALLS_REFUSED')
  expect(own.asked()).toEqual([])
})
