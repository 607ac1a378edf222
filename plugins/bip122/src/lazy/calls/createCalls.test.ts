// Wallets and services are scripted here, to do what no honest one does. Over a real chain: ../../bitcoin.test.ts.
import { pageClock } from '../../../test/pageClock.js'
import { Transaction as ScureTransaction } from '@scure/btc-signer'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { type FakeKind, fakeKey } from '../../../test/fakeKeys.js'
import { createFakeSource } from '../../../test/fakeSource.js'
import { createUnisatFake, type FakeOptions } from '../../../test/fakeWallets.js'
import type { BitcoinCall } from '../../calls.js'
import { bitcoinRegtest } from '../../networks.js'
import { createUnisatAdapter } from '../adapters/unisat.js'
import { scriptOf } from '../sdk.js'
import { dustOf } from '../send/paymentOutput.js'
import { createCalls } from './createCalls.js'

const networkId = bitcoinRegtest.id
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const thief = scriptOf(fakeKey(9, 'p2wpkh', 'regtest').address, bitcoinRegtest)
const taproot = scriptOf(fakeKey(8, 'p2tr', 'regtest').address, bitcoinRegtest)
const log = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => 0,
  setTimeout: (callback: () => void) => setTimeout(callback, 0),
  clearTimeout,
}
const note = new TextEncoder().encode('paid for coffee')
const three = (): readonly BitcoinCall[] => [
  { address: friend, amount: 30_000n },
  { data: note },
  { script: taproot, amount: 5_000n },
]

function setUp(kind: FakeKind = 'p2wpkh', options: FakeOptions = {}) {
  const key = fakeKey(1, kind, 'regtest', 'payment')
  const fake = createUnisatFake({ keys: [key], chain: 'regtest', ...options })
  const source = createFakeSource()
  const tools = {
    networks: new Map([[networkId, bitcoinRegtest]]),
    source: () => source,
    clock,
    log,
  }
  const calls = createCalls(tools)
  const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
  const { address, publicKey, purpose } = key
  const from = {
    id: `${networkId}:${address}` as const,
    namespace: 'bip122',
    address,
    publicKey,
    kind: purpose,
  }
  const base = { networkId, from, provider }
  const prepare = (list: readonly BitcoinCall[], more = {}) =>
    calls.prepare({ ...base, calls: list, ...more })
  return { key, fake, source, calls, base, prepare }
}
const amount = (value: bigint) => ({ value, symbol: 'BTC', decimals: 8 })
const codes = ({ notices }: { readonly notices: readonly { readonly code: string }[] }) =>
  notices.map(({ code }) => code)

