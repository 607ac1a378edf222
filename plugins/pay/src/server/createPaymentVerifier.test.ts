import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockTime, genesisTime, ledgers, type MemoryLedger, solanaLedger } from '../../test/memoryLedgers.js'
import { type Bill, createPaymentVerifier, memoryPayments } from './index.js'

let bills = 0

function billOn(ledger: MemoryLedger, given: Partial<Bill> = {}): Bill {
  bills += 1
  return {
    id: `order-${bills}`,
    asset: ledger.token?.asset ?? ledger.networkId,
    amount: '12.5',
    decimals: 6,
    symbol: 'TEST',
    receiver: ledger.accounts[1],
    createdAt: genesisTime,
    ...given,
  }
}

function start(create: () => MemoryLedger) {
  const ledger = create()
  const verifier = createPaymentVerifier({ chains: [ledger.chain], store: memoryPayments() })
  const [payer, receiver, stranger] = ledger.accounts
  const token = ledger.token ? { token: ledger.token.address } : {}
  const right = { from: payer, to: receiver, units: 12_500_000n, ...token }
  return { ledger, verifier, right, payer, receiver, stranger }
}

const kinds = Object.entries(ledgers)

describe.each(kinds)('a payment on %s', (_, create) => {
  it('is found, with who paid and when, and is the first one once', async () => {
    const { ledger, verifier, right, payer } = start(create)
    const transaction = ledger.pay([right])
    const bill = billOn(ledger, { payer })
    const first = await verifier.verify(bill, transaction)
    expect(first).toMatchObject({
      ok: true,
      billId: bill.id,
      networkId: ledger.networkId,
      transaction,
      units: '12500000',
      paidAt: genesisTime + blockTime,
      isFirst: true,
    })
    // A server answers its page with it.
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
    expect(first.ok && first.payers.some((one) => ledger.chain.isSameAddress(one, payer))).toBe(true)
    expect(await verifier.verify(bill, transaction)).toMatchObject({ ok: true, isFirst: false })
  })

  it('is the first one once, whoever asks a hundred times at one time', async () => {
    const { ledger, verifier, right } = start(create)
    const transaction = ledger.pay([right])
    const bill = billOn(ledger)
    const answers = await Promise.all(Array.from({ length: 100 }, () => verifier.verify(bill, transaction)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(answers.filter((answer) => answer.ok && answer.isFirst)).toHaveLength(1)
  })

  it('settles one bill, and a bill is settled by one payment', async () => {
    const { ledger, verifier, right } = start(create)
    const [one, two] = [ledger.pay([right]), ledger.pay([right])]
    const [bill, other] = [billOn(ledger), billOn(ledger)]
    expect(await verifier.verify(bill, one)).toMatchObject({ ok: true })
    expect(await verifier.verify(other, one)).toMatchObject({ code: 'PAYMENT_USED', retry: false })
    expect(await verifier.verify(bill, two)).toMatchObject({ code: 'BILL_PAID' })
    expect(await verifier.verify(other, two)).toMatchObject({ ok: true, isFirst: true })
  })

  it('of one unit less or more is refused', async () => {
    const { ledger, verifier, right } = start(create)
    const low = ledger.pay([{ ...right, units: right.units - 1n }])
    const high = ledger.pay([{ ...right, units: right.units + 1n }])
    expect(await verifier.verify(billOn(ledger), low)).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
    expect(await verifier.verify(billOn(ledger), high)).toMatchObject({ code: 'AMOUNT_TOO_HIGH' })
  })

  it('to another receiver, or by another payer, is refused', async () => {
    const { ledger, verifier, right, stranger } = start(create)
    const elsewhere = ledger.pay([{ ...right, to: stranger }])
    expect(await verifier.verify(billOn(ledger), elsewhere)).toMatchObject({ code: 'RECEIVER_WRONG' })
    const own = ledger.pay([right])
    expect(await verifier.verify(billOn(ledger, { payer: stranger }), own)).toMatchObject({
      code: 'PAYER_WRONG',
    })
  })

  it('made before the bill, or after its end, is refused', async () => {
    const { ledger, verifier, right } = start(create)
    ledger.mine(1000)
    const transaction = ledger.pay([right])
    const at = genesisTime + 1001 * blockTime
    // no money: milliseconds
    const off = 60_000 + (ledger.chain.clockSkew ?? 0) * 1000
    const early = billOn(ledger, { createdAt: at + off + 1 })
    const late = billOn(ledger, { expiresAt: at - off - 1 })
    expect(await verifier.verify(early, transaction)).toMatchObject({ code: 'PAID_TOO_EARLY' })
    expect(await verifier.verify(late, transaction)).toMatchObject({ code: 'PAID_TOO_LATE' })
    const inTime = billOn(ledger, { createdAt: at + off, expiresAt: at + off + 1 })
    expect(await verifier.verify(inTime, transaction)).toMatchObject({ ok: true })
  })

  it('that failed, or that the chain does not know, pays nothing', async () => {
    const { ledger, verifier, right } = start(create)
    const failed = await verifier.verify(billOn(ledger), ledger.pay([right], { isFailed: true }))
    expect(failed).toMatchObject({ ok: false })
    expect(['TRANSACTION_FAILED', 'TRANSACTION_UNCONFIRMED']).toContain(!failed.ok && failed.code)
    const known = ledger.pay([right])
    ledger.rewind(1)
    expect(await verifier.verify(billOn(ledger), known)).toMatchObject({
      code: 'TRANSACTION_UNKNOWN',
      retry: true,
    })
  })

  it('that the chain takes back pays no longer, and what replaces it is found and is not the first', async () => {
    const { ledger, verifier, right } = start(create)
    const bill = billOn(ledger)
    const lost = ledger.pay([right])
    expect(await verifier.verify(bill, lost)).toMatchObject({ isFirst: true })
    ledger.rewind(1)
    expect(await verifier.verify(bill, lost)).toMatchObject({ code: 'TRANSACTION_UNKNOWN' })
    ledger.mine(3)
    const again = ledger.pay([right])
    expect(await verifier.verify(bill, again)).toMatchObject({ ok: true, transaction: again, isFirst: false })
    expect(await verifier.verify(bill, again)).toMatchObject({ ok: true, isFirst: false })
  })

  it('that the node forgot is not gone: no second payment takes its place', async () => {
    const { ledger, verifier, right } = start(create)
    const bill = billOn(ledger)
    expect(await verifier.verify(bill, ledger.pay([right]))).toMatchObject({ isFirst: true })
    ledger.forget()
    ledger.mine(3)
    expect(await verifier.verify(bill, ledger.pay([right]))).toMatchObject({ code: 'BILL_PAID' })
  })

  it('is found again long after, and no second one takes its place', async () => {
    const { ledger, verifier, right } = start(create)
    const bill = billOn(ledger)
    ledger.mine(2_000)
    const late = ledger.pay([right])
    expect(await verifier.verify(bill, late)).toMatchObject({ isFirst: true })
    ledger.mine(2_000)
    expect(await verifier.verify(bill, late)).toMatchObject({ ok: true, isFirst: false })
    expect(await verifier.verify(bill, ledger.pay([right]))).toMatchObject({ code: 'BILL_PAID' })
  })

  it('that was made up costs the node little, and next to nothing the second time', async () => {
    const { ledger, verifier, right } = start(create)
    const known = ledger.pay([right])
    ledger.rewind(1)
    ledger.mine(5_000)
    const bill = billOn(ledger)
    const unknown = { code: 'TRANSACTION_UNKNOWN' }
    expect(await verifier.verify(bill, known)).toMatchObject(unknown)
    // Two windows of 600 blocks, the search for the first of them, and the hashes of one.
    expect(ledger.asked()).toBeLessThan(1_900)
    const before = ledger.asked()
    expect(await verifier.verify(bill, known)).toMatchObject(unknown)
    expect(ledger.asked() - before).toBeLessThan(700)
  })

  it('taken up in another block is the same payment', async () => {
    const { ledger, verifier, right } = start(create)
    const bill = billOn(ledger)
    const id = ledger.pay([right])
    expect(await verifier.verify(bill, id)).toMatchObject({ isFirst: true })
    ledger.rewind(1)
    ledger.mine(2)
    ledger.pay([right], { id })
    expect(await verifier.verify(bill, id)).toMatchObject({ ok: true, isFirst: false })
  })

  it('is asked for again when the node is down', async () => {
    const { ledger, verifier, right } = start(create)
    const transaction = ledger.pay([right])
    ledger.breakDown()
    expect(await verifier.verify(billOn(ledger), transaction)).toMatchObject({
      code: 'NODE_UNREACHABLE',
      retry: true,
    })
  })

  it('under no id of the chain is refused unread', async () => {
    const { ledger, verifier } = start(create)
    for (const id of ['', '../../tx', `0x${'g'.repeat(64)}`, 'x'.repeat(200), 7, null, undefined, {}]) {
      expect(await verifier.verify(billOn(ledger), id)).toMatchObject({ code: 'TRANSACTION_MALFORMED' })
    }
  })
})

describe.each(kinds.filter(([, create]) => create().token))('a token on %s', (_, create) => {
  it('is told from another token, and from the coin', async () => {
    const { ledger, verifier, right, receiver } = start(create)
    const other = ledger.pay([{ ...right, token: ledger.token?.other ?? '' }])
    expect(await verifier.verify(billOn(ledger), other)).toMatchObject({ code: 'ASSET_WRONG' })
    const coin = ledger.pay([{ from: right.from, to: receiver, units: right.units }])
    expect(await verifier.verify(billOn(ledger), coin)).toMatchObject({ code: 'ASSET_WRONG' })
    const asCoin = billOn(ledger, { asset: ledger.networkId })
    expect(await verifier.verify(asCoin, ledger.pay([right]))).toMatchObject({ code: 'ASSET_WRONG' })
  })
})

it('two bills paid by one transaction on an EVM network are each settled by their own transfer', async () => {
  const { ledger, verifier, right } = start(ledgers.evmLedger)
  const transaction = ledger.pay([right, right])
  const [one, two, three] = [billOn(ledger), billOn(ledger), billOn(ledger)]
  expect(await verifier.verify(one, transaction)).toMatchObject({ isFirst: true })
  expect(await verifier.verify(two, transaction)).toMatchObject({ isFirst: true })
  expect(await verifier.verify(one, transaction)).toMatchObject({ isFirst: false })
  expect(await verifier.verify(three, transaction)).toMatchObject({ code: 'PAYMENT_USED' })
})

it.each(['evmLedger', 'bitcoinLedger'] as const)(
  'waits for the blocks that were asked for on %s',
  async (name) => {
    const ledger = ledgers[name](3)
    const verifier = createPaymentVerifier({ chains: [ledger.chain], store: memoryPayments() })
    const bill = billOn(ledger, { asset: ledger.networkId })
    const [from, to] = ledger.accounts
    const transaction = ledger.pay([{ from, to, units: 12_500_000n }])
    for (const blocks of [0, 1]) {
      ledger.mine(blocks)
      expect(await verifier.verify(bill, transaction)).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        retry: true,
      })
    }
    ledger.mine(1)
    expect(await verifier.verify(bill, transaction)).toMatchObject({ ok: true })
  },
)

