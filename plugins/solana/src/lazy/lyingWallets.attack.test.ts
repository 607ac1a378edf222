// Wallets that lie, over every method of a Solana wallet that we ask.
import type { Kernel } from '@latchkey/kernel'
import { isKernelError } from '@latchkey/kernel/plugin'
import { SignMessage, SignTransaction } from '@latchkey/kernel/contracts'
import { endlessList, fakeClock } from '@latchkey/kernel/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel } from '../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../test/fakeWallet.js'
import { SignAllTransactions, SignAndSendTransaction, SignIn, solanaMainnet } from '../index.js'
import { createOpener } from './openConnection.js'

let kernel: Kernel
let fake: FakeWallet

beforeEach(async () => {
  kernel = createTestKernel()
  fake = createFakeWallet({ seeds: [1, 2], send: 'http://127.0.0.1:1' })
  await fake.wallet.features['standard:connect']?.connect()
})
afterEach(() => kernel.dispose())

const own = () => new PublicKey(fake.accounts[0]!.address)
const requestOf = () => ({
  account: accountOn(solanaMainnet, fake.accounts[0]!.address),
  networkId: solanaMainnet.id,
  provider: fake.wallet,
})
const payee = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey
const thief = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey
const blockhash = PublicKey.default.toBase58()
const pay = (lamports = 1, toPubkey = payee) =>
  SystemProgram.transfer({ fromPubkey: own(), toPubkey, lamports })
/** A program that could do anything with the account's signature, as a router of an exchange does. */
const call = (name: string, programId = thief) =>
  new TransactionInstruction({
    programId,
    keys: [{ pubkey: own(), isSigner: true, isWritable: true }],
    data: Buffer.from(name),
  })
const memo = (note: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(note),
  })
const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 })

function transactionOf(
  instructions: readonly TransactionInstruction[],
  payerKey = own(),
  recent = blockhash,
) {
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: recent,
    instructions: [...instructions],
  })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}
/** Signed well, whatever it does. */
function signedBy(transaction: Uint8Array, index = 0): Uint8Array {
  const parsed = VersionedTransaction.deserialize(transaction)
  const account = fake.accounts[index]!
  const message = parsed.message.serialize()
  const place = parsed.message.staticAccountKeys.findIndex((key) => key.toBase58() === account.address)
  parsed.signatures[Math.max(place, 0)] = ed25519.sign(message, account.secret)
  return parsed.serialize()
}

const asked = () => [price, pay(5), call('swap', payee), memo('invoice 7')]
const sign = (instructions = asked()) =>
  capabilityOf(kernel, SignTransaction).sign({ ...requestOf(), transaction: transactionOf(instructions) })
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'taken',
    (error: unknown) => (isKernelError(error) ? error.code : `uncoded: ${String(error)}`),
  )