describe('three outputs', () => {
  it.each(['p2wpkh', 'p2sh', 'p2pkh', 'p2tr'] as const)(
    'are one transaction from %s, in their order, at the rate that was shown',
    async (kind) => {
      const { key, source, prepare, fake } = setUp(kind)
      source.fund(key.address, 100_000n)
      const prepared = await prepare(three())
      expect(prepared).toMatchObject({ atomic: true, steps: 1, allowances: [] })
      expect(prepared.changes).toEqual([{ address: key.address, amount: amount(-35_000n) }])
      expect(prepared.isHandedOver()).toBe(false)
      const { id } = await prepared.submit()
      expect(prepared.isHandedOver()).toBe(true)
      const transaction = Transaction.fromHex(source.sent[0]!)
      expect(transaction.getId()).toBe(id)
      const fee = prepared.fee.value
      const own = scriptOf(key.address, bitcoinRegtest)
      expect(transaction.outs).toEqual([
        { script: scriptOf(friend, bitcoinRegtest), value: 30_000n },
        { script: Uint8Array.of(0x6a, note.length, ...note), value: 0n },
        { script: taproot, value: 5_000n },
        { script: own, value: 65_000n - fee },
      ])
      // 3.2 sat/vB, and no satoshi is split; ECDSA signatures differ by a byte.
      expect(fee * 10n).toBeGreaterThanOrEqual(BigInt(transaction.virtualSize() * 32))
      expect(fee * 10n).toBeLessThanOrEqual(BigInt(transaction.virtualSize() * 32 + 96))
      expect(fake.calls.filter(({ method }) => method === 'signPsbt')).toHaveLength(1)
      // A library that nothing was built with reads it, too.
      expect(
        ScureTransaction.fromRaw(Buffer.from(source.sent[0]!, 'hex'), { allowUnknownOutputs: true })
          .outputsLength,
      ).toBe(4)
    },
  )

  it('change nothing where they pay the account itself', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    const { changes } = await prepare([{ address: key.address, amount: 10_000n }, { data: note }])
    expect(changes).toEqual([])
  })

  it('are signed as they were prepared, whatever the host does to them afterwards', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    const [data, script] = [Uint8Array.from(note), Uint8Array.from(taproot)]
    const list = [{ data }, { script, amount: 1_000n }]
    const prepared = await prepare(list)
    data.fill(0)
    script.set(thief)
    list.pop()
    await prepared.submit()
    const { outs } = Transaction.fromHex(source.sent[0]!)
    expect(outs.slice(0, 2).map((out) => out.script)).toEqual([
      Uint8Array.of(0x6a, note.length, ...note),
      taproot,
    ])
  })

  it('are submitted once, and tell their one step', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    const prepared = await prepare(three())
    const steps: string[] = []
    const first = prepared.submit({ onStep: ({ index, status }) => steps.push(`${index} ${status}`) })
    expect(prepared.submit()).toBe(first)
    await first
    expect(source.sent).toHaveLength(1)
    expect(steps).toEqual(['0 asking', '0 sent'])
  })
})

describe('what a person is told', () => {
  it.each<[string, readonly BitcoinCall[], readonly string[]]>([
    ['80 bytes of data', [{ data: new Uint8Array(80).fill(1) }], []],
    ['81 bytes of data', [{ data: new Uint8Array(81).fill(1) }], ['DATA_MAY_NOT_RELAY']],
    ['data twice', [{ data: note }, { data: note }], ['DATA_MAY_NOT_RELAY']],
    ['a bare key', [{ script: Uint8Array.of(0x51), amount: 1_000n }], ['FEE_HIGH', 'SCRIPT_UNUSUAL']],
    ['a fee above a tenth', [{ address: friend, amount: 1_000n }], ['FEE_HIGH']],
  ])('of %s', async (_, list, expected) => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    expect(codes(await prepare(list))).toEqual(expected)
  })

  it('of much to pay for data alone', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 10_000_000n)
    source.override('feeRates', async () => ({ slow: 1, normal: 900, fast: 900 }))
    expect(codes(await prepare([{ data: note }]))).toEqual(['FEE_HIGH_FOR_DATA'])
    expect(codes(await prepare([{ data: note }], { feeLevel: 'slow' }))).toEqual([])
  })

  it('in these words', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 10_000_000n)
    source.override('feeRates', async () => ({ slow: 900, normal: 900, fast: 900 }))
    const { notices } = await prepare([
      { data: note },
      { data: note },
      { script: Uint8Array.of(0x51), amount: 0n + 800n },
    ])
    const { notices: free } = await prepare([{ data: note }])
    expect([...notices, ...free]).toMatchSnapshot()
  })

  /** GetDustThreshold of Bitcoin Core 25.0, policy/policy.cpp, for the kinds that its tests name. */
  it.each([
    ['p2pkh', 546n],
    ['p2sh', 540n],
    ['p2wpkh', 294n],
    ['p2tr', 330n],
  ] as const)('nothing below the dust of %s is paid', async (kind, dust) => {
    const { address } = fakeKey(3, kind, 'regtest')
    expect(dustOf(scriptOf(address, bitcoinRegtest))).toBe(dust)
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    await expect(prepare([{ address, amount: dust - 1n }])).rejects.toMatchObject({ code: 'CALLS_INVALID' })
    await (await prepare([{ address, amount: dust }])).submit()
    expect(Transaction.fromHex(source.sent[0]!).outs[0]?.value).toBe(dust)
  })
})

