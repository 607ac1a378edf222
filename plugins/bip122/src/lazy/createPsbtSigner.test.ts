import { pageClock } from '../../test/pageClock.js'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FakeKind, fakeKey } from '../../test/fakeKeys.js'
import { createFakeSource } from '../../test/fakeSource.js'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type FakeOptions,
} from '../../test/fakeWallets.js'
import { bitcoinRegtest } from '../networks.js'
import { createRequestAdapter } from './adapters/request.js'
import { createStandardAdapter } from './adapters/standard.js'
import { createUnisatAdapter } from './adapters/unisat.js'
import { createPsbtSigner } from './createPsbtSigner.js'
import { scriptOf } from './sdk.js'

const networkId = bitcoinRegtest.id
const payment = fakeKey(1, 'p2wpkh', 'regtest')
const ordinals = fakeKey(1, 'p2tr', 'regtest')
const stranger = fakeKey(7, 'p2wpkh', 'regtest')
const to = scriptOf(stranger.address, bitcoinRegtest)

const accountOf = ({ address, publicKey, purpose }: typeof payment) => ({
  id: `${networkId}:${address}` as const,
  namespace: 'bip122',
  address,
  publicKey,
  kind: purpose,
})

async function setUp(
  create = createStandardFake as (options: FakeOptions) => ReturnType<typeof createStandardFake>,
  createAdapter = createStandardAdapter,
) {
  const fake = create({ keys: [payment, ordinals], chain: 'regtest' })
  const adapter = createAdapter('Fake', fake.target, pageClock)
  await adapter.connect({ networks: [bitcoinRegtest] })
  fake.calls.length = 0
  const source = createFakeSource()
  const tools = { networks: new Map([[networkId, bitcoinRegtest]]), source: () => source }
  const { signPsbt, signTransaction } = createPsbtSigner(tools)
  const base = { account: accountOf(payment), networkId, provider: adapter.wallet }
  return { fake, source, signPsbt, signTransaction, base }
}

type Bench = Awaited<ReturnType<typeof setUp>>

/** A PSBT that spends one coin of each key. */
async function psbtOf(
  { source }: Pick<Bench, 'source'>,
  keys: readonly (typeof payment)[],
  change = (psbt: Psbt) => psbt,
) {
  const psbt = new Psbt()
  for (const key of keys) {
    const transactionId = source.fund(key.address, 50_000n)
    const segwit = key.kind === 'p2tr'
    psbt.addInput({
      hash: transactionId,
      index: 0,
      ...(segwit
        ? {
            witnessUtxo: { script: scriptOf(key.address, bitcoinRegtest), value: 50_000n },
            tapInternalKey: Buffer.from(key.publicKey, 'hex'),
          }
        : { nonWitnessUtxo: await source.transaction({ networkId, transactionId }) }),
    })
  }
  psbt.addOutput({ script: to, value: 30_000n })
  return change(psbt)
}

describe.each([
  ['Wallet Standard', createStandardFake, createStandardAdapter],
  ['sats-connect', createRequestFake, createRequestAdapter],
  ['UniSat', createUnisatFake, createUnisatAdapter],
] as const)('%s', (_, create, createAdapter) => {
  it('signs the inputs of the account and leaves those of others open', async () => {
    const bench = await setUp(create, createAdapter)
    const psbt = await psbtOf(bench, [stranger, payment])
    const {
      psbt: answer,
      complete,
      transaction,
    } = await bench.signPsbt.sign({ ...bench.base, psbt: psbt.toBase64() })
    const signed = Psbt.fromBase64(answer)
    expect(signed.data.inputs.map(({ partialSig }) => partialSig?.length ?? 0)).toEqual([0, 1])
    expect({ complete, transaction }).toEqual({ complete: false, transaction: undefined })
    await expect(
      bench.signPsbt.sign({ ...bench.base, psbt: psbt.toBase64(), finalise: true }),
    ).rejects.toMatchObject({
      code: 'PSBT_INCOMPLETE',
    })
    expect(bench.source.sent).toEqual([])
  })

  it('signs for two accounts of the wallet, taproot too, and finalises', async () => {
    const bench = await setUp(create, createAdapter)
    const psbt = await psbtOf(bench, [payment, ordinals])
    const inputs = [{ index: 0 }, { index: 1, address: ordinals.address }]
    const { complete, transaction, transactionId } = await bench.signPsbt.sign({
      ...bench.base,
      psbt: psbt.toHex(),
      inputs,
      broadcast: true,
    })
    expect(complete).toBe(true)
    expect(bench.source.sent).toEqual([transaction])
    expect(Transaction.fromHex(transaction as string).getId()).toBe(transactionId)
  })
})