it('finds a payment of Solana Pay by its reference, and refuses one that does not name it', async () => {
  const { ledger, verifier, right } = start(solanaLedger)
  const reference = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'
  const chain = ledger.chain as ReturnType<typeof import('./index.js').solanaPayments>
  const plain = ledger.pay([right])
  const named = ledger.pay([right], { references: [reference] })
  const bill = billOn(ledger, { reference })
  expect(await chain.findByReference(reference)).toEqual([named])
  expect(await verifier.verify(bill, plain)).toMatchObject({ code: 'REFERENCE_MISSING' })
  expect(await verifier.verify(bill, named)).toMatchObject({ ok: true })
  const second = 'BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV'
  const both = billOn(ledger, { reference: [reference, second] })
  expect(await verifier.verify(both, named)).toMatchObject({ code: 'REFERENCE_MISSING' })
  const complete = ledger.pay([right], { references: [second, reference] })
  expect(await verifier.verify(both, complete)).toMatchObject({ ok: true, isFirst: true })
})

describe('a bill with alternatives', () => {
  function startBoth() {
    const [evm, sol] = [start(ledgers.evmLedger), start(solanaLedger)]
    const verifier = createPaymentVerifier({
      chains: [evm.ledger.chain, sol.ledger.chain],
      store: memoryPayments(),
    })
    const other = {
      ...{ asset: sol.ledger.networkId, amount: '0.7', decimals: 9, symbol: 'SOL', receiver: sol.receiver },
    }
    const pay = (units: bigint) => sol.ledger.pay([{ from: sol.payer, to: sol.receiver, units }])
    return { evm, sol, verifier, pay, bill: billOn(evm.ledger, { alternatives: [other] }) }
  }

  it('is settled once, by the one or the other', async () => {
    const { evm, sol, verifier, pay, bill } = startBoth()
    const paid = pay(700_000_000n)
    const networkId = sol.ledger.networkId
    expect(await verifier.verify(bill, paid)).toMatchObject({ ok: true, networkId, isFirst: true })
    const second = evm.ledger.pay([evm.right])
    expect(await verifier.verify(bill, second)).toMatchObject({ code: 'BILL_PAID' })
    expect(await verifier.verify(bill, paid)).toMatchObject({ ok: true, isFirst: false })
    // The chain takes the first one back, which is sure once other blocks are there instead.
    sol.ledger.rewind(1)
    sol.ledger.mine(2)
    expect(await verifier.verify(bill, second)).toMatchObject({ ok: true, isFirst: false })
  })

  it('has each alternative’s own sum, receiver and payer', async () => {
    const { evm, sol, verifier, pay, bill } = startBoth()
    expect(await verifier.verify(bill, pay(12_500_000n))).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
    const elsewhere = sol.ledger.pay([{ from: sol.payer, to: sol.stranger, units: 700_000_000n }])
    expect(await verifier.verify(bill, elsewhere)).toMatchObject({ code: 'RECEIVER_WRONG' })
    // An alternative that names no payer keeps the bill's payer.
    const own = { ...bill, payer: evm.payer }
    expect(await verifier.verify(own, pay(700_000_000n))).toMatchObject({ code: 'BILL_INVALID' })
    const [alternative] = bill.alternatives ?? []
    const named = { ...own, alternatives: [{ ...alternative, payer: sol.stranger }] }
    expect(await verifier.verify(named, pay(700_000_000n))).toMatchObject({ code: 'PAYER_WRONG' })
  })

  it('is never refused for good while one of its alternatives can’t be read', async () => {
    const evm = start(ledgers.evmLedger)
    const broken = start(ledgers.evmLedger)
    const { chain } = broken.ledger
    // Another node of another network, whose transactions have ids of the same form.
    const elsewhere = { ...chain, supports: (id: string) => id === 'eip155:8' }
    const store = memoryPayments()
    const verifier = createPaymentVerifier({ chains: [evm.ledger.chain, elsewhere], store })
    const other = { asset: 'eip155:8', amount: '0.7', decimals: 9, symbol: 'ETH', receiver: evm.receiver }
    const bill = billOn(evm.ledger, { alternatives: [other], payer: evm.payer })
    broken.ledger.breakDown()
    const wrong = [
      [{ ...evm.right, units: 1n }],
      [{ ...evm.right, units: 13_000_000n }],
      [{ ...evm.right, from: evm.stranger }],
      [{ ...evm.right, to: evm.stranger }],
    ]
    for (const transfers of wrong) {
      const answer = await verifier.verify(bill, evm.ledger.pay(transfers))
      expect(answer).toMatchObject({ code: 'NODE_UNREACHABLE', retry: true })
    }
    const early = { ...bill, createdAt: genesisTime + 10 ** 9 }
    expect(await verifier.verify(early, evm.ledger.pay([evm.right]))).toMatchObject({ retry: true })
    // What is settled stays so, whatever the other node would say.
    const used = evm.ledger.pay([evm.right])
    expect(await verifier.verify(bill, used)).toMatchObject({ ok: true })
    expect(await verifier.verify(bill, evm.ledger.pay([evm.right]))).toMatchObject({ code: 'BILL_PAID' })
    const next = { ...bill, id: `${bill.id}-next` }
    expect(await verifier.verify(next, used)).toMatchObject({ code: 'PAYMENT_USED' })
  })

  it('is found while the node of another alternative is down', async () => {
    const { evm, verifier, pay, bill } = startBoth()
    evm.ledger.breakDown()
    expect(await verifier.verify(bill, pay(700_000_000n))).toMatchObject({ ok: true })
    expect(await verifier.verify(bill, evm.ledger.pay([evm.right]))).toMatchObject({ retry: true })
  })
})

