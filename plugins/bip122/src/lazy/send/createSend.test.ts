// Wallets and chain are scripted here, to do what no honest one does. Over a real chain: ../../bitcoin.test.ts.
import { pageClock } from '../../../test/pageClock.js'
import { NetworkError } from '@latchkey/kernel/chain'
import { Transaction as ScureTransaction } from '@scure/btc-signer'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it, vi } from 'vitest'
import { type FakeKind, type FakeKey, fakeKey } from '../../../test/fakeKeys.js'
import { createFakeSource } from '../../../test/fakeSource.js'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type FakeOptions,
} from '../../../test/fakeWallets.js'
import { bitcoinRegtest } from '../../networks.js'
import { createRequestAdapter } from '../adapters/request.js'
import { createStandardAdapter } from '../adapters/standard.js'
import { createUnisatAdapter } from '../adapters/unisat.js'
import type { TransactionStatus } from '../../utxoSource.js'
import { scriptOf } from '../sdk.js'
import { createSend } from './createSend.js'

const networkId = bitcoinRegtest.id
const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const log = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => 0,
  setTimeout: (callback: () => void) => setTimeout(callback, 0),
  clearTimeout,
}

function accountOf({ address, publicKey, purpose }: FakeKey) {
  return { id: `${networkId}:${address}` as const, namespace: 'bip122', address, publicKey, kind: purpose }
}

function setUp(kind: FakeKind = 'p2wpkh', options: FakeOptions = {}) {
  const key = fakeKey(1, kind, 'regtest', 'payment')
  const fake = createUnisatFake({ keys: [key], chain: 'regtest', ...options })
  const source = createFakeSource()
  const send = createSend({
    networks: new Map([[networkId, bitcoinRegtest]]),
    source: () => source,
    clock,
    log,
  })
  const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
  const base = { networkId, from: accountOf(key), to, provider }
  const prepare = (amount: bigint, more = {}) => send.prepare({ ...base, amount, ...more })
  return { key, fake, source, send, base, prepare }
}

describe('coins of every kind of address', () => {
  const sizes: Record<FakeKind, number> = { p2wpkh: 141, p2sh: 164, p2pkh: 223, p2tr: 142 }
  it.each(Object.entries(sizes) as [FakeKind, number][])(
    'pays from %s at the rate that was shown',
    async (kind, size) => {
      const { key, source, prepare } = setUp(kind)
      source.fund(key.address, 100_000n)
      const { fee, submit, changes } = await prepare(40_000n)
      const { id } = await submit()
      const [hex] = source.sent as [string]
      const transaction = Transaction.fromHex(hex)
      expect(transaction.getId()).toBe(id)
      expect(transaction.outs.map(({ value }) => value)).toEqual([40_000n, 60_000n - fee.value])
      expect(transaction.ins[0]?.sequence).toBe(0xfffffffd)
      // 3.2 sat/vB, and no satoshi is split; ECDSA signatures differ by a byte.
      expect(fee.value * 10n).toBeGreaterThanOrEqual(BigInt(transaction.virtualSize() * 32))
      expect(fee.value * 10n).toBeLessThanOrEqual(BigInt(size * 32 + 96))
      expect(changes).toEqual([
        { address: key.address, amount: { value: -40_000n - fee.value, symbol: 'BTC', decimals: 8 } },
        { address: to, amount: { value: 40_000n, symbol: 'BTC', decimals: 8 } },
      ])
      // A library that nothing was built with reads it, too.
      expect(ScureTransaction.fromRaw(Buffer.from(hex, 'hex')).outputsLength).toBe(2)
    },
  )

  it.each([
    ['Wallet Standard', createStandardFake, createStandardAdapter],
    ['sats-connect', createRequestFake, createRequestAdapter],
  ] as const)('builds for %s where the wallet only signs', async (name, createFake, createAdapter) => {
    const { key, source, send, base } = setUp()
    source.fund(key.address, 100_000n)
    const { target } = createFake({ keys: [key], chain: 'regtest' })
    const adapter = createAdapter('Fake', target, pageClock)
    await adapter.connect({ networks: [bitcoinRegtest] })
    // sats-connect names the method in every wallet of its kind; this one only signs.
    const { sendTransfer: _, ...provider } = adapter.wallet
    const { submit } = await send.prepare({ ...base, provider, amount: 40_000n })
    await submit()
    expect(source.sent, name).toHaveLength(1)
  })

  it.each([
    ['P2SH without its key', 'p2sh', undefined],
    ['P2SH with the key of another', 'p2sh', fakeKey(2, 'p2wpkh', 'regtest').publicKey],
  ] as const)('refuses %s', async (_, kind, publicKey) => {
    const { key, prepare } = setUp(kind)
    const { publicKey: __, ...from } = accountOf(key)
    await expect(prepare(10_000n, { from: publicKey ? { ...from, publicKey } : from })).rejects.toMatchObject(
      {
        code: 'ACCOUNT_UNSUPPORTED',
      },
    )
  })
})