describe('refuses before the wallet is asked', () => {
  const base = (bench: Bench) => bench.base
  const cases: readonly (readonly [string, string, (bench: Bench) => Promise<object>])[] = [
    ['what is no PSBT', 'PSBT_INVALID', async (bench) => ({ ...base(bench), psbt: 'hello' })],
    [
      'a PSBT of others alone',
      'PSBT_NOTHING_TO_SIGN',
      async (bench) => ({ ...base(bench), psbt: (await psbtOf(bench, [stranger])).toHex() }),
    ],
    [
      'an input that is not there',
      'PSBT_INPUT_INVALID',
      async (bench) => ({
        ...base(bench),
        psbt: (await psbtOf(bench, [payment])).toHex(),
        inputs: [{ index: 1 }],
      }),
    ],
    [
      'an index that is none',
      'PSBT_INPUT_INVALID',
      async (bench) => ({
        ...base(bench),
        psbt: (await psbtOf(bench, [payment])).toHex(),
        inputs: [{ index: -1 }],
      }),
    ],
    [
      'an input of another address',
      'PSBT_INPUT_INVALID',
      async (bench) => ({
        ...base(bench),
        psbt: (await psbtOf(bench, [stranger])).toHex(),
        inputs: [{ index: 0 }],
      }),
    ],
    [
      'an address of another network',
      'PSBT_INPUT_INVALID',
      async (bench) => ({
        ...base(bench),
        psbt: (await psbtOf(bench, [payment])).toHex(),
        inputs: [{ index: 0, address: fakeKey(1, 'p2wpkh', 'mainnet').address }],
      }),
    ],
    [
      'a signature for any outputs, which nobody asked for',
      'PSBT_SIGHASH_UNUSUAL',
      async (bench) => ({
        ...base(bench),
        psbt: (await psbtOf(bench, [payment], (psbt) => psbt.updateInput(0, { sighashType: 0x83 }))).toHex(),
      }),
    ],
    [
      'a coin whose transaction is another one',
      'PSBT_INPUT_INVALID',
      async (bench) => {
        const other = new Transaction()
        other.addInput(new Uint8Array(32), 0)
        other.addOutput(scriptOf(payment.address, bitcoinRegtest), 1n)
        const psbt = new Psbt()
          .addInput({ hash: 'ab'.repeat(32), index: 0 })
          .addOutput({ script: to, value: 1n })
        // The library checks this when it adds, not when it reads.
        psbt.data.inputs[0]!.nonWitnessUtxo = other.toBuffer()
        return { ...base(bench), psbt: psbt.toHex() }
      },
    ],
    [
      'a wallet that cannot sign transactions',
      'WALLET_FEATURE_MISSING',
      async (bench) => ({
        ...base(bench),
        provider: { name: 'Simple' },
        psbt: (await psbtOf(bench, [payment])).toHex(),
      }),
    ],
    [
      'a network that is not listed',
      'NETWORK_NOT_FOUND',
      async (bench) => ({ ...base(bench), networkId: 'bip122:x', psbt: '' }),
    ],
  ]
  it.each(cases)('%s: %s', async (_, code, make) => {
    const bench = await setUp()
    const error = await bench.signPsbt.sign((await make(bench)) as never).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect((error as Error).message.replace(/bcrt1\w+/g, '<address>')).toMatchSnapshot()
    expect(bench.fake.calls).toEqual([])
  })
})