describe('refused before the wallet opens', () => {
  const address = friend
  const burnt = Uint8Array.of(0x6a, 1, 1)
  it.each<[string, unknown]>([
    ['no list', undefined],
    ['an empty list', []],
    ['no call', [null]],
    ['a call of another namespace', [{ to: '0x00', value: 1n }]],
    [
      'an address of another network',
      [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 1_000n }],
    ],
    ['an address with a typing error', [{ address: `${friend.slice(0, -1)}1`, amount: 1_000n }]],
    ['no amount', [{ address }]],
    ['an amount that is a number', [{ address, amount: 1_000 }]],
    ['less than nothing', [{ address, amount: -1n }]],
    ['more than there ever is', [{ address, amount: 2_100_000_000_000_001n }]],
    ['an address and a script', [{ address, script: taproot, amount: 1_000n }]],
    ['an address and data', [{ address, data: note, amount: 1_000n }]],
    ['data with money', [{ data: note, amount: 1_000n }]],
    ['a script of data with money', [{ script: burnt, amount: 1_000n }]],
    ['data that is text', [{ data: 'hello' }]],
    ['no bytes of data', [{ data: new Uint8Array() }]],
    ['an endless script', [{ script: new Uint8Array(10_001), amount: 1_000n }]],
    ['a script that says it is short', [{ script: new Proxy(new Uint8Array(10), {}), amount: 1_000n }]],
    ['a list that never ends', Array(4_001).fill({ address, amount: 1_000n })],
  ])('%s', async (_, list) => {
    const { key, source, calls, base, fake } = setUp()
    source.fund(key.address, 100_000n)
    const fault = await calls.prepare({ ...base, calls: list as never }).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'CALLS_INVALID',
      shortMessage: 'The app asks for something that can’t be done on this network. Nothing was sent.',
    })
    expect(fake.calls).toEqual([])
  })

  it.each<[string, string, readonly BitcoinCall[]]>([
    ['more than there is', 'INSUFFICIENT_FUNDS', [{ address, amount: 100_000n }]],
    ['many that are more together', 'INSUFFICIENT_FUNDS', Array(4).fill({ address, amount: 30_000n })],
    [
      'amounts that would overflow 64 bits',
      'INSUFFICIENT_FUNDS',
      Array(4_000).fill({ script: taproot, amount: 2_100_000_000_000_000n }).slice(0, 2_000),
    ],
    [
      'what weighs more than nodes relay',
      'TRANSACTION_TOO_LARGE',
      Array(3_300).fill({ address, amount: 1_000n }),
    ],
    ['data that weighs more than nodes relay', 'TRANSACTION_TOO_LARGE', [{ data: new Uint8Array(100_000) }]],
  ])('%s', async (_, code, list) => {
    const { key, source, prepare, fake } = setUp()
    source.fund(key.address, 100_000n)
    await expect(prepare(list)).rejects.toMatchObject({ code })
    expect(fake.calls).toEqual([])
  })

  it('ordinals', async () => {
    const { base, calls, source, key } = setUp()
    source.fund(key.address, 100_000n)
    const from = { ...base.from, kind: 'ordinals' }
    await expect(calls.prepare({ ...base, from, calls: three() })).rejects.toMatchObject({
      code: 'SEND_FROM_ORDINALS',
    })
  })
})

it('never makes a transaction heavier than nodes relay', async () => {
  const { key, source, prepare, fake } = setUp()
  for (let coin = 0; coin < 250; coin += 1) source.fund(key.address, 100_000_000n)
  const list = (amount: bigint) => [{ address: friend, amount }, { data: new Uint8Array(84_000) }]
  await expect(prepare(list(24_000_000_000n))).rejects.toMatchObject({ code: 'TOO_MANY_COINS' })
  const { submit } = await prepare(list(23_000_000_000n))
  let weight = 0
  fake.answer('signPsbt', (hex: string) => {
    const { unsignedTx } = Psbt.fromHex(hex).data.globalMap
    const unsigned = Transaction.fromBuffer(unsignedTx.toBuffer())
    // Two for the marker of witnesses; of each input the count, a signature of 72 bytes with its type, and a key.
    weight = unsigned.weight() + 2 + unsigned.ins.length * (1 + 1 + 73 + 1 + 33)
    throw new Error('enough')
  })
  await expect(submit()).rejects.toThrow()
  expect(weight).toBeLessThanOrEqual(400_000)
  expect(weight).toBeGreaterThan(390_000)
})