describe('signing a transaction', () => {
  const lies: Readonly<Record<string, () => Uint8Array>> = {
    'another receiver': () => transactionOf([price, pay(5, thief), call('swap', payee), memo('invoice 7')]),
    'another amount': () => transactionOf([price, pay(6), call('swap', payee), memo('invoice 7')]),
    'other data of a program': () =>
      transactionOf([price, pay(5), call('swap all', payee), memo('invoice 7')]),
    'another program': () => transactionOf([price, pay(5), call('swap'), memo('invoice 7')]),
    'one more payment': () => transactionOf([...asked(), pay(1, thief)]),
    'a program that nobody asked for': () => transactionOf([...asked(), call('take')]),
    'one instruction less': () => transactionOf([price, pay(5), memo('invoice 7')]),
    'another order': () => transactionOf([price, call('swap', payee), pay(5), memo('invoice 7')]),
    'another note': () => transactionOf([price, pay(5), call('swap', payee), memo('invoice 8')]),
    'no note': () => transactionOf([price, pay(5), call('swap', payee)]),
    'nothing at all': () => transactionOf([price]),
    'another payer': () => {
      const bytes = transactionOf(asked(), new PublicKey(fake.accounts[1]!.address))
      return signedBy(bytes, 1)
    },
  }
  it.each(Object.keys(lies))('refuses %s, however well signed', async (name) => {
    fake.answer('solana:signTransaction', () => [{ signedTransaction: signedBy(lies[name]!()) }])
    expect(await codeOf(sign())).toBe('WALLET_CHANGED_TRANSACTION')
  })

  it.each<[string, () => Uint8Array]>([
    ['another block hash', () => transactionOf(asked(), own(), thief.toBase58())],
    [
      'another price, a guard and one more note',
      () =>
        transactionOf([
          ComputeBudgetProgram.setComputeUnitLimit({ units: 9_000 }),
          call('assert', new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')),
          ...asked().slice(1),
          memo('guarded'),
        ]),
    ],
  ])('takes %s, which wallets add', async (_, change) => {
    const bytes = signedBy(change())
    fake.answer('solana:signTransaction', () => [{ signedTransaction: bytes }])
    expect(await sign()).toEqual(bytes)
  })

  it('refuses the signature of another account in place of its own', async () => {
    fake.answer('solana:signTransaction', ({ transaction }) => {
      const parsed = VersionedTransaction.deserialize(transaction)
      parsed.signatures[0] = ed25519.sign(parsed.message.serialize(), fake.accounts[1]!.secret)
      return [{ signedTransaction: parsed.serialize() }]
    })
    expect(await codeOf(sign())).toBe('WALLET_ANSWER_INVALID')
  })

  it.each<[string, (signed: Uint8Array[]) => unknown, string]>([
    [
      'in another order',
      ([one, two]) => [{ signedTransaction: two }, { signedTransaction: one }],
      'WALLET_CHANGED_TRANSACTION',
    ],
    [
      'one of them twice',
      ([one]) => [{ signedTransaction: one }, { signedTransaction: one }],
      'WALLET_CHANGED_TRANSACTION',
    ],
    ['only some', ([one]) => [{ signedTransaction: one }], 'WALLET_ANSWER_INVALID'],
    [
      'too many',
      ([one, two]) => [one, two, two].map((signedTransaction) => ({ signedTransaction })),
      'WALLET_ANSWER_INVALID',
    ],
    ['with a hole', ([one]) => [{ signedTransaction: one }, undefined], 'WALLET_ANSWER_INVALID'],
  ])('refuses several answered %s', async (_, answer, code) => {
    const transactions = [transactionOf([pay(1)]), transactionOf([pay(2)])]
    fake.answer('solana:signTransaction', () => answer(transactions.map((bytes) => signedBy(bytes))))
    expect(
      await codeOf(capabilityOf(kernel, SignAllTransactions).sign({ ...requestOf(), transactions })),
    ).toBe(code)
  })
})

describe('any method', () => {
  const network = solanaMainnet
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    'solana:signTransaction': () => sign(),
    'solana:signMessage': () => capabilityOf(kernel, SignMessage).sign({ ...requestOf(), message: 'hi' }),
    'solana:signIn': () =>
      capabilityOf(kernel, SignIn).signIn({
        ...requestOf(),
        input: { domain: 'app.example', nonce: 'abcdefgh' },
      }),
    'solana:signAndSendTransaction': () =>
      capabilityOf(kernel, SignAndSendTransaction).send({
        ...requestOf(),
        transaction: transactionOf(asked()),
      }),
    'standard:connect': () => connect(),
  }
  const connect = () => {
    const log = { error() {}, warn() {}, info() {}, debug() {} }
    const opener = createOpener({ networks: new Map([[network.id, network]]), clock: fakeClock(), log })
    const announced = { id: 'fake', name: 'Fake', wallet: fake.wallet } as never
    const signal = new AbortController().signal
    return opener.connect(announced, {
      namespaces: ['solana'],
      networkIds: [network.id],
      signal,
      onChange() {},
    })
  }
  const throwing = new Proxy([], {
    get() {
      throw new Error('no')
    },
  })
  const rubbish: readonly unknown[] = [
    undefined,
    null,
    0,
    'text',
    [],
    [null],
    [[]],
    [{}],
    {},
    { accounts: [null] },
    { accounts: [{}] },
    { accounts: [{ address: 'x', publicKey: new Uint8Array(32), chains: ['solana:mainnet'] }] },
    [
      {
        signature: new Uint8Array(64),
        signedMessage: new Uint8Array(2),
        signedTransaction: new Uint8Array(99),
      },
    ],
    [{ signature: 'x', signedMessage: 1, signedTransaction: {} }],
    throwing,
    [throwing],
    { accounts: throwing },
    () => {},
  ]
  it.each(Object.keys(questions))('%s refuses rubbish with a code', async (method) => {
    for (const [index, answer] of rubbish.entries()) {
      fake.answer(method, () => answer)
      const code = await codeOf(questions[method]!())
      const isNone = method === 'solana:signAndSendTransaction' && index === 12
      // 64 bytes may be the id of a transaction: what the network holds under it is looked at afterwards.
      if (!isNone) expect(code, `${method} ${index}`).toMatch(/^(WALLET|RPC|ACCOUNT)_[A-Z_]+$/)
    }
  })

  const places: readonly ((list: unknown) => unknown)[] = [
    (list) => list,
    (list) => ({ accounts: list }),
    (list) => ({ accounts: [{ ...fake.accounts[0], chains: list }] }),
    (list) => [{ signature: list, signedMessage: list, signedTransaction: list, account: list }],
  ]
  it.each(Object.keys(questions))('%s does not walk an endless list', async (method) => {
    for (const place of places) {
      const { list, reads } = endlessList(fake.accounts[0])
      fake.answer(method, () => place(list))
      expect(await codeOf(questions[method]!())).not.toMatch(/^uncoded/)
      expect(reads()).toBeLessThan(5_000)
    }
  })

  it.each(['accounts', 'chains', 'features', 'versions'])('does not walk endless %s', async (member) => {
    const { list, reads } = endlessList('solana:none')
    const [account] = fake.accounts
    if (member === 'accounts') fake.change({ accounts: list })
    if (member === 'chains') fake.change({ accounts: [{ ...account, chains: list }], chains: list })
    if (member === 'features') fake.change({ accounts: [{ ...account, features: list }] })
    if (member === 'versions') {
      const features = fake.wallet.features as Record<string, object>
      fake.change({
        features: {
          ...features,
          'solana:signTransaction': {
            ...features['solana:signTransaction'],
            supportedTransactionVersions: list,
          },
        },
      })
    }
    for (const question of Object.values(questions)) {
      expect(await codeOf(question())).not.toMatch(/^uncoded/)
    }
    expect(reads()).toBeLessThan(5_000)
  })
})
