import type { Kernel } from '@latchkey/kernel'
import { SignMessage, SignTransaction } from '@latchkey/kernel/contracts'
import { encodeBase58 } from '@latchkey/kernel/chain'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getOffchainMessageV0Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Blockhash,
} from '@solana/kit'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../test/context.js'
import { createFakeWallet, type FakeWallet, writeOffchain1 } from '../../test/fakeWallet.js'
import { SignAllTransactions, SignIn, solanaDevnet, solanaMainnet } from '../index.js'
import { writeSiws } from './siwsMessage.js'

let kernel: Kernel
let fake: FakeWallet

beforeEach(async () => {
  kernel = createTestKernel()
  fake = createFakeWallet({ seeds: [1, 2] })
  await fake.wallet.features['standard:connect']?.connect()
})
afterEach(() => kernel.dispose())

const requestOf = (wallet: FakeWallet = fake) => ({
  account: accountOn(solanaMainnet, wallet.accounts[0]!.address),
  networkId: solanaMainnet.id,
  provider: wallet.wallet,
})

function transfer(version: 'legacy' | 0, lamports = 1, from = fake.accounts[0]!.address) {
  const key = new PublicKey(from)
  const message = new TransactionMessage({
    payerKey: key,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: key, toPubkey: PublicKey.default, lamports })],
  })
  return new VersionedTransaction(
    version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(),
  ).serialize()
}

describe('signing a message', () => {
  const sign = (message: string | Uint8Array = 'hello') =>
    capabilityOf(kernel, SignMessage).sign({ ...requestOf(), message })

  it('answers a signature of the account over the UTF-8 text', async () => {
    const { signature, type, signedMessage } = await sign('grüße')
    expect(type).toBe('ed25519')
    expect(signedMessage).toBeUndefined()
    const [account] = fake.accounts
    const expected = ed25519.sign(new TextEncoder().encode('grüße'), account!.secret)
    expect(signature).toBe(encodeBase58(expected))
  })

  it('says so when the wallet signed other bytes', async () => {
    const [account] = fake.accounts
    const signed = new TextEncoder().encode('prefix hello')
    fake.answer('solana:signMessage', () => [
      { signedMessage: signed, signature: ed25519.sign(signed, account!.secret) },
    ])
    expect((await sign()).signedMessage).toEqual(signed)
  })

  it('refuses a signature of another account, of another text, and answers of another form', async () => {
    const hello = new TextEncoder().encode('hello')
    const [first, second] = fake.accounts
    const answers: unknown[] = [
      [{ signedMessage: hello, signature: ed25519.sign(hello, second!.secret) }],
      [{ signedMessage: new Uint8Array(5), signature: ed25519.sign(hello, first!.secret) }],
      [{ signedMessage: hello, signature: new Uint8Array(63) }],
      [{ signedMessage: 'hello', signature: 'abc' }],
      [{}],
      [null],
      [],
      [{}, {}],
      undefined,
      'signature',
    ]
    for (const answer of answers) {
      fake.answer('solana:signMessage', () => answer)
      expect(await faultOf(sign()), JSON.stringify(answer)).toMatch(/^WALLET_ANSWER_INVALID/)
    }
  })

  it('maps what the wallet throws', async () => {
    const thrown: [unknown, string][] = [
      [{ code: 4001, message: 'no' }, 'USER_REJECTED'],
      [new Error('User rejected the request.'), 'USER_REJECTED'],
      [Object.assign(new Error('x'), { code: 4001 }), 'USER_REJECTED'],
      [{ code: -32603, message: 'Internal' }, 'RPC_INTERNAL'],
      [new Error('Transaction was rejected by the network'), 'RPC_UNKNOWN'],
      [undefined, 'RPC_UNKNOWN'],
    ]
    for (const [error, code] of thrown) {
      fake.answer('solana:signMessage', () => {
        throw error
      })
      expect(await faultOf(sign())).toMatch(new RegExp(`^${code}`))
    }
  })

  it('says what is missing', async () => {
    const simple = createFakeWallet({ without: ['solana:signMessage'] })
    await simple.wallet.features['standard:connect']?.connect()
    const { sign: ask } = capabilityOf(kernel, SignMessage)
    expect(await faultOf(ask({ ...requestOf(simple), message: 'x' }))).toMatchInlineSnapshot(`
      "WALLET_FEATURE_MISSING: Fake Wallet cannot sign messages. Use another wallet for this.

      Needed: solana:signMessage, by the wallet and by the account."
    `)
    expect(await faultOf(ask({ ...requestOf(), provider: {}, message: 'x' }))).toMatchInlineSnapshot(`
      "WALLET_PROVIDER_INVALID: The connected wallet can’t be used with Solana.

      Expected a Wallet Standard wallet, as Connection.provider("solana") answers."
    `)
    const stranger = accountOn(solanaMainnet, PublicKey.default.toBase58())
    expect(await faultOf(ask({ ...requestOf(), account: stranger, message: 'x' }))).toMatchInlineSnapshot(`
      "ACCOUNT_NOT_FOUND: The wallet does not offer this account any more. Choose another one.

      No account has the id "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:11111111111111111111111111111111"."
    `)
    fake.change({ accounts: [{ ...fake.accounts[0], features: [] }] })
    expect(await faultOf(ask({ ...requestOf(), message: 'x' }))).toMatch(/^WALLET_FEATURE_MISSING/)
  })
})