describe('a wallet that signs something else', () => {
  const rebuilt = (psbt: Psbt, outputs: readonly { script: Uint8Array; value: bigint }[]) => {
    const other = new Psbt()
    other.setVersion(2)
    for (const [index, input] of psbt.txInputs.entries()) {
      other.addInput({ ...psbt.data.inputs[index], ...input } as never)
    }
    for (const { script, value } of outputs) other.addOutput({ script, value })
    return other
  }
  it.each<[string, (outputs: Psbt['txOutputs']) => readonly { script: Uint8Array; value: bigint }[]]>([
    [
      'pays the second receiver’s part to itself',
      (outs) => outs.map((out, at) => (at === 2 ? { ...out, script: thief } : out)),
    ],
    [
      'changes the data',
      (outs) => outs.map((out, at) => (at === 1 ? { ...out, script: Uint8Array.of(0x6a, 1, 7) } : out)),
    ],
    ['drops the data', (outs) => outs.filter((_, at) => at !== 1)],
    ['does only the first', (outs) => outs.slice(0, 1)],
    [
      'burns money in the data',
      (outs) =>
        outs.map((out, at) => ({
          ...out,
          value: at === 1 ? 1_000n : at === 3 ? out.value - 1_000n : out.value,
        })),
    ],
    ['puts them in another order', (outs) => [...outs].reverse()],
    ['adds one', (outs) => [...outs, { script: thief, value: 1_000n }]],
  ])('is not broadcast when it %s', async (_, change) => {
    const { key, source, prepare, fake } = setUp()
    source.fund(key.address, 100_000n)
    const prepared = await prepare(three())
    fake.answer('signPsbt', (hex: string) => {
      const psbt = Psbt.fromHex(hex)
      return Buffer.from(key.signPsbt(rebuilt(psbt, change(psbt.txOutputs)).toBuffer(), [0])).toString('hex')
    })
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'WALLET_CHANGED_TRANSACTION' })
    expect(source.sent).toEqual([])
    fake.answer('signPsbt', undefined)
    await prepared.submit()
    expect(source.sent).toHaveLength(1)
  })

  it.each([2, 3, 0x81, 0x82, 0x83])(
    'is not broadcast when its signature leaves parts open (%i)',
    async (type) => {
      const { key, source, prepare, fake } = setUp()
      source.fund(key.address, 100_000n)
      const { submit } = await prepare(three())
      fake.answer('signPsbt', (hex: string) => {
        const transaction = ScureTransaction.fromPSBT(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true })
        transaction.updateInput(0, { sighashType: type }, true)
        transaction.signIdx(new Uint8Array(32).fill(1), 0, [type])
        return Buffer.from(transaction.toPSBT()).toString('hex')
      })
      await expect(submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
      expect(source.sent).toEqual([])
    },
  )
})

