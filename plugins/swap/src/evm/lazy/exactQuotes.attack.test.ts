// Quotes against what the pools then do, over random states of the pools: equal to the last unit, and nothing more is paid.
import fc from 'fast-check'
import { type Address, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type EvmBench, simulateSwap } from '../../../test/evmBench.js'
import { deployAmm, startEvm } from '@latchkey/devstack/evm'
import type { SwapToken } from '../../index.js'

const rounds = 500 * Number(process.env['ATTACK_ROUNDS'] ?? 1)
let first: EvmBench
let second: EvmBench

beforeAll(async () => {
  const stack = await startEvm()
  const amm = await deployAmm(stack)
  first = await openBench(stack, amm, { form: 'SwapRouter' })
  second = await openBench(stack, amm, { form: 'SwapRouter02' })
})
afterAll(() => first?.stop())

/** What others trade between two quotes: in the unit of the token, so that states are far apart. */
function tradesOf({ stack, amm }: EvmBench) {
  const { usd, gold, legacy } = stack.tokens
  const { weth, permit, whole, fine, rebasing, silent } = amm.tokens
  const pairs = [
    { sell: usd, buy: weth, most: 3_000n },
    { sell: usd, buy: weth, most: 3_000n, venue: 'v3', fee: 500 },
    { sell: gold, buy: weth, most: 3_000n },
    { sell: weth, buy: usd, most: 1n },
    { sell: weth, buy: usd, most: 1n, venue: 'v3', fee: 500 },
    { sell: weth, buy: permit, most: 1n, venue: 'v3' },
    { sell: weth, buy: gold, most: 1n },
    { sell: permit, buy: weth, most: 3_000n, venue: 'v3' },
    { sell: gold, buy: permit, most: 500n, venue: 'v3', fee: 10_000 },
    { sell: usd, buy: whole, most: 300n },
    { sell: whole, buy: usd, most: 300n },
  ] as const
  const tokens: readonly SwapToken[] = [weth, usd, gold, legacy, permit, whole, fine, rebasing, silent]
  return { pairs, tokens }
}

it(`gives what it says in ${rounds} random states`, { timeout: 60_000 + rounds * 400 }, async () => {
  const { stack, amm, networkId, coin } = first
  const trader = stack.accounts[7]?.address as Address
  const account = stack.accounts[1]?.address as Address
  const { pairs, tokens } = tradesOf(first)
  const all = [coin, ...tokens]
  let quoted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        trade: fc.option(fc.record({ pair: fc.constantFrom(...pairs), share: fc.bigInt(1n, 1_000n) })),
        sell: fc.constantFrom(...all),
        buy: fc.constantFrom(...all),
        scale: fc.integer({ min: -6, max: 3 }),
        digits: fc.bigInt(1n, 9_999n),
        isFirst: fc.boolean(),
      }),
      async ({ trade, sell, buy, scale, digits, isFirst }) => {
        if (trade) {
          const { sell: sold, buy: bought, most, ...venue } = trade.pair
          const amount = (most * 10n ** BigInt(sold.decimals) * trade.share) / 1_000n
          if (amount > 0n) {
            const order = { from: trader, sell: sold.address, buy: bought.address, amount, ...venue }
            // A trader who has spent it all, or buys less than one unit, leaves the pool as it was.
            await amm.trade(order).catch((error: Error) => expect(error.message).toMatch(/refused|revert/i))
          }
        }
        // Nobody was given any of the wrapped coin, and a v2 pool counts to 2^112, which is little of 36 decimals.
        if (sell.address === buy.address || sell.address === amm.tokens.weth.address) return
        const unit = sell.address === amm.tokens.fine.address ? 29 : sell.decimals
        const power = unit + scale
        const amount = power < 0 ? digits : (digits * 10n ** BigInt(power)) / 1_000n
        if (amount <= 0n || amount > parseUnits('900000', sell.decimals)) return
        const bench = isFirst ? first : second
        const signal = new AbortController().signal
        const asked = { networkId, sell, buy, amount, account, slippage: 100n, signal }
        const quote = await bench.quotes.quote(asked).catch((error: { code?: string }) => {
          expect(error.code).toBe('SWAP_NO_ROUTE')
          return undefined
        })
        if (!quote) return
        quoted += 1
        const { approvals, swap } = await bench.quotes.calls({ ...asked, quote })
        const spender = quote.allowance?.spender as Address | undefined
        const did = await simulateSwap(stack, account, [...approvals, ...swap], {
          sell,
          buy,
          ...(spender === undefined ? {} : { spender }),
        })
        const isRebasing = [sell, buy].some(({ address }) => address === amm.tokens.rebasing.address)
        if (isRebasing) expect(did.received).toBeGreaterThanOrEqual(quote.minimum.value)
        else expect(did).toEqual({ received: quote.bought.value, paid: amount, allowed: 0n })
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  )
  expect(quoted).toBeGreaterThan(rounds / 3)
})
