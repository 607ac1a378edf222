// Quotes of pools of Slipstream and of Uniswap v4 against what they then do, over random states: equal to the last unit, and nothing
// more is paid.
import {
  deployAmm,
  deploySlipstream,
  deployUniswapV4,
  type EvmAmm,
  type EvmStack,
  startEvm,
} from '@latchkey/devstack/evm'
import fc from 'fast-check'
import { type Address, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, simulateSwap, venuesOf } from '../../../test/evmBench.js'

const rounds = 100 * Number(process.env['ATTACK_ROUNDS'] ?? 1)
let stack: EvmStack
let amm: EvmAmm
beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())

const kinds = [
  ['slipstream', 'Slipstream', 'SwapRouter', deploySlipstream],
  ['v4', 'Uniswap v4', 'UniversalRouter', deployUniswapV4],
] as const

describe.each(kinds)('pools of %s', (kind, name, form, deploy) => {
  it(`give what they say in ${rounds} random states`, { timeout: 60_000 + rounds * 400 }, async () => {
    const { router, quoter } = await deploy(stack, amm)
    const { wrapped, tokens = [] } = venuesOf(stack, amm, form)
    // No other venue: every offer is of these pools.
    const venues = { wrapped, tokens, [kind]: [{ name, router, quoter }] }
    const bench = await openBench(stack, amm, { venues })
    const { networkId, coin } = bench
    const { usd, gold } = stack.tokens
    const { permit, weth } = amm.tokens
    const trader = stack.accounts[7]?.address as Address
    const other = stack.accounts[1]?.address as Address
    const all = [coin, usd, gold, permit, weth]
    const seen = { quoted: 0, sellsCoin: 0, buysCoin: 0, overTwo: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sell: fc.constantFrom(coin, usd, gold, permit),
          buy: fc.constantFrom(...all),
          scale: fc.integer({ min: -6, max: 2 }),
          digits: fc.bigInt(1n, 999n),
          isTraded: fc.boolean(),
        }),
        async ({ sell, buy, scale, digits, isTraded }) => {
          if (sell.address === buy.address || (sell === coin && buy === weth)) return
          const power = sell.decimals + scale
          const amount = power < 0 ? digits : (digits * 10n ** BigInt(power)) / 100n
          if (amount <= 0n || amount > parseUnits('900', sell.decimals)) return
          const account = isTraded ? trader : other
          const signal = new AbortController().signal
          const asked = { networkId, sell, buy, amount, account, slippage: 5_000n, signal }
          const quote = await bench.quotes.quote(asked).catch((error) => {
            expect(error).toMatchObject({ code: 'SWAP_NO_ROUTE' })
            return undefined
          })
          if (!quote) return
          seen.quoted += 1
          if (sell === coin) seen.sellsCoin += 1
          if (buy === coin) seen.buysCoin += 1
          if (quote.route.length === 2) seen.overTwo += 1
          const { approvals, swap } = await bench.quotes.calls({ ...asked, quote })
          const { allowance } = quote
          const did = await simulateSwap(stack, account, [...approvals, ...swap], { sell, buy, allowance })
          expect(did).toMatchObject({ received: quote.bought.value, paid: amount })
          expect(did.allowed).toEqual(did.allowed.map(() => 0n))
          // The next quote is of another state of the pools.
          if (isTraded) for (const call of [...approvals, ...swap]) await send(account, call)
          expect(await stack.balanceOf(router)).toBe(0n)
        },
      ),
      { numRuns: rounds, endOnFailure: true },
    )
    expect(seen.quoted).toBeGreaterThan(rounds / 3)
    for (const kind of ['sellsCoin', 'buysCoin', 'overTwo'] as const) {
      expect(seen[kind], kind).toBeGreaterThan(0)
    }
  })
})

async function send(account: Address, { to, data, value }: { to: string; data?: string; value?: bigint }) {
  const { client, chain } = stack
  const call = { to: to as Address, data: data as `0x${string}`, ...(value === undefined ? {} : { value }) }
  const hash = await client.sendTransaction({ account, chain, gas: 2_000_000n, ...call })
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}