describe('a service that lies', () => {
  it('about what a coin holds is found out before the wallet opens', async () => {
    const { key, source, prepare, fake } = setUp()
    source.fund(key.address, 100_000n)
    const { utxos } = source
    source.override('utxos', async (request) =>
      (await utxos(request)).map((coin) => ({ ...coin, value: coin.value * 2n })),
    )
    const prepared = await prepare([{ address: friend, amount: 150_000n }, { data: note }])
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
    expect(prepared.isHandedOver()).toBe(false)
    expect(fake.calls).toEqual([])
  })

  it('about whose a coin is is found out before the wallet opens', async () => {
    const { source, prepare, fake, key } = setUp()
    const other = fakeKey(2, 'p2wpkh', 'regtest').address
    source.fund(other, 100_000n)
    const { utxos } = source
    source.override('utxos', (request) => utxos({ ...request, address: other }))
    const prepared = await prepare(three())
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
    expect(fake.calls).toEqual([])
    expect(key.address).not.toBe(other)
  })

  it.each([Number.NaN, 0, -1, 5_001, Number.POSITIVE_INFINITY])(
    'about the fee (%d) is refused',
    async (rate) => {
      const { key, source, prepare } = setUp()
      source.fund(key.address, 100_000n)
      source.override('feeRates', async () => ({ slow: rate, normal: rate, fast: rate }))
      await expect(prepare(three())).rejects.toMatchObject({ code: 'FEE_RATE_INVALID' })
    },
  )

  it('about what became of them can’t make them happen twice', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    const prepared = await prepare(three())
    const sent = await prepared.submit()
    source.override('status', async () => ({ status: 'unknown' }))
    source.override('spender', async () => 'cd'.repeat(32))
    expect(await sent.wait()).toMatchObject({ outcome: 'unknown', transactions: [] })
    expect((await prepared.submit()).id).toBe(sent.id)
    expect(source.sent).toHaveLength(1)
  })
})

describe('a wallet that signs no PSBT', () => {
  const paying = (script: Uint8Array, value: bigint) => {
    const transaction = new Transaction()
    transaction.addInput(new Uint8Array(32).fill(9), 3)
    transaction.addOutput(script, value)
    return transaction
  }
  const single = { address: friend, amount: 40_000n } as const
  function setUpTransfer(transaction: Transaction) {
    const bench = setUp('p2wpkh', { send: async () => transaction.getId() })
    const { signPsbt: _, ...provider } = bench.base.provider
    bench.source.fund(bench.key.address, 100_000n)
    bench.source.override('transaction', async () => transaction.toBuffer())
    bench.source.override('status', async () => ({ status: 'confirmed' }))
    return { ...bench, provider }
  }

  it('pays one address by its own transfer', async () => {
    const transaction = paying(scriptOf(friend, bitcoinRegtest), 40_000n)
    const { prepare, provider, calls, base } = setUpTransfer(transaction)
    expect(await calls.support({ ...base, provider })).toEqual({ atomic: 'unsupported' })
    expect(await calls.support(base)).toEqual({ atomic: 'supported' })
    const prepared = await prepare([single], { provider })
    expect(codes(prepared)).toEqual(['FEE_SET_BY_WALLET'])
    const sent = await prepared.submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [transaction.getId()] })
  })

  it('is told when it paid something else, and its transaction named', async () => {
    const transaction = paying(thief, 40_000n)
    const { prepare, provider } = setUpTransfer(transaction)
    const sent = await (await prepare([single], { provider })).submit()
    expect(await sent.wait()).toMatchObject({
      status: 'failed',
      outcome: 'different',
      transactions: [transaction.getId()],
    })
  })

  it.each<[string, readonly BitcoinCall[]]>([
    ['ATOMIC_UNAVAILABLE', [single, single]],
    ['WALLET_FEATURE_MISSING', [{ data: note }]],
    ['WALLET_FEATURE_MISSING', [{ script: taproot, amount: 1_000n }]],
  ])('is not asked for more (%s)', async (code, list) => {
    const { prepare, provider, fake } = setUpTransfer(paying(thief, 1n))
    await expect(prepare(list, { provider })).rejects.toMatchObject({ code })
    expect(fake.calls).toEqual([])
  })
})

it('is followed by another page, which refuses what is no id', async () => {
  const { key, source, prepare, calls } = setUp()
  source.fund(key.address, 100_000n)
  const sent = await (await prepare(three())).submit()
  const question = { networkId, from: key.address, id: sent.id, trail: (await sent.trail)!, sentAt: 0 }
  source.override('status', async () => ({ status: 'confirmed' }))
  expect(await (await calls.follow(question)).wait()).toEqual({
    status: 'confirmed',
    transactions: [sent.id],
  })
  await expect(calls.follow({ ...question, id: 'x' })).rejects.toMatchObject({
    code: 'TRANSACTION_ID_INVALID',
  })
})