it('signs an unusual type when it is asked for by name', async () => {
  const bench = await setUp(createUnisatFake, createUnisatAdapter)
  const psbt = await psbtOf(bench, [payment], (made) => made.updateInput(0, { sighashType: 0x83 }))
  const inputs = [{ index: 0, sighash: 0x83 }]
  const answer = await bench.signPsbt.sign({ ...bench.base, psbt: psbt.toHex(), inputs })
  expect(Psbt.fromBase64(answer.psbt).data.inputs[0]?.partialSig?.[0]?.signature.at(-1)).toBe(0x83)
})

it('answers the signed bytes as the kernel’s SignTransaction', async () => {
  const bench = await setUp()
  const psbt = await psbtOf(bench, [payment])
  const { psbt: _, ...request } = { ...bench.base, psbt }
  const bytes = await bench.signTransaction.sign({ ...request, transaction: psbt.toBuffer() })
  expect(Psbt.fromBuffer(bytes).data.inputs[0]?.partialSig).toHaveLength(1)
})

it('knows a rejection, and gives up when it is cancelled', async () => {
  const bench = await setUp()
  const psbt = (await psbtOf(bench, [payment])).toHex()
  bench.fake.answer('bitcoin:signTransaction', () => {
    throw new Error('User rejected the request.')
  })
  await expect(bench.signPsbt.sign({ ...bench.base, psbt })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  bench.fake.answer('bitcoin:signTransaction', () => new Promise(() => {}))
  const controller = new AbortController()
  const attempt = bench.signPsbt.sign({ ...bench.base, psbt, signal: controller.signal })
  const cause = new Error('enough')
  controller.abort(cause)
  await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause })
})

it.each(['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as FakeKind[])(
  'finds the inputs of %s by their script',
  async (kind) => {
    const key = fakeKey(3, kind, 'regtest', 'payment')
    const source = createFakeSource()
    const fake = createUnisatFake({ keys: [key], chain: 'regtest' })
    const { signPsbt } = createPsbtSigner({
      networks: new Map([[networkId, bitcoinRegtest]]),
      source: () => source,
    })
    const psbt = await psbtOf({ source }, [key, stranger])
    fake.answer('signPsbt', (hex: string) => hex)
    const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
    await expect(
      signPsbt.sign({ account: accountOf(key), networkId, provider, psbt: psbt.toHex() }),
    ).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
    expect(fake.calls[0]?.parameters[1].toSignInputs).toEqual([{ index: 0, address: key.address }])
  },
)

it('gives a coded error, whatever is wrong with a PSBT or with the answer to it', async () => {
  const bench = await setUp(createUnisatFake, createUnisatAdapter)
  const psbt = (await psbtOf(bench, [payment, ordinals])).toBuffer()
  const changed = (bytes: Uint8Array, at: number, byte: number) => {
    const copy = Uint8Array.from(bytes)
    copy[at % copy.length] = byte
    return copy
  }
  const sign = (given: Uint8Array) =>
    bench.signPsbt
      .sign({
        ...bench.base,
        psbt: given,
        finalise: true,
        inputs: [{ index: 0 }, { index: 1, address: ordinals.address }],
      })
      .catch((error: unknown) => {
        // The wallet may throw at what it cannot read, which is for the error table.
        expect(error).toMatchObject({
          code: expect.stringMatching(/^[A-Z_]+$/),
          shortMessage: expect.any(String),
        })
      })
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(255), async (at, byte) => {
      bench.fake.answer('signPsbt', undefined)
      await sign(changed(psbt, at, byte))
      bench.fake.answer('signPsbt', async (hex: string) => {
        const signed = ordinals.signPsbt(payment.signPsbt(Buffer.from(hex, 'hex'), [0]), [1])
        return Buffer.from(changed(signed, at, byte)).toString('hex')
      })
      await sign(psbt)
    }),
  )
})
