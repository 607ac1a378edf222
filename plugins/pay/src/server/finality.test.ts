// When a payment counts, on networks whose blocks last 200 ms to 12 s, and which take blocks back until these are final.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evmPayments, type EvmPaymentsOptions } from './chains/evmPayments.js'

const networkId = 'eip155:7'
const [payer, shop] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const payment = `0x${'ab'.repeat(32)}`
const bill = { id: 'bill', asset: networkId, amount: '1', decimals: 18, symbol: 'ETH', receiver: shop }
const read = { bill: { ...bill, createdAt: 0 }, units: 10n ** 18n, token: undefined } as never

/** A network that makes blocks, calls old ones final, and may take back those that aren't. */
function networkOf({
  spacing,
  finalAfter,
  safeAfter,
}: {
  spacing: number
  finalAfter: number
  safeAfter: number
}) {
  const start = 1_800_000_000_000
  let now = 0
  let fork = 0
  let paidAt: number | undefined
  const height = () => Math.floor(now / spacing)
  const blocksOf = (time: number) => Math.max(0, height() - Math.ceil(time / spacing))
  const hex = (value: number) => `0x${value.toString(16)}`
  const hashOf = (number: number) =>
    `0x${hex(fork).slice(2).padStart(8, '0')}${hex(number).slice(2).padStart(56, '0')}`
  const block = (number: number) => ({
    number: hex(number),
    hash: hashOf(number),
    timestamp: hex(Math.floor((start + number * spacing) / 1_000)),
  })
  const tags: Record<string, () => number> = {
    latest: height,
    safe: () => blocksOf(safeAfter),
    finalized: () => blocksOf(finalAfter),
  }
  const ask = async (method: string, [first]: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_chainId') return '0x7'
    if (method === 'eth_getBlockByNumber') {
      const number = tags[String(first)]?.() ?? Number(first)
      return number > height() ? null : block(number)
    }
    if (paidAt === undefined || first !== payment) return null
    if (method === 'eth_getTransactionByHash')
      return { from: payer, to: shop, value: hex(1e18), blockHash: hashOf(paidAt) }
    return { status: '0x1', blockHash: hashOf(paidAt), blockNumber: hex(paidAt), logs: [] }
  }
  return {
    ask,
    pass(time: number) {
      now += time
    },
    pay() {
      paidAt = height()
    },
    /** Takes back all that isn't final: the payment is gone if it was among it. */
    reorganise() {
      fork += 1
      if (paidAt !== undefined && paidAt > blocksOf(finalAfter)) paidAt = undefined
    },
    isPaid: () => paidAt !== undefined,
  }
}

const verdictOf = async (
  network: ReturnType<typeof networkOf>,
  confirmations?: EvmPaymentsOptions['confirmations'],
) => {
  const options = { networkId, url: network.ask, ...(confirmations === undefined ? {} : { confirmations }) }
  const found = await evmPayments(options).find(read, payment)
  return found.ok ? 'ok' : found.code
}

const minutes = 60_000
const networks = [
  ['Base', { spacing: 200, finalAfter: 15 * minutes, safeAfter: 2 * minutes }],
  ['BNB Smart Chain', { spacing: 450, finalAfter: 1_200, safeAfter: 900 }],
  ['OP Mainnet', { spacing: 2_000, finalAfter: 20 * minutes, safeAfter: 3 * minutes }],
  ['Ethereum', { spacing: 12_000, finalAfter: 13 * minutes, safeAfter: 6.4 * minutes }],
] as const

describe.each(networks)('a payment on a network like %s', (_, given) => {
  it('counts once it is final, and no block sooner', async () => {
    const network = networkOf(given)
    network.pass(60 * minutes)
    network.pay()
    network.pass(Math.max(given.spacing, given.finalAfter - given.spacing * 2))
    const early = await verdictOf(network)
    if (given.finalAfter > given.spacing * 4) expect(early).toBe('TRANSACTION_UNCONFIRMED')
    network.pass(given.spacing * 4)
    expect(await verdictOf(network)).toBe('ok')
  })

  it('that counted is there after every reorganisation', async () => {
    const step = fc.oneof(
      fc.integer({ min: 1, max: 40 * minutes }).map((time) => ({ time })),
      fc.constant({ time: undefined }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const network = networkOf(given)
        network.pass(60 * minutes)
        network.pay()
        let hasCounted = false
        for (const { time } of steps) {
          if (time === undefined) network.reorganise()
          else network.pass(time)
          if (hasCounted) expect(network.isPaid()).toBe(true)
          hasCounted ||= (await verdictOf(network)) === 'ok'
        }
      }),
      { numRuns: 200 },
    )
  })

  it('counts by time where the shop says how long it waits', async () => {
    const network = networkOf(given)
    network.pass(60 * minutes)
    network.pay()
    network.pass(598_000)
    expect(await verdictOf(network, { seconds: 612 })).toBe('TRANSACTION_UNCONFIRMED')
    network.pass(28_000)
    expect(await verdictOf(network, { seconds: 612 })).toBe('ok')
  })
})

it('never counts on a network that stands still', async () => {
  const network = networkOf(networks[0][1])
  network.pass(60 * minutes)
  network.pay()
  for (const confirmations of ['finalized', 'safe', { seconds: 60 }] as const)
    expect(await verdictOf(network, confirmations)).toBe('TRANSACTION_UNCONFIRMED')
})

it.each([0, -1, 1.5, Number.NaN, 'latest', { seconds: 0 }, { seconds: Number.NaN }, null])(
  'refuses %j where a finality is wanted',
  (confirmations) => {
    const options = { networkId, url: 'https://node.example', confirmations: confirmations as never }
    expect(() => evmPayments(options)).toThrow(/confirmations of evmPayments: expected/)
  },
)
