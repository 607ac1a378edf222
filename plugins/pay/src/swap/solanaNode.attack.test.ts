// Bills on a local Solana node, paid with what a market maker swaps first: the node's balances count, to the last unit.
import { type Deal, makeDeal, type MarketMakerLies, type SolanaAccount } from '@latchkey/devstack/solana'
import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import { SwapReader } from '@latchkey/plugin-swap'
import { solanaSwaps } from '@latchkey/plugin-swap/solana'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSolanaBench, shareMarket } from '../../../swap/test/solanaBench.js'
import { type Bill, pay, Payer, type PaymentOutcome, type PaymentWay } from '../index.js'
import { createPaymentVerifier, memoryPayments, solanaPayments } from '../server/index.js'
import { paymentSwaps } from './index.js'

const market = shareMarket()
let stop: (() => unknown) | undefined
let count = 0

afterEach(() => stop?.())

const shop = () => market.stack.accounts[3]!.address
const usd = () => market.stack.mints.usd
/** A key that nobody has used: base58 of a number of the test. */
const references = [
  '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
  'BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV',
]

function bill(given: Partial<Bill> = {}): Bill {
  count += 1
  return {
    id: `order-${count}`,
    asset: `${market.stack.chainId}/token:${usd().address}`,
    amount: '12.345678',
    decimals: usd().decimals,
    symbol: 'LUSD',
    receiver: shop(),
    createdAt: Date.now() - 60_000,
    ...given,
  }
}

/** A page whose bill is on screen, with what it can be paid with. */
async function open(asked: Bill, who: number | SolanaAccount = 1, sources?: readonly Plugin[]) {
  const views = ['Pay', 'PayReview', 'PayLoading']
  const bench = await openSolanaBench(market, {
    ...{ plugins: [pay(), paymentSwaps()], views },
    ...(typeof who === 'number' ? { index: who } : { person: who }),
    ...(sources ? { sources } : {}),
  })
  stop = () => bench.stop()
  const payer = bench.kernel.get(Payer)
  const controller = await payer.load()
  const { state } = payer
  const outcome = payer.pay(asked)
  await vi.waitFor(() => expect(state.ways.status, String(state.ways.error)).toBe('ready'), 10_000)
  const way = (kind: PaymentWay['kind'], address?: string) => {
    const found = state.ways.list.find((one) => one.kind === kind && one.address === address)
    if (!found) throw new Error(`No ${kind} of ${address ?? 'the coin'}.`)
    return found
  }
  return { ...bench, payer, controller, state, outcome, way }
}

const paidTo = async (asked: Bill, run: () => Promise<unknown>) => {
  const read = () =>
    asked.asset === market.stack.chainId
      ? market.stack.balanceOf(asked.receiver)
      : market.stack.tokenBalanceOf(usd().address, asked.receiver)
  const before = await read()
  await run()
  return (await read()) - before
}

type Page = Awaited<ReturnType<typeof open>>

async function swapFirst({ controller, state }: Page): Promise<void> {
  await controller.confirm(state.preview)
  await vi.waitFor(
    () => expect([state.phase, state.notice, state.error?.message]).toEqual(['ready', 'swapped', undefined]),
    15_000,
  )
}

const verifier = () =>
  createPaymentVerifier({
    chains: [solanaPayments({ networkId: market.stack.chainId, url: market.stack.url })],
    store: memoryPayments(),
  })

async function settle(page: Page, asked: Bill): Promise<PaymentOutcome> {
  await page.controller.confirm(page.state.preview)
  const outcome = await page.outcome
  expect(outcome).toMatchObject({ status: 'paid', billId: asked.id })
  return outcome
}