it.each([
  ['no receiver of its namespace', { receiver: undefined }],
  ['one asset twice, as coin and by slip44', { twice: true }],
] as const)('refuses a bill whose alternative has %s', async (_, change) => {
  const { ledger, verifier, right, payer } = start(ledgers.evmLedger)
  const transaction = ledger.pay([right])
  const coin = { amount: '1', decimals: 18, symbol: 'ETH' }
  const alternatives =
    'twice' in change
      ? [
          { ...coin, asset: ledger.networkId },
          { ...coin, asset: `${ledger.networkId}/slip44:60` },
        ]
      : [{ ...coin, asset: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }]
  const refused = await verifier.verify(billOn(ledger, { alternatives }), transaction)
  expect(refused).toMatchObject({ code: 'BILL_INVALID' })
  // Within its namespace an alternative is as the bill says.
  const within = [{ ...coin, asset: ledger.networkId }]
  const bill = billOn(ledger, { alternatives: within, payer })
  expect(await verifier.verify(bill, transaction)).toMatchObject({ ok: true })
})

it('refuses a bill that is none, or of a network that is not listed', async () => {
  const { ledger, verifier, right } = start(ledgers.evmLedger)
  const transaction = ledger.pay([right])
  const broken: Record<string, unknown>[] = [
    { id: '' },
    { id: 'a/b' },
    { asset: 'USDC' },
    { amount: '1e3' },
    { amount: '-1' },
    { amount: '0.00' },
    { amount: '1.0000001' },
    { amount: 12.5 },
    { decimals: 1.5 },
    { receiver: 'shop.eth' },
    { expiresAt: 5 },
    { createdAt: Number.NaN },
  ]
  for (const change of broken) {
    const bill = { ...billOn(ledger), ...change }
    expect(await verifier.verify(bill, transaction), JSON.stringify(change)).toMatchObject({
      code: 'BILL_INVALID',
    })
  }
  for (const bill of [null, undefined, 'bill', []]) {
    expect(await verifier.verify(bill, transaction)).toMatchObject({ code: 'BILL_INVALID' })
  }
  const elsewhere = billOn(ledger, { asset: 'eip155:999' })
  expect(await verifier.verify(elsewhere, transaction)).toMatchObject({ code: 'NETWORK_UNSUPPORTED' })
  expect(await verifier.verify(billOn(ledger, { asset: 'eip155:7/erc721:0x01' }), transaction)).toMatchObject(
    {
      code: 'ASSET_UNSUPPORTED',
    },
  )
})