describe('signing transactions', () => {
  const sign = (transaction: Uint8Array, wallet = fake) =>
    capabilityOf(kernel, SignTransaction).sign({ ...requestOf(wallet), transaction })

  it.each(['legacy', 0] as const)('signs version %s', async (version) => {
    const signed = VersionedTransaction.deserialize(await sign(transfer(version)))
    const message = signed.message.serialize()
    expect(ed25519.verify(signed.signatures[0]!, message, fake.accounts[0]!.publicKey as Uint8Array)).toBe(
      true,
    )
    expect(fake.calls.at(-1)?.inputs[0].chain).toBe('solana:mainnet')
  })

  it('signs several with one approval, in order', async () => {
    const transactions = [transfer('legacy', 1), transfer(0, 2), transfer('legacy', 3)]
    const { sign: signAll } = capabilityOf(kernel, SignAllTransactions)
    const signed = await signAll({ ...requestOf(), transactions })
    expect(signed.map((bytes) => Buffer.from(bytes.slice(65)).toString('hex'))).toEqual(
      transactions.map((bytes) => Buffer.from(bytes.slice(65)).toString('hex')),
    )
    expect(fake.calls.filter((call) => call.feature === 'solana:signTransaction')).toHaveLength(1)
    expect(await signAll({ ...requestOf(), transactions: [] })).toEqual([])
  })

  it('takes what the wallet changed, when it is signed', async () => {
    const [account] = fake.accounts
    const changed = transfer('legacy', 1)
    changed.set(ed25519.sign(changed.slice(65), account!.secret), 1)
    fake.answer('solana:signTransaction', () => [{ signedTransaction: changed }])
    expect(await sign(transfer(0, 1))).toEqual(changed)
  })

  it('refuses what is not signed by the account, and what is no transaction', async () => {
    const unsigned = transfer(0)
    for (const signedTransaction of [unsigned, new Uint8Array(3), 'text', undefined]) {
      fake.answer('solana:signTransaction', () => [{ signedTransaction }])
      expect(await faultOf(sign(unsigned))).toMatch(/^WALLET_ANSWER_INVALID/)
    }
  })

  it('does not open the wallet for what it cannot sign', async () => {
    const old = createFakeWallet({ versions: ['legacy'] })
    await old.wallet.features['standard:connect']?.connect()
    expect(await faultOf(sign(transfer(0, 1, old.accounts[0]!.address), old))).toMatchInlineSnapshot(`
      "WALLET_VERSION_UNSUPPORTED: Fake Wallet can’t sign this kind of transaction.

      The transaction has version 0.
      The wallet lists: legacy."
    `)
    expect(await faultOf(sign(transfer(0, 1, fake.accounts[1]!.address)))).toMatchInlineSnapshot(`
      "TRANSACTION_NOT_FOR_ACCOUNT: This transaction does not need a signature of the connected account.

      Account: AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9
      Signers: 9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu"
    `)
    expect(await faultOf(sign(Uint8Array.of(1, 2, 3)))).toMatch(/^TRANSACTION_INVALID/)
    expect([...fake.calls, ...old.calls].filter((call) => call.feature.startsWith('solana:'))).toEqual([])
  })
})