describe('a bill on Solana, paid with something else', () => {
  it('is swapped for first, then paid to the last unit by a transaction that names its reference', {
    timeout: 40_000,
  }, async () => {
    const asked = bill({ reference: references[0] as string })
    const page = await open(asked)
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
    expect(page.state.preview).toMatchObject({
      ...{ isSwapFirst: true, isAtomic: false, steps: 2 },
      pays: { value: 12_345_678n },
    })
    const coins = await market.stack.balanceOf(page.address)
    const own = await market.stack.tokenBalanceOf(usd().address, page.address)
    const most = page.state.preview!.sells!.value + page.state.preview!.fee.value
    await swapFirst(page)
    expect(coins - (await market.stack.balanceOf(page.address))).toBeLessThanOrEqual(most)
    const brought = (await market.stack.tokenBalanceOf(usd().address, page.address)) - own
    expect(brought).toBeGreaterThanOrEqual(12_345_678n)
    // No more than the market may move is left over.
    expect(brought * 100n).toBeLessThan(12_345_678n * 103n)
    expect(page.state.preview).toMatchObject({ isSwapFirst: false, steps: 1, pays: { value: 12_345_678n } })
    let outcome: PaymentOutcome | undefined
    const received = await paidTo(asked, async () => {
      outcome = await settle(page, asked)
    })
    expect(received).toBe(12_345_678n)
    expect(page.asked()).toEqual(['solana:signTransaction', 'solana:signTransaction'])
    expect(await verifier().verify(asked, outcome?.transaction)).toMatchObject({
      ok: true,
      units: '12345678',
    })
    const other = { ...asked, id: 'other', reference: references[1] as string }
    expect(await verifier().verify(other, outcome?.transaction)).toMatchObject({ code: 'REFERENCE_MISSING' })
    const chain = solanaPayments({ networkId: market.stack.chainId, url: market.stack.url })
    expect(await chain.findByReference(asked.reference as string)).toEqual([outcome?.transaction])
  })

  it('in the coin is paid with a token, and the fee is on top of what the shop gets', {
    timeout: 40_000,
  }, async () => {
    const asked = bill({ asset: market.stack.chainId, amount: '0.123456789', decimals: 9, symbol: 'SOL' })
    const page = await open(asked, 0)
    expect(await page.controller.choose(page.way('swap', usd().address)), String(page.state.error)).toBe(true)
    await swapFirst(page)
    expect(await paidTo(asked, () => settle(page, asked))).toBe(123_456_789n)
  })

  it('whose price moves while it is on screen is shown again, and the wallet stays closed', {
    timeout: 40_000,
  }, async () => {
    const page = await open(bill())
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
    const shown = page.state.preview
    market.maker.setPrice(usd().address, 10_500n)
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
    expect(page.state.preview!.sells!.value).toBeGreaterThan(shown!.sells!.value)
    await page.controller.confirm(shown)
    expect(page.state).toMatchObject({ phase: 'ready', notice: 'changed' })
    expect(page.asked()).toEqual([])
  })

  it('whose swap is declined moves nothing, and can be swapped for again', { timeout: 40_000 }, async () => {
    const asked = bill()
    const page = await open(asked)
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
    page.wallet.control.rejectNext('solana:signTransaction')
    const coins = await market.stack.balanceOf(page.address)
    await page.controller.confirm(page.state.preview)
    expect(page.state).toMatchObject({ phase: 'ready', notice: 'declined' })
    expect(await market.stack.balanceOf(page.address)).toBe(coins)
    await swapFirst(page)
    expect(await paidTo(asked, () => settle(page, asked))).toBe(12_345_678n)
  })

  it('left after the swap, or declined, is unpaid, and the next page pays with what was swapped', {
    timeout: 40_000,
  }, async () => {
    const asked = bill({ amount: '20' })
    const first = await open(asked)
    expect(await first.controller.choose(first.way('swap')), String(first.state.error)).toBe(true)
    await swapFirst(first)
    first.wallet.control.rejectNext('solana:signTransaction')
    await first.controller.confirm(first.state.preview)
    expect(first.state).toMatchObject({ phase: 'ready', notice: 'declined' })
    await first.stop()
    const next = await open(asked)
    expect(await next.controller.choose(next.way('asset', usd().address)), String(next.state.error)).toBe(
      true,
    )
    expect(await paidTo(asked, () => settle(next, asked))).toBe(20_000_000n)
    expect(next.asked()).toEqual(['solana:signTransaction'])
  })

  it.each<readonly [string, MarketMakerLies]>([
    [
      'pays less than it offers',
      { instructions: (_, deal) => makeDeal({ ...deal, bought: deal.bought / 2n }) },
    ],
    ['takes a unit more', { instructions: (_, deal) => makeDeal({ ...deal, sold: deal.sold + 1n }) }],
    ['takes it twice', { instructions: (list, deal) => [...list, ...makeDeal(deal).slice(-2)] }],
    ['pays nothing', { instructions: (_, deal) => makeDeal({ ...deal, bought: 0n }) }],
    ['hasn’t signed', { transaction: (bytes) => Uint8Array.from(bytes).fill(0, 65, 129) }],
    [
      'adds a program that nobody knows, which does nothing yet',
      { instructions: (list, deal) => [...list, memoOf(deal)] },
    ],
    ['is down', { status: 503 }],
  ])('is refused with the wallet closed where the market maker %s', { timeout: 40_000 }, async (_, lies) => {
    const page = await open(bill())
    market.maker.lie(lies)
    expect(await page.controller.choose(page.way('swap'))).toBe(false)
    expect(page.state.error?.code).toMatch(/^(?:PAY_SWAP_REFUSED|PAY_SWAP_MISSING|CALLS_INVALID)$/)
    expect(page.asked()).toEqual([])
  })
})