it('settles 1,000 generated payments on four chains to the last unit, and none that is one unit off', async () => {
  const started = kinds.map(([, create]) => start(create))
  let settled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: started.length - 1 }),
      fc.bigInt({ min: 1n, max: 10n ** 18n }),
      fc.integer({ min: 0, max: 18 }),
      fc.boolean(),
      fc.constantFrom(-1n, 1n),
      async (which, units, decimals, isCoin, off) => {
        const { ledger, verifier, right } = started[which]!
        const { token: _, ...coin } = right as typeof right & { token?: string }
        const transfer = isCoin ? coin : right
        const digits = units.toString().padStart(decimals + 1, '0')
        const whole = digits.slice(0, digits.length - decimals)
        const amount = decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`
        const asset = isCoin ? ledger.networkId : (ledger.token?.asset ?? ledger.networkId)
        const bill = billOn(ledger, { amount, decimals, asset })
        const wrong = ledger.pay([{ ...transfer, units: units + off }])
        expect(await verifier.verify(bill, wrong)).toMatchObject({ ok: false })
        const exact = ledger.pay([{ ...transfer, units }])
        expect(await verifier.verify(bill, exact)).toMatchObject({
          ok: true,
          units: `${units}`,
          isFirst: true,
        })
        settled += 1
      },
    ),
    { numRuns: 1000 },
  )
  expect(settled).toBe(1000)
})