describe('signing a transaction of version 1', () => {
  const current = async () => {
    const wallet = createFakeWallet({ versions: ['legacy', 0, 1] })
    await wallet.wallet.features['standard:connect']?.connect()
    return wallet
  }
  const write = (wallet: FakeWallet, noteBytes: number) => {
    const [payer] = wallet.accounts
    const lifetime = {
      blockhash: address(PublicKey.default.toBase58()) as string as Blockhash,
      lastValidBlockHeight: 1n,
    }
    const message = appendTransactionMessageInstruction(
      { programAddress: address(memo), data: new Uint8Array(noteBytes).fill(0x61) },
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime,
        setTransactionMessageFeePayer(address(payer!.address), createTransactionMessage({ version: 1 })),
      ),
    )
    return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
  }
  const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
  const sign = (wallet: FakeWallet, transaction: Uint8Array) =>
    capabilityOf(kernel, SignTransaction).sign({ ...requestOf(wallet), transaction })

  it('is given to a wallet that lists it, up to 4,096 bytes, with the signature behind the message', async () => {
    const wallet = await current()
    const overhead = write(wallet, 0).length
    for (const size of [300, 4_096]) {
      const transaction = write(wallet, size - overhead)
      expect(transaction).toHaveLength(size)
      const signed = await sign(wallet, transaction)
      expect(signed.slice(0, -64)).toEqual(transaction.slice(0, -64))
      const { messageBytes, signatures } = getTransactionDecoder().decode(signed)
      const [account] = wallet.accounts
      const signature = Uint8Array.from(signatures[address(account!.address)]!)
      expect(
        ed25519.verify(signature, Uint8Array.from(messageBytes), Uint8Array.from(account!.publicKey)),
      ).toBe(true)
    }
    expect(await faultOf(sign(wallet, write(wallet, 4_097 - overhead)))).toMatch(/^TRANSACTION_TOO_LARGE/)
  })

  it('is not given to one that does not list it', async () => {
    expect(await faultOf(sign(fake, write(fake, 10)))).toMatchInlineSnapshot(`
      "WALLET_VERSION_UNSUPPORTED: Fake Wallet can’t sign this kind of transaction.

      The transaction has version 1.
      The wallet lists: legacy,0."
    `)
    expect(fake.calls.filter(({ feature }) => feature.startsWith('solana:'))).toEqual([])
  })

  it('is refused when the wallet made another one of it', async () => {
    const wallet = await current()
    const [account] = wallet.accounts
    wallet.answer('solana:signTransaction', ({ transaction }) => {
      const changed = Uint8Array.from(transaction)
      changed[changed.length - 65]! ^= 1
      changed.set(ed25519.sign(changed.slice(0, -64), account!.secret), changed.length - 64)
      return [{ signedTransaction: changed }]
    })
    expect(await faultOf(sign(wallet, write(wallet, 10)))).toMatch(/^WALLET_CHANGED_TRANSACTION/)
  })
})

describe('an account that signs off-chain messages alone', () => {
  const device = async (offchain: readonly number[] = [1]) => {
    const wallet = createFakeWallet({ without: ['solana:signMessage', 'solana:signIn'], offchain })
    await wallet.wallet.features['standard:connect']?.connect()
    return wallet
  }
  const sign = (wallet: FakeWallet, message: string | Uint8Array) =>
    capabilityOf(kernel, SignMessage).sign({ ...requestOf(wallet), message })

  it.each([
    ['text', 'grüße'],
    ['bytes', new TextEncoder().encode('grüße')],
  ])('signs a text in one of version 1, given as %s', async (_, message) => {
    const wallet = await device()
    const [account] = wallet.accounts
    const { signature, signedMessage } = await sign(wallet, message)
    const expected = writeOffchain1('grüße', [Uint8Array.from(account!.publicKey)])
    expect(signedMessage).toEqual(expected)
    expect(signature).toBe(encodeBase58(ed25519.sign(expected, account!.secret)))
    expect(wallet.calls.at(-1)?.inputs[0]).toMatchObject({ messageVersion: 1, message: 'grüße' })
  })

  it('signs in', async () => {
    const wallet = await device()
    const input = { domain: 'app.example', statement: 'Welcome', nonce: 'abcdefgh', chainId: 'mainnet' }
    const signed = await capabilityOf(kernel, SignIn).signIn({ ...requestOf(wallet), input })
    expect(signed.message).toBe(writeSiws({ ...input, address: wallet.accounts[0]!.address }))
    expect(signed.signedMessage).toHaveLength(50 + signed.message.length)
  })

  it('is told of bytes that are no text, and of a version that is not known', async () => {
    expect(await faultOf(sign(await device(), Uint8Array.of(0xff, 0xfe)))).toMatch(/^WALLET_FEATURE_MISSING/)
    expect(await faultOf(sign(await device([2]), 'hello'))).toMatch(/^WALLET_FEATURE_MISSING/)
  })

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['another text', (bytes) => Uint8Array.from([...bytes, 0x21])],
    ['another account', (bytes) => bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte))],
    ['no envelope', (bytes) => bytes.slice(50)],
  ])('is refused with a message of %s, however well signed', async (_, change) => {
    const wallet = await device()
    const [account] = wallet.accounts
    wallet.answer('solana:signOffchainMessage', ({ message, requiredSigners }) => {
      const signedOffchainMessage = change(writeOffchain1(message, requiredSigners))
      return [{ signedOffchainMessage, signature: ed25519.sign(signedOffchainMessage, account!.secret) }]
    })
    expect(await faultOf(sign(wallet, 'hello'))).toMatch(/^WALLET_ANSWER_INVALID/)
  })
})