describe('a bill on Solana, paid by a swap that leaves what the payment needs', () => {
  /** Lamports: what an account must keep, and the deposit of one for a token. */
  const [kept, tokenAccount] = [890_880n, 2_039_280n]
  const fees = 20_000n

  async function personWith(lamports: bigint): Promise<SolanaAccount> {
    const key = Keypair.generate()
    const person = { address: key.publicKey.toBase58(), secretKey: base58.encode(key.secretKey) }
    await market.stack.airdrop(person.address, lamports)
    return person
  }

  /** A person with this many lamports beside the price of the bill, and the bill of a shop that never had the token. */
  async function poor(beside: bigint) {
    const asked = bill({ receiver: Keypair.generate().publicKey.toBase58() })
    const rich = await open(asked, await personWith(10_000_000_000n))
    expect(await rich.controller.choose(rich.way('swap')), String(rich.state.error)).toBe(true)
    const price = rich.state.preview!.sells!.value - tokenAccount
    await rich.stop()
    return { asked, page: await open(asked, await personWith(price + beside)) }
  }

  it.each([
    ['0.0005 SOL', 500_000n],
    ['what the swap needs alone', tokenAccount + kept + fees],
    ['all but the deposit for the shop’s account', tokenAccount + kept + fees + 1_000_000n],
  ])('isn’t begun with the price and %s', { timeout: 40_000 }, async (_, beside) => {
    const { page } = await poor(beside)
    expect(await page.controller.choose(page.way('swap'))).toBe(false)
    expect(page.state.error?.code).toMatch(/^(?:PAY_COIN_SHORT|INSUFFICIENT_FUNDS|PAY_SWAP_MISSING)$/)
    expect(page.asked()).toEqual([])
  })

  it('is paid with the price, both deposits and the fees', { timeout: 40_000 }, async () => {
    const { page, asked } = await poor(2n * tokenAccount + kept + fees)
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
    await swapFirst(page)
    expect(await paidTo(asked, () => settle(page, asked))).toBe(12_345_678n)
  })

  it('isn’t begun for a new receiver of less than an account must hold', { timeout: 40_000 }, async () => {
    const receiver = Keypair.generate().publicKey.toBase58()
    const asked = bill({
      receiver,
      asset: market.stack.chainId,
      amount: '0.0005',
      decimals: 9,
      symbol: 'SOL',
    })
    const page = await open(asked, 0)
    expect(await page.controller.choose(page.way('swap', usd().address))).toBe(false)
    expect(page.state.error?.code).toBe('AMOUNT_BELOW_RENT_MINIMUM')
    expect(page.asked()).toEqual([])
  })
})

describe('a bill on Solana, where another reader of swaps is listed first', () => {
  /** It knows nothing, and takes the market maker's account for one that may be called. */
  const ignorant = () =>
    definePlugin({
      id: 'test.reader',
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(SwapReader, {
          ...{ id: 'test.reader', namespace: 'solana' },
          load: async () => ({
            read: ({ calls }) =>
              calls.map(() => ({ kind: 'unknown', target: market.maker.address }) as const),
          }),
        }),
    })
  const listed = () => {
    const { url, tokensUrl, address } = market.maker
    const networkId = market.stack.chainId as `${string}:${string}`
    return [ignorant(), solanaSwaps({ url, tokensUrl, makers: [address], networkId, name: 'Local maker' })]
  }

  it('is swapped for by calls that any of them knows to the last byte', { timeout: 40_000 }, async () => {
    const page = await open(bill(), 1, listed())
    expect(await page.controller.choose(page.way('swap')), String(page.state.error)).toBe(true)
  })

  it('is refused where none of them does, though the simulation is right', { timeout: 40_000 }, async () => {
    const page = await open(bill(), 1, listed())
    market.maker.lie({ instructions: (list, deal) => [...list, memoOf(deal)] })
    expect(await page.controller.choose(page.way('swap'))).toBe(false)
    expect(page.state.error?.code).toBe('PAY_SWAP_MISSING')
    expect(page.asked()).toEqual([])
  })
})

/** Signed by the person, and read by nobody: in a simulation it does nothing, and what it does later nobody can tell. */
function memoOf({ trader }: Deal): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [{ pubkey: trader, isSigner: true, isWritable: true }],
    data: Buffer.from('hello'),
  })
}