describe('which coins', () => {
  it('leaves alone what is so small that it may be an inscription', async () => {
    const { key, source, prepare, send, base } = setUp()
    source.fund(key.address, 546n)
    source.fund(key.address, 600n)
    source.fund(key.address, 20_000n)
    const { value } = await send.maximum(base)
    expect(value).toBeLessThan(20_000n)
    await (await prepare(value)).submit()
    expect(Transaction.fromHex(source.sent[0]!).ins).toHaveLength(1)
  })

  describe('of an address with more coins than one transaction can carry', () => {
    /** Bitcoin Core relays no transaction above this weight: MAX_STANDARD_TX_WEIGHT. */
    const standardWeight = 400_000
    const dust = (
      source: ReturnType<typeof createFakeSource>,
      count: number,
      value: (index: number) => bigint,
    ) => {
      const asked: string[] = []
      source.override('utxos', async () =>
        Array.from({ length: count }, (_, index) => ({
          transactionId: index.toString(16).padStart(64, '0'),
          output: 0,
          value: value(index),
          confirmed: true,
        })),
      )
      source.override('transaction', async ({ transactionId }) => {
        asked.push(transactionId)
        throw new Error('not here')
      })
      return asked
    }
    /** Bytes of an input of each kind that no signature can make longer, as weight. */
    const heaviest: Record<FakeKind, number> = { p2wpkh: 272, p2sh: 364, p2pkh: 596, p2tr: 230 }

    it.each(Object.entries(heaviest) as [FakeKind, number][])(
      'sends from %s what fits, the largest first, and says what stays',
      async (kind, weight) => {
        const { source, send, base, prepare } = setUp(kind, { without: ['sendBitcoin'] })
        const asked = dust(source, 20_000, (index) => BigInt(2_000 + index))
        const { value } = await send.maximum(base)
        expect(value).toBeGreaterThan(0n)
        const { submit, notices, fee } = await prepare(value)
        const left = notices.find(({ code }) => code === 'COINS_LEFT_OUT')
        expect(left?.message).toMatch(
          /^The [\d,]+ smallest coins of this address, worth \d+\.\d+ BTC, stay\./,
        )
        expect(left?.parameters?.['amount']).toMatchObject({
          value: expect.any(BigInt),
          decimals: 8,
          symbol: 'BTC',
        })
        await expect(submit()).rejects.toThrow()
        const spent = 20_000 - Number(/[\d,]+/.exec(left?.message ?? '')?.[0].replaceAll(',', ''))
        expect(spent * weight).toBeLessThan(standardWeight)
        // Each taproot coin costs the page time beside weight.
        expect(spent).toBeGreaterThan(kind === 'p2tr' ? 200 : (standardWeight / weight) * 0.95)
        expect(fee.value).toBeGreaterThan(0n)
        expect(new Set(asked).size).toBeLessThanOrEqual(spent)
        // The largest coin is among them.
        expect(value + fee.value).toBeGreaterThan(BigInt(spent) * 20_000n)
      },
    )

    it('has a sentence for what only several payments can send', async () => {
      const { source, send, base, prepare } = setUp()
      dust(source, 20_000, () => 2_000n)
      const { value } = await send.maximum(base)
      const error = await prepare(value * 2n).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'TOO_MANY_COINS' })
      expect((error as Error).message).toMatchSnapshot()
      await expect(prepare(2_000n * 20_001n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    })

    it('does not ask for all their transactions at once', async () => {
      const { key, source, send, base, prepare } = setUp()
      for (let count = 0; count < 40; count += 1) source.fund(key.address, 5_000n)
      const { transaction } = source
      let [open, most] = [0, 0]
      source.override('transaction', async (request) => {
        open += 1
        most = Math.max(most, open)
        await new Promise((resolve) => setTimeout(resolve, 1))
        open -= 1
        return transaction(request)
      })
      await (await prepare((await send.maximum(base)).value)).submit()
      expect(Transaction.fromHex(source.sent[0]!).ins).toHaveLength(40)
      expect(most).toBeLessThanOrEqual(8)
    })
  })

  it('does not spend a coin that is listed twice', async () => {
    const { key, source, send, base, prepare } = setUp()
    source.fund(key.address, 20_000n)
    const { utxos } = source
    source.override('utxos', async (request) => [...(await utxos(request)), ...(await utxos(request))])
    for (const attempt of [() => send.maximum(base), () => prepare(5_000n), () => prepare(30_000n)]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'SOURCE_ANSWER_INVALID',
        message: expect.stringMatching(
          /^The Bitcoin service gave an answer that can’t be right.*listed twice/s,
        ),
      })
    }
  })

  it('believes no coins that are more than there is together', async () => {
    const { key, source, send, base, prepare } = setUp()
    source.fund(key.address, 20_000n)
    source.fund(key.address, 2_100_000_000_000_000n)
    for (const attempt of [() => send.maximum(base), () => prepare(5_000n)]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
    }
  })

  it.each([-1n, 2_100_000_000_000_001n, 2n ** 64n])('believes no coin of %d satoshis', async (value) => {
    const { key, source, send, base, prepare } = setUp()
    source.fund(key.address, 20_000n)
    const { utxos } = source
    source.override('utxos', async (request) => (await utxos(request)).map((coin) => ({ ...coin, value })))
    for (const attempt of [() => send.maximum(base), () => prepare(5_000n)]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
    }
  })

  it('takes coins that wait only where the others do not suffice, and says so', async () => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 20_000n)
    source.fund(key.address, 30_000n, false)
    const codes = async (amount: bigint) => (await prepare(amount)).notices.map(({ code }) => code)
    expect(await codes(15_000n)).toEqual([])
    expect(await codes(40_000n)).toEqual(['UNCONFIRMED_COINS'])
  })

  it('warns of taproot and of a fee that is high for the amount', async () => {
    const { key, source, prepare } = setUp('p2tr')
    source.hasIndex = false
    source.fund(key.address, 20_000n)
    expect((await prepare(1_000n)).notices).toMatchSnapshot()
  })

  it.each(['p2wpkh', 'p2sh', 'p2pkh', 'p2tr'] as const)(
    'warns of ordinals and runes on %s, and leaves coins of the usual postage alone',
    async (kind) => {
      const { key, source, send, base, prepare } = setUp(kind)
      source.hasIndex = false
      for (const value of [330n, 546n, 10_000n]) source.fund(key.address, value)
      await expect(prepare(1_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
      expect((await send.maximum(base)).value).toBe(0n)
      source.fund(key.address, 9_999n)
      const { notices } = await prepare(1_000n)
      expect(notices.map(({ code }) => code)).toContain('ORDINALS_MAY_BE_SPENT')
      expect((await send.maximum(base)).value).toBeLessThan(9_999n)
    },
  )

  it('believes a source with an index: a coin that carries something is never spent, any other is', async () => {
    const { key, source, prepare } = setUp()
    const plain = source.fund(key.address, 10_000n)
    const dear = source.fund(key.address, 1_000_000n)
    const listed = await source.utxos({ networkId, address: key.address })
    source.override('utxos', async () =>
      listed.map((coin) => ({ ...coin, carriesAssets: coin.transactionId === dear })),
    )
    const { notices, submit } = await prepare(5_000n)
    expect(notices.map(({ code }) => code)).not.toContain('ORDINALS_MAY_BE_SPENT')
    await submit()
    const { ins } = Transaction.fromHex(source.sent[0] as string)
    expect(ins.map(({ hash }) => Buffer.from(hash).reverse().toString('hex'))).toEqual([plain])
    await expect(prepare(50_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('has nothing to send where there is nothing', async () => {
    const { send, base, prepare } = setUp()
    expect((await send.maximum(base)).value).toBe(0n)
    await expect(prepare(1_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('a wallet that answers with something else', () => {
  /** Changes the PSBT before the honest wallet signs it. */
  const tampered = (bench: ReturnType<typeof setUp>, change: (psbt: Psbt) => Psbt) => {
    bench.fake.answer('signPsbt', (hex: string) => {
      const changed = change(Psbt.fromHex(hex))
      return Buffer.from(bench.key.signPsbt(changed.toBuffer(), [0])).toString('hex')
    })
  }
  const rebuilt = (
    psbt: Psbt,
    outputs: readonly { script: Uint8Array; value: bigint }[],
    sequence?: number,
  ) => {
    const other = new Psbt()
    other.setVersion(2)
    for (const [index, input] of psbt.txInputs.entries()) {
      other.addInput({
        ...psbt.data.inputs[index],
        ...input,
        sequence: sequence ?? input.sequence ?? 0,
      } as never)
    }
    for (const output of outputs) other.addOutput(output)
    return other
  }
  const thief = scriptOf(fakeKey(9, 'p2wpkh', 'regtest').address, bitcoinRegtest)

  it.each([
    [
      'pays somebody else',
      (psbt: Psbt) =>
        rebuilt(
          psbt,
          psbt.txOutputs.map(({ value }) => ({ script: thief, value })),
        ),
    ],
    [
      'pays less',
      (psbt: Psbt) =>
        rebuilt(
          psbt,
          psbt.txOutputs.map(({ script, value }, index) => ({
            script,
            value: index === 0 ? value - 1n : value,
          })),
        ),
    ],
    ['keeps the change', (psbt: Psbt) => rebuilt(psbt, psbt.txOutputs.slice(0, 1))],
    ['adds an output', (psbt: Psbt) => rebuilt(psbt, [...psbt.txOutputs, { script: thief, value: 1_000n }])],
    ['swaps the outputs', (psbt: Psbt) => rebuilt(psbt, [...psbt.txOutputs].reverse())],
    ['cannot be replaced', (psbt: Psbt) => rebuilt(psbt, psbt.txOutputs, 0xffffffff)],
  ])('is not broadcast when it %s', async (_, change) => {
    const bench = setUp()
    bench.source.fund(bench.key.address, 100_000n)
    const { submit } = await bench.prepare(40_000n)
    tampered(bench, change)
    await expect(submit()).rejects.toMatchObject({ code: 'WALLET_CHANGED_TRANSACTION' })
    expect(bench.source.sent).toEqual([])
    bench.fake.answer('signPsbt', undefined)
    await submit()
    expect(bench.source.sent).toHaveLength(1)
  })

  it.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['text', () => 'done'],
    ['an empty text', () => ''],
    ['half of it', (hex: string) => hex.slice(0, hex.length / 2)],
    ['the same again, not signed', (hex: string) => hex],
    ['a transaction in place of the PSBT', () => new Transaction().toHex()],
    [
      'the signature of another key',
      (hex: string) => {
        const psbt = Psbt.fromHex(hex)
        const other = fakeKey(2, 'p2wpkh', 'regtest')
        psbt.updateInput(0, {
          partialSig: [
            {
              pubkey: Buffer.from(other.publicKey, 'hex'),
              signature: Buffer.from(`30440220${'11'.repeat(32)}0220${'11'.repeat(32)}01`, 'hex'),
            },
          ],
        })
        return psbt.toHex()
      },
    ],
  ])('is refused with a code: %s', async (_, answer) => {
    const bench = setUp()
    bench.source.fund(bench.key.address, 100_000n)
    const { submit } = await bench.prepare(40_000n)
    bench.fake.answer('signPsbt', answer as never)
    await expect(submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(bench.source.sent).toEqual([])
  })

  it('is refused when its signature leaves the outputs open', async () => {
    const bench = setUp()
    bench.source.fund(bench.key.address, 100_000n)
    const { submit } = await bench.prepare(40_000n)
    bench.fake.answer('signPsbt', (hex: string) => {
      const transaction = ScureTransaction.fromPSBT(Buffer.from(hex, 'hex'))
      transaction.updateInput(0, { sighashType: 2 }, true)
      transaction.signIdx(new Uint8Array(32).fill(1), 0, [2])
      return Buffer.from(transaction.toPSBT()).toString('hex')
    })
    await expect(submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(bench.source.sent).toEqual([])
  })

  it.each<[FakeKind, number]>([
    ['p2wpkh', 2],
    ['p2wpkh', 0x83],
    ['p2sh', 2],
    ['p2pkh', 2],
    ['p2tr', 2],
  ])('is refused when it is final with a signature of %s that leaves them open (%i)', async (kind, type) => {
    const bench = setUp(kind)
    bench.source.fund(bench.key.address, 100_000n)
    const { submit } = await bench.prepare(40_000n)
    bench.fake.answer('signPsbt', (hex: string) => {
      const transaction = ScureTransaction.fromPSBT(Buffer.from(hex, 'hex'))
      transaction.updateInput(0, { sighashType: type }, true)
      transaction.signIdx(new Uint8Array(32).fill(1), 0, [type])
      transaction.finalize()
      return Buffer.from(transaction.toPSBT()).toString('hex')
    })
    await expect(submit()).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
      message: expect.stringContaining(`input 0: sighash type ${type}`),
    })
    expect(bench.source.sent).toEqual([])
  })

  it('may finalise by itself', async () => {
    const bench = setUp()
    bench.source.fund(bench.key.address, 100_000n)
    const { submit } = await bench.prepare(40_000n)
    bench.fake.answer('signPsbt', (hex: string) => {
      const signed = Psbt.fromBuffer(bench.key.signPsbt(Buffer.from(hex, 'hex'), [0]))
      return signed.finalizeAllInputs().toHex()
    })
    await submit()
    expect(bench.source.sent).toHaveLength(1)
  })
})

describe('a source that lies', () => {
  it.each([
    ['the value of a coin', 1],
    ['the value of a coin, by far', 1_000_000],
  ])('about %s makes no transaction', async (_, more) => {
    const { key, source, prepare, fake } = setUp()
    const transactionId = source.fund(key.address, 100_000n)
    source.override('utxos', async () => [
      { transactionId, output: 0, value: 100_000n + BigInt(more), confirmed: true },
    ])
    const { submit } = await prepare(40_000n)
    await expect(submit()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
    expect(fake.calls).toEqual([])
  })

  it.each([
    ['another transaction', () => new Transaction().toBuffer()],
    ['no transaction', () => Uint8Array.of(1, 2, 3)],
    ['nothing', () => new Uint8Array()],
  ])('with %s for a coin makes no transaction', async (_, bytes) => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    source.override('transaction', async () => bytes())
    const { submit } = await prepare(40_000n)
    await expect(submit()).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
  })

  it.each([
    [0.1, 15n],
    [0.15, 22n],
    [0.999, 141n],
    [1.001, 142n],
  ])('about the fee (%d) costs a part of a satoshi a byte, and the last one whole', async (rate, fee) => {
    const { key, source, prepare } = setUp()
    source.fund(key.address, 100_000n)
    source.override('feeRates', async () => ({ slow: rate, normal: rate, fast: rate }))
    // One P2WPKH input, two P2WPKH outputs: 141 virtual bytes.
    expect((await prepare(40_000n)).fee.value).toBe(fee)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 5_001])(
    'about the fee (%d) prepares nothing',
    async (rate) => {
      const { key, source, prepare } = setUp()
      source.fund(key.address, 100_000n)
      source.override('feeRates', async () => ({ slow: rate, normal: rate, fast: rate }))
      await expect(prepare(40_000n)).rejects.toMatchObject({ code: 'FEE_RATE_INVALID' })
    },
  )
})

describe('the wallet’s own transfer', () => {
  const paying = (script: Uint8Array, value: bigint) => {
    const transaction = new Transaction()
    transaction.addInput(new Uint8Array(32).fill(9), 3)
    transaction.addOutput(script, value)
    return transaction
  }
  const own = scriptOf(to, bitcoinRegtest)

  it('is preferred, once, with the wish for a rate', async () => {
    const transaction = paying(own, 40_000n)
    const { key, source, prepare, fake } = setUp('p2wpkh', {
      send: async () => transaction.getId().toUpperCase(),
    })
    source.fund(key.address, 100_000n)
    source.override('transaction', async () => transaction.toBuffer())
    const { submit } = await prepare(40_000n)
    const [one, two] = await Promise.all([submit(), submit()])
    expect(one).toBe(two)
    expect(one.id).toBe(transaction.getId())
    const asked = fake.calls.filter(({ method }) => method === 'sendBitcoin')
    expect(asked).toEqual([{ method: 'sendBitcoin', parameters: [to, 40_000, { feeRate: 4 }] }])
    expect(source.sent).toEqual([])
  })

  it.each([
    ['another amount', paying(own, 39_999n)],
    ['another receiver', paying(Uint8Array.of(0x6a), 40_000n)],
  ])('is followed and told when it sent %s', async (_, transaction) => {
    const { key, source, prepare } = setUp('p2wpkh', { send: async () => transaction.getId() })
    source.fund(key.address, 100_000n)
    source.override('transaction', async () => transaction.toBuffer())
    const prepared = await prepare(40_000n)
    expect(prepared.isHandedOver?.()).toBe(false)
    // It has left: what follows is no error that leads back to a button.
    const sent = await prepared.submit()
    expect(prepared.isHandedOver?.()).toBe(true)
    expect(sent.id).toBe(transaction.getId())
    source.override('status', async () => ({ status: 'confirmed' }))
    expect(await sent.wait()).toMatchObject({
      status: 'failed',
      outcome: 'different',
      code: expect.any(String),
      reason: expect.stringMatching(/has sent a payment that is not the one you asked for/),
    })
  })

  it.each([undefined, null, '', 'done', 7, 'g'.repeat(64), { txid: 'x' }])(
    'refuses %j in place of an id',
    async (id) => {
      const { key, source, prepare } = setUp('p2wpkh', { send: async () => id as string })
      source.fund(key.address, 100_000n)
      const { submit } = await prepare(40_000n)
      await expect(submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    },
  )

  it.each<[string, string, string, unknown]>([
    ['account', 'ACCOUNT_MISMATCH', 'getAccounts', [fakeKey(5, 'p2wpkh', 'regtest').address]],
    ['network', 'NETWORK_MISMATCH', 'getChain', { enum: 'BITCOIN_MAINNET' }],
    ['network that is not Bitcoin', 'NETWORK_MISMATCH', 'getChain', { enum: 'FRACTAL_BITCOIN_MAINNET' }],
  ])('is not asked for when the wallet has moved to another %s', async (_, code, method, answer) => {
    const { key, source, prepare, fake } = setUp('p2wpkh', { send: async () => 'ab'.repeat(32) })
    source.fund(key.address, 100_000n)
    const { submit } = await prepare(40_000n)
    fake.answer(method, () => answer)
    await expect(submit()).rejects.toMatchObject({ code })
    expect(fake.calls.map((call) => call.method)).not.toContain('sendBitcoin')
    fake.answer(method, undefined)
    expect((await submit()).id).toBe('ab'.repeat(32))
  })

  it('is believed while it is not to be seen', async () => {
    const { key, source, prepare } = setUp('p2wpkh', { send: async () => 'ab'.repeat(32) })
    source.fund(key.address, 100_000n)
    expect((await (await prepare(40_000n)).submit()).id).toBe('ab'.repeat(32))
  })
})

describe('handing over', () => {
  const down = () => new NetworkError('Down.', { code: 'NETWORK_UNREACHABLE' })
  const refusal = () => new NetworkError('The network refused it.', { code: 'TRANSACTION_REFUSED' })

  /** Broadcasts fail as the list says, one after the other; the last answer is for ever. */
  async function handOver(faults: (Error | undefined)[], status: TransactionStatus['status']) {
    const bench = setUp()
    bench.source.fund(bench.key.address, 100_000n)
    const prepared = await bench.prepare(40_000n)
    const { broadcast } = bench.source
    bench.source.override('broadcast', async (request) => {
      const id = await broadcast(request)
      const fault = faults.length > 1 ? faults.shift() : faults[0]
      if (fault) throw fault
      return id
    })
    bench.source.override('status', async () => ({ status }))
    return { ...bench, prepared }
  }

  it('counts as done when no answer came, because the network may have it', async () => {
    const { prepared, source, fake } = await handOver([down()], 'pending')
    const sent = await prepared.submit()
    expect(await prepared.submit()).toBe(sent)
    expect(fake.calls).toHaveLength(1)
    source.override('status', async () => ({ status: 'confirmed' }))
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(source.sent).toHaveLength(1)
  })

  it('is done again, with the very same transaction, while nobody has seen it', async () => {
    const { prepared, source, fake } = await handOver([down(), down(), undefined], 'unknown')
    const sent = await prepared.submit()
    source.override('status', async () => ({ status: source.sent.length < 3 ? 'unknown' : 'confirmed' }))
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(new Set(source.sent).size).toBe(1)
    expect(fake.calls).toHaveLength(1)
  })

  it('is unknown when it is refused after nobody had seen it: the first time may have reached the network', async () => {
    const { prepared, source } = await handOver([down(), refusal()], 'unknown')
    expect(await (await prepared.submit()).wait()).toEqual({
      status: 'confirmed',
      outcome: 'unknown',
      code: 'TRANSACTION_UNDECIDED',
      reason:
        'The network refused it when it was asked again, but may have taken it the first time. Look in the wallet before you send again.',
    })
    // Not handed over again after the refusal.
    expect(source.sent).toHaveLength(2)
  })

  it('is told as done when it is in a block after a service refused it', async () => {
    const { prepared, source } = await handOver([down(), refusal()], 'unknown')
    const sent = await prepared.submit()
    let looks = 0
    source.override('status', async () => {
      looks += 1
      return { status: looks > 4 ? 'confirmed' : 'unknown' }
    })
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
  })

  it('is no refusal when the network has the transaction already', async () => {
    const { prepared, source } = await handOver([refusal()], 'pending')
    const sent = await prepared.submit()
    source.override('status', async () => ({ status: 'confirmed' }))
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
  })

  it('is refused, and may be tried again, when the network does not have it', async () => {
    const { prepared, source } = await handOver([refusal(), undefined], 'unknown')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TRANSACTION_REFUSED' })
    await prepared.submit()
    expect(source.sent).toHaveLength(2)
  })
})

describe('waiting', () => {
  async function submitted() {
    const bench = setUp()
    const funding = bench.source.fund(bench.key.address, 100_000n)
    return { ...bench, funding, transaction: await (await bench.prepare(40_000n)).submit() }
  }

  it('goes on while the network is out of reach, until a block has it', async () => {
    const { source, transaction } = await submitted()
    const status = vi
      .fn()
      .mockResolvedValueOnce({ status: 'pending' })
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce({ status: 'unknown' })
      .mockResolvedValueOnce({ status: 'confirmed', blockHeight: 7 })
    source.override('status', status)
    expect(await transaction.wait()).toEqual({ status: 'confirmed' })
    expect(status).toHaveBeenCalledTimes(4)
  })

  it('says when another transaction took its place', async () => {
    const { source, transaction, funding } = await submitted()
    source.override('status', async () => ({ status: 'unknown' }))
    source.override('spender', async ({ transactionId, output }) => {
      expect({ transactionId, output }).toEqual({ transactionId: funding, output: 0 })
      return 'cd'.repeat(32)
    })
    expect(await transaction.wait()).toEqual({
      status: 'confirmed',
      outcome: 'unknown',
      code: 'TRANSACTION_REPLACED',
      reason:
        'Another transaction took its place. It may be the same payment with a higher fee: look in the wallet before you send again.',
    })
  })

  it('is taken up by another page, by what was stored', async () => {
    const { source, transaction, funding, base } = await submitted()
    const trail = await transaction.trail
    expect(trail?.startsWith(`${funding}:0;`)).toBe(true)
    const other = createSend({
      networks: new Map([[networkId, bitcoinRegtest]]),
      source: () => source,
      clock,
      log,
    })
    const question = { networkId, from: base.from.address, id: transaction.id, trail: trail!, sentAt: 0 }
    source.override('status', async () => ({ status: 'unknown' }))
    source.override('spender', async () => 'cd'.repeat(32))
    expect(await (await other.follow(question)).wait()).toMatchObject({ outcome: 'unknown' })
    // What is not understood is not trusted; the transaction is asked for alone.
    const status = vi.fn().mockResolvedValueOnce({ status: 'unknown' })
    source.override('status', status.mockResolvedValue({ status: 'confirmed' }))
    for (const stored of ['', 'x:0', `${funding}:-1`]) {
      expect(await (await other.follow({ ...question, trail: stored })).wait()).toEqual({
        status: 'confirmed',
      })
    }
    await expect(other.follow({ ...question, id: '12' })).rejects.toMatchObject({
      code: 'TRANSACTION_ID_INVALID',
      shortMessage: 'This is no transaction of Bitcoin.',
    })
    await expect(other.follow({ ...question, networkId: 'bip122:x' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
  })

  it('ends when it is cancelled', async () => {
    const { transaction } = await submitted()
    const controller = new AbortController()
    const waiting = transaction.wait(controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
