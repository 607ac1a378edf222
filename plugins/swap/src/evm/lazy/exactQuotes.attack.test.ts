// Quotes against what the pools then do, over random states of the pools: equal to the last unit, and nothing more is paid.
import fc from 'fast-check'
import { type Address, erc20Abi, maxUint256, parseUnits } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type EvmBench, simulateSwap } from '../../../test/evmBench.js'
import { deployAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { SwapQuote, SwapQuoteRequest, SwapToken } from '../../index.js'

const rounds = 500 * Number(process.env['ATTACK_ROUNDS'] ?? 1)
const forms = ['SwapRouter', 'SwapRouter02', 'UniversalRouter'] as const
let benches: Readonly<Record<(typeof forms)[number], EvmBench>>
/** Lets Permit2 move every token, as for a person who used it before. */
let signer: EvmStack['accounts'][number]

beforeAll(async () => {
  const stack = await startEvm()
  const amm = await deployAmm(stack)
  const [SwapRouter, SwapRouter02, UniversalRouter] = await Promise.all([
    openBench(stack, amm, { form: 'SwapRouter' }),
    openBench(stack, amm, { form: 'SwapRouter02' }),
    openBench(stack, amm, { form: 'UniversalRouter' }),
  ])
  benches = { SwapRouter, SwapRouter02, UniversalRouter }
  signer = stack.accounts[2] as typeof signer
  for (const { address } of tradesOf(SwapRouter).tokens) {
    const args = [amm.universal.permit2, maxUint256] as const
    const call = { address: address as Address, abi: erc20Abi, functionName: 'approve', args } as const
    const hash = await stack.client.writeContract({ ...call, account: signer.address, chain: stack.chain })
    await stack.client.waitForTransactionReceipt({ hash })
  }
})
afterAll(() => benches?.SwapRouter.stop())

type Asked = SwapQuoteRequest & { readonly quote: SwapQuote }

/** The calls for a quote: by a signature for Permit2 where that is possible, by approvals otherwise. */
async function callsFor({ quotes }: EvmBench, asked: Asked) {
  const signature = await quotes.signature?.(asked)
  if (!signature || asked.quote.allowance?.through === undefined) return quotes.calls(asked)
  const message = signature.message as Parameters<PrivateKeyAccount['signTypedData']>[0]
  return signature.calls(await privateKeyToAccount(signer.privateKey).signTypedData(message))
}

const isMixed = ({ route }: SwapQuote) => new Set(route.map(({ venue }) => venue)).size > 1

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
  const { stack, amm, networkId, coin } = benches.SwapRouter
  const trader = stack.accounts[7]?.address as Address
  const other = stack.accounts[1]?.address as Address
  const { pairs, tokens } = tradesOf(benches.SwapRouter)
  const all = [coin, ...tokens]
  const seen = { quoted: 0, mixed: 0, approvedThrough: 0, signedThrough: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        trade: fc.option(fc.record({ pair: fc.constantFrom(...pairs), share: fc.bigInt(1n, 1_000n) })),
        sell: fc.constantFrom(...all),
        buy: fc.constantFrom(...all),
        scale: fc.integer({ min: -6, max: 3 }),
        digits: fc.bigInt(1n, 9_999n),
        form: fc.constantFrom(...forms),
        isSigner: fc.boolean(),
      }),
      async ({ trade, sell, buy, scale, digits, form, isSigner }) => {
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
        const bench = benches[form]
        const account = isSigner ? signer.address : other
        const signal = new AbortController().signal
        const asked = { networkId, sell, buy, amount, account, slippage: 100n, signal }
        const quote = await bench.quotes.quote(asked).catch((error: { code?: string }) => {
          expect(error.code).toBe('SWAP_NO_ROUTE')
          return undefined
        })
        if (!quote) return
        const { allowance } = quote
        const isThrough = allowance?.through !== undefined
        seen.quoted += 1
        if (isMixed(quote)) seen.mixed += 1
        if (isThrough) seen[isSigner ? 'signedThrough' : 'approvedThrough'] += 1
        const { approvals, swap } = await callsFor(bench, { ...asked, quote })
        if (isThrough) expect(approvals).toHaveLength(isSigner ? 0 : 2)
        const did = await simulateSwap(stack, account, [...approvals, ...swap], { sell, buy, allowance })
        // The unlimited allowance for Permit2 stays, and none of it goes to the router.
        const left = isThrough && isSigner ? did.allowed.slice(1) : did.allowed
        expect(left).toEqual(left.map(() => 0n))
        const isRebasing = [sell, buy].some(({ address }) => address === amm.tokens.rebasing.address)
        if (isRebasing) expect(did.received).toBeGreaterThanOrEqual(quote.minimum.value)
        else expect(did).toMatchObject({ received: quote.bought.value, paid: amount })
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  )
  expect(seen.quoted).toBeGreaterThan(rounds / 3)
  for (const kind of ['mixed', 'approvedThrough', 'signedThrough'] as const) {
    // Each is met, some ten times in 500: a bound near that would fail by chance.
    expect(seen[kind], kind).toBeGreaterThan(0)
  }
})