describe('signing in', () => {
  const input = { domain: 'app.example', statement: 'Welcome', nonce: 'abcdefgh', chainId: 'mainnet' }
  const signIn = (wallet = fake) => capabilityOf(kernel, SignIn).signIn({ ...requestOf(wallet), input })

  /** A wallet that writes the text, changed as the test says. */
  function answerWith(change: object, account = fake.accounts[0]!) {
    fake.answer('solana:signIn', (asked) => {
      const signedMessage = new TextEncoder().encode(writeSiws({ ...asked, ...change }))
      return [{ account, signedMessage, signature: ed25519.sign(signedMessage, account.secret) }]
    })
  }

  it('answers what was signed', async () => {
    answerWith({})
    const signed = await signIn()
    expect(signed.message).toBe(writeSiws({ ...input, address: fake.accounts[0]!.address }))
    expect(signed.address).toBe(fake.accounts[0]!.address)
    const { signedMessage } = signed
    expect(signed.signature).toBe(encodeBase58(ed25519.sign(signedMessage, fake.accounts[0]!.secret)))
  })

  it.each([
    ['domain', { domain: 'evil.example' }],
    ['nonce', { nonce: 'zzzzzzzz' }],
    ['statement', { statement: 'Pay everything' }],
    ['chain', { chainId: 'devnet' }],
    ['address', { address: PublicKey.default.toBase58() }],
    ['resources nobody asked for', { resources: ['urn:recap:all'] }],
    ['absent statement', { statement: undefined }],
    ['absent chain', { chainId: undefined }],
  ])('refuses another %s, however well signed', async (_, change) => {
    answerWith(change)
    expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
  })

  describe('a chain that the wallet writes by itself', () => {
    const { chainId: _, ...open } = input
    const signOpen = () => capabilityOf(kernel, SignIn).signIn({ ...requestOf(), input: open })
    it.each(['mainnet', 'solana:mainnet', solanaMainnet.id])('may be this one: %s', async (chainId) => {
      answerWith({ chainId })
      expect((await signOpen()).message).toContain(`Chain ID: ${chainId}`)
    })
    it.each([
      '1',
      'MAINNET',
      'Mainnet',
      'mainnet-beta',
      'devnet',
      'solana:devnet',
      solanaDevnet.id,
      'solana:',
      ' mainnet',
    ])('may not be another one: %s', async (chainId) => {
      answerWith({ chainId })
      expect(await faultOf(signOpen())).toMatch(/^WALLET_ANSWER_INVALID/)
    })
  })

  it('refuses another account and a wrong signature', async () => {
    answerWith({}, fake.accounts[1])
    expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
    answerWith({ address: fake.accounts[1]!.address }, fake.accounts[1])
    expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
    fake.answer('solana:signIn', () => [
      { account: fake.accounts[0], signedMessage: new Uint8Array(9), signature: new Uint8Array(64) },
    ])
    expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
  })

  it('takes an empty member that the wallet leaves out, and no other in its place', async () => {
    const empty = { ...input, statement: '', requestId: '', resources: [] }
    const ask = (wallet = fake) => capabilityOf(kernel, SignIn).signIn({ ...requestOf(wallet), input: empty })
    const left = { statement: undefined, requestId: undefined, resources: undefined }
    answerWith(left)
    const text = (await ask()).message
    expect(text).not.toMatch(/Request ID|Resources/)
    answerWith({ ...left, statement: 'Pay everything' })
    expect(await faultOf(ask())).toMatch(/^WALLET_ANSWER_INVALID/)
    answerWith({ ...left, requestId: 'theirs' })
    expect(await faultOf(ask())).toMatch(/^WALLET_ANSWER_INVALID/)
    const simple = createFakeWallet({ without: ['solana:signIn'] })
    await simple.wallet.features['standard:connect']?.connect()
    expect((await ask(simple)).message).toContain(simple.accounts[0]!.address)
  })

  it('takes the page for the domain when none is given', async () => {
    vi.stubGlobal('location', { host: 'page.example:8080' })
    answerWith({})
    const { signIn: ask } = capabilityOf(kernel, SignIn)
    const { message } = await ask({ ...requestOf(), input: { nonce: 'abcdefgh' } })
    vi.unstubAllGlobals()
    expect(message).toContain('page.example:8080 wants you')
  })

  it('signs the same text as a message where the wallet lacks the feature', async () => {
    const simple = createFakeWallet({ without: ['solana:signIn'] })
    await simple.wallet.features['standard:connect']?.connect()
    const signed = await signIn(simple)
    expect(signed.message).toBe(writeSiws({ ...input, address: simple.accounts[0]!.address }))
    expect(simple.calls.at(-1)?.feature).toBe('solana:signMessage')
  })

  describe('where the wallet puts a text into an off-chain message, as hardware wallets do', () => {
    /** Solana's own library makes the message. */
    it.each([0, 1] as const)(
      'reads it in the answer to `solana:signIn`, too: version %i',
      async (version) => {
        const answer = (change: object, signer = 0) =>
          fake.answer('solana:signIn', (asked) => {
            const content = writeSiws({ ...asked, ...change })
            const named = fake.accounts[signer]!
            const bytes =
              version === 1
                ? writeOffchain1(content, [Uint8Array.from(named.publicKey)])
                : getOffchainMessageV0Encoder().encode({
                    version,
                    applicationDomain: offchainMessageApplicationDomain(PublicKey.default.toBase58()),
                    requiredSignatories: [{ address: address(named.address) }],
                    content: offchainMessageContentUtf8Of1232BytesMax(content),
                  })
            const signedMessage = Uint8Array.from(bytes)
            const [account] = fake.accounts
            return [{ account, signedMessage, signature: ed25519.sign(signedMessage, account!.secret) }]
          })
        answer({})
        expect((await signIn()).message).toBe(writeSiws({ ...input, address: fake.accounts[0]!.address }))
        answer({ statement: 'Pay everything' })
        expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
        answer({}, 1)
        expect(await faultOf(signIn())).toMatch(/^WALLET_ANSWER_INVALID/)
      },
    )

    async function signInWith(change: (text: string) => string, signer = 0) {
      const device = createFakeWallet({ seeds: [1, 2], without: ['solana:signIn'] })
      await device.wallet.features['standard:connect']?.connect()
      const [account] = device.accounts
      device.answer('solana:signMessage', ({ message }) => {
        const text = change(new TextDecoder().decode(message))
        const signedMessage = getOffchainMessageV0Encoder().encode({
          version: 0,
          applicationDomain: offchainMessageApplicationDomain(PublicKey.default.toBase58()),
          requiredSignatories: [{ address: address(device.accounts[signer]!.address) }],
          content: offchainMessageContentUtf8Of1232BytesMax(text),
        })
        return [{ signedMessage, signature: ed25519.sign(Uint8Array.from(signedMessage), account!.secret) }]
      })
      return signIn(device)
    }

    it('answers the text and what was signed', async () => {
      const signed = await signInWith((text) => text)
      expect(signed.message).toBe(writeSiws({ ...input, address: signed.address }))
      expect(signed.signedMessage).toHaveLength(85 + signed.message.length)
      expect(signed).not.toHaveProperty('text')
    })

    it('refuses another text, and a message that names another account', async () => {
      const other = signInWith((text) => text.replace('Welcome', 'Pay everything'))
      expect(await faultOf(other)).toMatch(/^WALLET_ANSWER_INVALID/)
      expect(await faultOf(signInWith((text) => text, 1))).toMatch(/^WALLET_ANSWER_INVALID/)
    })
  })
})
