// kit's own signing, over a wallet of the Wallet Standard that really signs.
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createSignableMessage,
  createTransactionMessage,
  getBase58Decoder,
  isTransactionWithBlockhashLifetime,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOn, faultOf } from '../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../test/fakeWallet.js'
import { SolanaProvider, solana, solanaMainnet } from '../index.js'
import { createKitSigner } from './createKitSigner.js'

let kernel: Kernel
let fake: FakeWallet

async function connected(
  without: readonly string[] = [],
  versions: readonly ('legacy' | 0 | 1)[] = ['legacy', 0],
) {
  fake = createFakeWallet({ seeds: [1], without, versions })
  await fake.wallet.features['standard:connect']?.connect()
  const { connector } = fakeWallet({
    accounts: [accountOn(solanaMainnet, fake.wallet.accounts[0]!.address)],
    networks: { solana: solanaMainnet.id },
    provider: () => fake.wallet,
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const wallets = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, connector),
  })
  kernel = createKernel([solana(), wallets], { storage: memoryStorage(), onPluginError: 'throw' })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  return createKitSigner(kernel.get(Wallets).active('solana')!)
}

beforeEach(() => {
  fake = createFakeWallet()
})
afterEach(() => kernel?.dispose())

const blockhash = {
  blockhash: getBase58Decoder().decode(new Uint8Array(32).fill(7)) as Blockhash,
  lastValidBlockHeight: 1234n,
}

/** A memo, paid by the signer. */
const memo = (signer: Awaited<ReturnType<typeof connected>>, version: 0 | 1 = 0) =>
  pipe(
    createTransactionMessage({ version } as { version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(signer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          data: new TextEncoder().encode('Hello'),
        },
        message,
      ),
  )

describe('a signer of @solana/kit', () => {
  it('signs version 1 with a wallet that lists it, which is how an app builds it', async () => {
    const signer = await connected([], ['legacy', 0, 1])
    const transaction = await partiallySignTransactionMessageWithSigners(memo(signer, 1))
    expect(transaction.messageBytes[0]).toBe(0x81)
    const signature = transaction.signatures[signer.address]
    const key = Uint8Array.from(fake.accounts[0]!.publicKey)
    expect(ed25519.verify(signature!, Uint8Array.from(transaction.messageBytes), key)).toBe(true)
    expect(isTransactionWithBlockhashLifetime(transaction)).toBe(true)
    const older = await connected()
    const asked = partiallySignTransactionMessageWithSigners(memo(older, 1))
    expect(await faultOf(asked)).toMatch(/^WALLET_VERSION_UNSUPPORTED/)
  })

  it('signs the transaction that kit compiled, and keeps how long it is valid', async () => {
    const signer = await connected()
    const transaction = await partiallySignTransactionMessageWithSigners(memo(signer))
    const signature = transaction.signatures[signer.address]
    const key = fake.accounts[0]!.publicKey
    expect(ed25519.verify(signature!, Uint8Array.from(transaction.messageBytes), Uint8Array.from(key))).toBe(
      true,
    )
    expect(isTransactionWithBlockhashLifetime(transaction)).toBe(true)
    expect(transaction.lifetimeConstraint).toEqual(blockhash)
    expect(fake.calls.map(({ feature }) => feature)).toContain('solana:signTransaction')
  })

  it('asks once for several transactions', async () => {
    const signer = await connected()
    const compiled = await partiallySignTransactionMessageWithSigners(memo(signer))
    const before = fake.calls.filter(({ feature }) => feature === 'solana:signTransaction').length
    const signed = await signer.modifyAndSignTransactions([compiled, compiled])
    const calls = fake.calls.filter(({ feature }) => feature === 'solana:signTransaction')
    expect(signed).toHaveLength(2)
    expect(calls.length - before).toBe(1)
  })

  it('signs messages', async () => {
    const signer = await connected()
    const [signed] = await signer.modifyAndSignMessages([createSignableMessage('Hello')])
    const key = Uint8Array.from(fake.accounts[0]!.publicKey)
    expect(new TextDecoder().decode(signed!.content)).toBe('Hello')
    expect(ed25519.verify(signed!.signatures[signer.address]!, signed!.content, key)).toBe(true)
  })

  it('leaves the signatures of others off a message that the wallet changed', async () => {
    const signer = await connected()
    const changed = new TextEncoder().encode('prefix Hello')
    const other = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
    const signature = ed25519.sign(changed, fake.accounts[0]!.secret)
    fake.answer('solana:signMessage', () => [{ signedMessage: changed, signature }])
    const [first] = await signer.modifyAndSignMessages([createSignableMessage('Hello')])
    const given = { ...first!, content: new TextEncoder().encode('Hello') }
    const signed = { ...given, signatures: { [other]: first!.signatures[signer.address]! } }
    const [again] = await signer.modifyAndSignMessages([signed])
    expect(again!.content).toEqual(changed)
    expect(Object.keys(again!.signatures)).toEqual([signer.address])
  })

  it('rejects with the sentence of the capability when the wallet has left, and with the reason when it is aborted', async () => {
    const signer = await connected()
    const compiled = await partiallySignTransactionMessageWithSigners(memo(signer))
    const reason = new Error('The person closed the page.')
    const aborted = signer.modifyAndSignTransactions([compiled], { abortSignal: AbortSignal.abort(reason) })
    await expect(aborted).rejects.toBe(reason)
    await kernel.get(Session).disconnect()
    expect(await faultOf(signer.modifyAndSignTransactions([compiled]))).toMatch(/^CONNECTION_NOT_FOUND/)
  })

  it('leaves the wallet’s own features as dead as itself once the wallet has left', async () => {
    await connected()
    const provider = kernel.get(Wallets).active('solana')!.provider(SolanaProvider)!
    const [account] = provider.accounts
    const { signMessage } = provider.features['solana:signMessage']!
    const message = new TextEncoder().encode('Hello')
    expect(await signMessage({ account: account!, message })).toHaveLength(1)
    const asked = fake.calls.length
    await kernel.get(Session).disconnect()
    const left = { code: 'CONNECTION_NOT_FOUND' }
    await expect(signMessage({ account: account!, message })).rejects.toMatchObject(left)
    await expect(provider.features['standard:connect']!.connect()).rejects.toMatchObject(left)
    expect(fake.calls).toHaveLength(asked)
  })
})
