// Payments that look right and are not: what a dishonest customer, or a stranger beside an honest one, could report.
import { describe, expect, it } from 'vitest'
import { blockTime, genesisTime, ledgers, type MemoryLedger } from '../../test/memoryLedgers.js'
import { type Bill, createPaymentVerifier, evmPayments, memoryPayments, solanaPayments } from './index.js'
import type { NodeRpc } from './node/httpRpc.js'

const units = 12_500_000n
let bills = 0

function start(create: () => MemoryLedger) {
  const ledger = create()
  const verifier = createPaymentVerifier({ chains: [ledger.chain], store: memoryPayments() })
  const [payer, shop, stranger] = ledger.accounts
  const token = ledger.token ? { token: ledger.token.address } : {}
  const billOf = (given: Partial<Bill> = {}): Bill => {
    bills += 1
    return {
      id: `order-${bills}`,
      asset: ledger.token?.asset ?? ledger.networkId,
      amount: '12.5',
      decimals: 6,
      symbol: 'TEST',
      receiver: shop,
      createdAt: genesisTime,
      ...given,
    }
  }
  const pay = (from: string, to: string, sum = units) => ({ from, to, units: sum, ...token })
  return { ledger, verifier, billOf, pay, payer, shop, stranger }
}

describe.each(Object.entries(ledgers))('on %s', (_, create) => {
  it('what a receiver pays to itself pays no bill', async () => {
    const { ledger, verifier, billOf, pay, shop } = start(create)
    const own = ledger.pay([pay(shop, shop)])
    expect(await verifier.verify(billOf(), own)).toMatchObject({ code: 'RECEIVER_WRONG' })
    const { networkId } = ledger
    const coin = ledger.pay([{ from: shop, to: shop, units }])
    expect(await verifier.verify(billOf({ asset: networkId }), coin)).toMatchObject({
      code: 'RECEIVER_WRONG',
    })
  })

  it('who only takes part in the transaction of another has not paid', async () => {
    const { ledger, verifier, billOf, pay, payer, shop, stranger } = start(create)
    const relayed = ledger.pay([
      pay(stranger, ledger.accounts[0] === stranger ? payer : stranger, 1n),
      pay(payer, shop),
    ])
    expect(await verifier.verify(billOf({ payer: stranger }), relayed)).toMatchObject({ code: 'PAYER_WRONG' })
    expect(await verifier.verify(billOf({ payer }), relayed)).toMatchObject({ ok: true })
  })

  it('parts in two transactions are no payment', async () => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(create)
    const parts = [ledger.pay([pay(payer, shop, units - 1n)]), ledger.pay([pay(payer, shop, 1n)])]
    const bill = billOf()
    for (const part of parts) {
      expect(await verifier.verify(bill, part)).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
    }
  })

  it('one sum for two bills in one transaction settles one of them at most', async () => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(create)
    const transaction = ledger.pay([pay(payer, shop)])
    const answers = await Promise.all([1, 2, 3].map(() => verifier.verify(billOf(), transaction)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('the payment of another network is not known on this one', async () => {
    const { ledger, billOf, pay, payer, shop } = start(create)
    const twin = create()
    const verifier = createPaymentVerifier({ chains: [twin.chain], store: memoryPayments() })
    const transaction = ledger.pay([pay(payer, shop)])
    expect(await verifier.verify(billOf(), transaction)).toMatchObject({ code: 'TRANSACTION_UNKNOWN' })
  })
})

describe('on Polkadot', () => {
  const time = (block: number) => genesisTime + block * blockTime
  const paid = (before: number, after: number) => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(ledgers.polkadotLedger)
    ledger.mine(5)
    const bill = billOf({ createdAt: time(5) })
    ledger.mine(before)
    const transaction = ledger.pay([pay(payer, shop)])
    ledger.mine(after)
    return { verifier, bill, transaction }
  }

  it.each([
    ['soon after the bill, and asked for at once', 10, 3],
    ['soon after the bill, and asked for a week later', 10, 50_000],
    ['a week after the bill, and asked for soon', 50_000, 10],
    ['at the end of what is looked through', 500, 50_000],
  ])('a payment made %s is found', async (_, before, after) => {
    const { verifier, bill, transaction } = paid(before, after)
    expect(await verifier.verify(bill, transaction)).toMatchObject({ ok: true, isFirst: true })
  })

  it('a payment in between isn’t found, which can be asked for again and isn’t said to be none', async () => {
    const { verifier, bill, transaction } = paid(5_000, 5_000)
    expect(await verifier.verify(bill, transaction)).toMatchObject({
      code: 'TRANSACTION_UNKNOWN',
      retry: true,
    })
  })
})

describe('on Bitcoin', () => {
  it('the change of the shop’s own payment pays no bill', async () => {
    const { ledger, verifier, billOf, shop, stranger } = start(ledgers.bitcoinLedger)
    const payout = ledger.pay([
      { from: shop, to: stranger, units: 7_500_000n },
      { from: shop, to: shop, units },
    ])
    expect(await verifier.verify(billOf(), payout)).toMatchObject({ code: 'RECEIVER_WRONG' })
  })

  it('a payment that waits in the mempool, and is then replaced, pays nothing', async () => {
    const { ledger, verifier, billOf, pay, payer, shop, stranger } = start(ledgers.bitcoinLedger)
    const bill = billOf()
    const waiting = ledger.pay([pay(payer, shop)], { isFailed: true })
    expect(await verifier.verify(bill, waiting)).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
    ledger.rewind(1)
    const replaced = ledger.pay([pay(payer, stranger)])
    expect(await verifier.verify(bill, waiting)).toMatchObject({ code: 'TRANSACTION_UNKNOWN' })
    expect(await verifier.verify(bill, replaced)).toMatchObject({ code: 'RECEIVER_WRONG' })
  })

  const other = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const fresh = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S'

  it('a sum that two addresses of one wallet pay together is paid by both', async () => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(ledgers.bitcoinLedger)
    // 0.6 and 0.5 of one whole: neither is enough, and the rest comes back to a fresh address.
    const both = () =>
      ledger.pay([
        pay(payer, shop, (units * 6n) / 10n),
        pay(other, shop, (units * 4n) / 10n),
        pay(other, fresh, units / 10n),
      ])
    for (const one of [payer, other]) {
      expect(await verifier.verify(billOf({ payer: one }), both())).toMatchObject({
        ok: true,
        payers: [payer, other],
      })
    }
  })

  it('who adds a coin to the payment of another, or pays its fee, has not paid', async () => {
    const { ledger, verifier, billOf, pay, payer, shop, stranger } = start(ledgers.bitcoinLedger)
    const joined = ledger.pay([
      pay(payer, shop, (units * 6n) / 10n),
      pay(other, shop, (units * 4n) / 10n),
      pay(other, fresh, units / 10n),
      pay(stranger, fresh, 1n),
    ])
    expect(await verifier.verify(billOf({ payer: stranger }), joined)).toMatchObject({ code: 'PAYER_WRONG' })
    expect(await verifier.verify(billOf({ payer: other }), joined)).toMatchObject({ ok: true })
    const sponsored = ledger.pay([pay(payer, shop)], { fee: { from: stranger, units: 5_000n } })
    expect(await verifier.verify(billOf({ payer: stranger }), sponsored)).toMatchObject({
      code: 'PAYER_WRONG',
    })
    expect(await verifier.verify(billOf({ payer }), sponsored)).toMatchObject({ ok: true, payers: [payer] })
  })

  it('of three coins that are each needed for sum and fee all have paid', async () => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(ledgers.bitcoinLedger)
    const [half, third] = [units / 2n, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']
    const fee = { from: third, units: 5_000n }
    const all = [pay(payer, shop, half), pay(other, shop, half), pay(third, fresh, half - fee.units)]
    const bill = billOf({ payer: third })
    expect(await verifier.verify(bill, ledger.pay(all, { fee }))).toMatchObject({
      ok: true,
      payers: [payer, other, third],
    })
  })

  it('where nobody can tell who of several paid, all are named and none is taken for the payer', async () => {
    const { ledger, verifier, billOf, pay, payer, shop, stranger } = start(ledgers.bitcoinLedger)
    const part = units / 2n
    const mixed = ledger.pay([
      pay(payer, shop, part),
      pay(other, shop, part),
      ...[stranger, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'].map((one) => pay(one, fresh, part)),
    ])
    expect(await verifier.verify(billOf({ payer: stranger }), mixed)).toMatchObject({
      code: 'PAYER_WRONG',
      detail: expect.stringContaining('can’t be told'),
    })
    const found = await verifier.verify(billOf(), mixed)
    expect(found.ok && found.payers).toHaveLength(4)
  })

  it('a block whose miner’s clock is an hour behind is not taken for one from before the bill', async () => {
    const { ledger, verifier, billOf, pay, payer, shop } = start(ledgers.bitcoinLedger)
    const transaction = ledger.pay([pay(payer, shop)])
    const hour = 3_600_000
    expect(await verifier.verify(billOf({ createdAt: genesisTime + hour }), transaction)).toMatchObject({
      ok: true,
    })
  })
})

/** A node that returns one receipt and one trace for a transaction in block 1. */
function nodeWith({
  logs = [],
  trace,
  to = null,
  value = '0x0',
}: {
  readonly logs?: readonly unknown[]
  readonly trace?: unknown
  readonly to?: string | null
  readonly value?: string
}): NodeRpc {
  const block = { hash: `0x${'b'.repeat(64)}`, number: '0x1', timestamp: '0x65000000' }
  return async (method) => {
    if (method === 'eth_chainId') return '0x7'
    if (method === 'eth_getBlockByNumber') return block
    if (method === 'debug_traceTransaction') return trace
    if (method === 'eth_getTransactionByHash') return { to, from: payer, value, blockHash: block.hash }
    return { status: '0x1', blockHash: block.hash, blockNumber: '0x1', from: payer, logs }
  }
}

const [payer, shop, contract] = ledgers.evmLedger().accounts
const usd = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const sum = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const hash = `0x${'1'.repeat(64)}`

function verifyOn(node: NodeRpc, asset: string, traces = false) {
  bills += 1
  const chains = [evmPayments({ networkId: 'eip155:7', url: node, confirmations: 1, traces })]
  const verifier = createPaymentVerifier({ chains, store: memoryPayments() })
  const bill: Bill = {
    ...{ id: `order-${bills}`, asset, amount: '12.5', decimals: 6, symbol: 'USDC', receiver: shop },
    createdAt: 0,
  }
  return verifier.verify(bill, hash)
}

describe('on an EVM network', () => {
  const asset = `eip155:7/erc20:${usd}`
  const transfer = { address: usd, topics: [transferTopic, word(payer), word(shop)], data: sum(units) }

  it.each([
    [
      'the event of another contract, with the symbol of the token',
      { ...transfer, address: contract },
      'ASSET_WRONG',
    ],
    ['an approval', { ...transfer, topics: [approvalTopic, word(payer), word(shop)] }, 'RECEIVER_WRONG'],
    [
      'the event of a collectible',
      { ...transfer, topics: [...transfer.topics, sum(units)], data: '0x' },
      'RECEIVER_WRONG',
    ],
    ['an event with more data than it has', { ...transfer, data: `${sum(units)}00` }, 'RECEIVER_WRONG'],
    ['an event without its sender', { ...transfer, topics: [transferTopic, word(shop)] }, 'RECEIVER_WRONG'],
    ['a sum beyond what a token can have', { ...transfer, data: sum(2n ** 256n - 1n) }, 'AMOUNT_TOO_HIGH'],
    ['nothing', { ...transfer, data: sum(0n) }, 'AMOUNT_TOO_LOW'],
  ])('%s is no payment', async (_, log, code) => {
    expect(await verifyOn(nodeWith({ logs: [log] }), asset)).toMatchObject({ ok: false, code })
  })

  it('is paid by the event that the cases above differ from', async () => {
    expect(await verifyOn(nodeWith({ logs: [transfer] }), asset)).toMatchObject({ ok: true })
  })

  const root = { type: 'CALL', from: payer, to: contract, value: '0x0' }
  const inner = { type: 'CALL', from: contract, to: shop, value: `0x${units.toString(16)}` }

  it.each([
    ['a call that failed', [{ ...inner, error: 'execution reverted' }]],
    ['a call below one that failed', [{ ...root, error: 'execution reverted', calls: [inner] }]],
    ['a delegate call, which carries the value of its caller', [{ ...inner, type: 'DELEGATECALL' }]],
    ['code of the receiver that is borrowed', [{ ...inner, type: 'CALLCODE' }]],
    ['what the receiver calls itself with', [{ ...inner, from: shop }]],
  ])('%s pays no coin', async (_, calls) => {
    const node = nodeWith({ trace: { ...root, calls }, to: contract })
    expect(await verifyOn(node, 'eip155:7', true)).toMatchObject({ code: 'RECEIVER_WRONG' })
  })

  it('the coin that a contract pays inside counts with traces, and is refused without', async () => {
    const node = nodeWith({ trace: { ...root, calls: [inner] }, to: contract })
    expect(await verifyOn(node, 'eip155:7', true)).toMatchObject({ ok: true, payers: [contract] })
    expect(await verifyOn(node, 'eip155:7')).toMatchObject({ code: 'RECEIVER_WRONG' })
  })
})

it('on Solana, a payer who gets some of the same in one transaction isn’t found, and the refusal says so', async () => {
  const { ledger, verifier, billOf, pay, payer: from, shop: to, stranger } = start(ledgers.solanaLedger)
  // A swap into the mint and the payment, in one transaction.
  const swapped = ledger.pay([pay(stranger, from), pay(from, to)])
  expect(await verifier.verify(billOf({ payer: from }), swapped)).toMatchObject({
    code: 'PAYER_WRONG',
    detail: expect.stringContaining('swap'),
  })
  const joined = ledger.pay([pay(stranger, from, 1n), pay(from, to)])
  expect(await verifier.verify(billOf({ payer: from }), joined)).toMatchObject({
    detail: expect.stringMatching(/swap.*closes/s),
  })
  expect(await verifier.verify(billOf(), joined)).toMatchObject({ ok: true })
})

it('on Solana, a transaction that failed pays nothing, whatever its logs and balances say', async () => {
  const { ledger, billOf, pay, payer: from, shop: to } = start(ledgers.solanaLedger)
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  const transaction = '4'.repeat(88)
  const answer =
    (err: unknown): NodeRpc =>
    async (method) =>
      method === 'getGenesisHash'
        ? genesis
        : {
            blockTime: genesisTime / 1000,
            transaction: { message: { accountKeys: [from, to], header: { numRequiredSignatures: 1 } } },
            meta: {
              err,
              logMessages: ['Program log: Instruction: TransferChecked', 'Program success'],
              preBalances: [100, 0],
              postBalances: [50, 50],
              preTokenBalances: [],
              postTokenBalances: [
                {
                  ...{ accountIndex: 1, owner: to, mint: ledger.token?.address },
                  uiTokenAmount: { amount: String(units) },
                },
              ],
            },
          }
  const verify = (err: unknown) =>
    createPaymentVerifier({
      chains: [solanaPayments({ networkId: ledger.networkId, url: answer(err) })],
      store: memoryPayments(),
    }).verify(billOf(), transaction)
  expect(pay(from, to).units).toBe(units)
  expect(await verify({ InstructionError: [0, { Custom: 1 }] })).toMatchObject({ code: 'TRANSACTION_FAILED' })
  expect(await verify(null)).toMatchObject({ ok: true })
})
