// Quotes of Slipstream's pools against what they then do, over random states: equal to the last unit, and nothing more is paid.
import { deployAmm, deploySlipstream, type EvmSlipstream, startEvm } from '@latchkey/devstack/evm'
import fc from 'fast-check'
import { type Address, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EvmBench, openBench, simulateSwap, venuesOf } from '../../../test/evmBench.js'

const rounds = 100 * Number(process.env['ATTACK_ROUNDS'] ?? 1)
let bench: EvmBench
let slipstream: EvmSlipstream

beforeAll(async () => {
  const stack = await startEvm()
  const amm = await deployAmm(stack)
  slipstream = await deploySlipstream(stack, amm)
  const { wrapped, tokens = [] } = venuesOf(stack, amm, 'SwapRouter')
  const { router, quoter } = slipstream
  // No other venue: every offer is of these pools.
  bench = await openBench(stack, amm, {
    venues: { wrapped, tokens, slipstream: [{ name: 'Slipstream', router, quoter }] },
  })
})
afterAll(() => bench?.stop())

it(`gives what it says in ${rounds} random states`, { timeout: 60_000 + rounds * 400 }, async () => {
  const { stack, amm, networkId, coin } = bench
  const { usd, gold } = stack.tokens
  const { permit, weth } = amm.tokens
  const trader = stack.accounts[7]?.address as Address
  const other = stack.accounts[1]?.address as Address
  const all = [coin, usd, gold, permit, weth]
  const ask = (sell: (typeof all)[number], buy: (typeof all)[number], amount: bigint, account: Address) => ({
    ...{ networkId, sell, buy, amount, account, slippage: 5_000n },
    signal: new AbortController().signal,
  })
  let quoted = 0
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
        const asked = ask(sell, buy, amount, account)
        const quote = await bench.quotes.quote(asked).catch((error) => {
          expect(error).toMatchObject({ code: 'SWAP_NO_ROUTE' })
          return undefined
        })
        if (!quote) return
        quoted += 1
        const { approvals, swap } = await bench.quotes.calls({ ...asked, quote })
        const { allowance } = quote
        const did = await simulateSwap(stack, account, [...approvals, ...swap], { sell, buy, allowance })
        expect(did).toMatchObject({ received: quote.bought.value, paid: amount })
        expect(did.allowed).toEqual(did.allowed.map(() => 0n))
        // The next quote is of another state of the pools.
        if (isTraded) for (const call of [...approvals, ...swap]) await send(account, call)
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  )
  expect(quoted).toBeGreaterThan(rounds / 3)
})

async function send(account: Address, { to, data, value }: { to: string; data?: string; value?: bigint }) {
  const { client, chain } = bench.stack
  const call = { to: to as Address, data: data as `0x${string}`, ...(value === undefined ? {} : { value }) }
  const hash = await client.sendTransaction({ account, chain, gas: 2_000_000n, ...call })
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}
