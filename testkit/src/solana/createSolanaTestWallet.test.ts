import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSolanaTestWallet,
  type SolanaTestWallet,
  type SolanaTestWalletOptions,
} from './createSolanaTestWallet.js'
import { signInText } from './signInText.js'
import { readTransaction } from './signTransaction.js'
import type { SolanaFeatures } from './solanaFeatures.js'
import signInVectors from './vectors/messages_wallet_standard.json' with { type: 'json' }
import wireVectors from './vectors/wire_kit.json' with { type: 'json' }

let stack: SolanaStack
let connection: Connection
let secrets: readonly string[]
let alice: PublicKey
let bob: PublicKey

beforeAll(async () => {
  stack = await startSolana()
  connection = new Connection(stack.url, 'confirmed')
  secrets = stack.accounts.slice(0, 2).map(({ secretKey }) => secretKey)
  alice = new PublicKey(stack.accounts[0]!.address)
  bob = new PublicKey(stack.accounts[1]!.address)
})
afterAll(() => stack.stop())

function createWallet(options: Partial<SolanaTestWalletOptions> = {}) {
  const chains = [{ chain: 'solana:localnet', rpcUrl: stack.url }] as const
  return createSolanaTestWallet({ accounts: secrets, chains, permitted: true, ...options })
}

const feature = <Name extends keyof SolanaFeatures>({ wallet }: SolanaTestWallet, name: Name) =>
  wallet.features[name] as SolanaFeatures[Name]

const transfer = (to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: alice, toPubkey: to, lamports })

async function versioned(instructions: Parameters<Transaction['add']>[0][], lifetime?: string) {
  const recentBlockhash = lifetime ?? (await connection.getLatestBlockhash()).blockhash
  const message = new TransactionMessage({
    payerKey: alice,
    recentBlockhash,
    instructions: instructions as never,
  })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}

describe('connecting', () => {
  it('asks once, shows the selected account and remembers until disconnected', async () => {
    const test = createWallet({ permitted: false })
    const { connect } = feature(test, 'standard:connect')
    expect(test.wallet.accounts).toEqual([])
    expect((await connect({ silent: true })).accounts).toEqual([])
    test.control.rejectNext('standard:connect')
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    const { accounts } = await connect()
    expect(accounts.map(({ address }) => address)).toEqual([alice.toBase58()])
    expect(accounts[0]).toMatchObject({ chains: ['solana:localnet'] })
    expect(new PublicKey(accounts[0]!.publicKey).equals(alice)).toBe(true)
    expect((await connect({ silent: true })).accounts[0]).toBe(accounts[0])
    await feature(test, 'standard:disconnect').disconnect()
    expect(test.wallet.accounts).toEqual([])
    expect(test.control.requests.map(({ method }) => method)).toContain('standard:disconnect')
  })

  it('tells of switched, locked and withdrawn accounts, and of nothing else', () => {
    const test = createWallet()
    const changes: string[][] = []
    const off = feature(test, 'standard:events').on('change', (properties) => {
      changes.push((properties as { accounts: { address: string }[] }).accounts.map(({ address }) => address))
    })
    expect(test.control.listenerCount('change')).toBe(1)
    const before = test.wallet.accounts
    test.control.switchAccount(bob.toBase58())
    expect(test.wallet.accounts).not.toBe(before)
    test.control.switchAccount(bob.toBase58())
    test.control.lock()
    test.control.unlock()
    test.control.disconnect()
    expect(changes).toEqual([[bob.toBase58()], [], [bob.toBase58()], []])
    off()
    expect(test.control.listenerCount('change')).toBe(0)
  })

  it('can show several accounts, and can lack features', () => {
    const test = createWallet({ exposeAllAccounts: true, without: ['solana:signIn'] })
    expect(test.wallet.accounts.map(({ address }) => address)).toEqual([alice.toBase58(), bob.toBase58()])
    expect(test.wallet.features['solana:signIn']).toBeUndefined()
    expect(test.wallet.accounts[0]!.features).not.toContain('solana:signIn')
    expect(test.wallet.icon).toMatch(/^data:image\/svg\+xml;base64,/)
  })

  it('has the keys of the local chain unless told otherwise', () => {
    const { wallet } = createSolanaTestWallet({ permitted: true, exposeAllAccounts: true })
    expect(wallet.accounts.map(({ address }) => address)).toEqual([alice.toBase58(), bob.toBase58()])
  })

  it('refuses a secret key that is none', () => {
    expect(() =>
      createWallet({ accounts: [base58.encode(new Uint8Array(64))] }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[Error: A Solana secret key must be the base58 of 64 bytes: a seed and the public key that belongs to it.]`,
    )
  })
})

describe('messages', () => {
  it('signs every message in its order', async () => {
    const test = createWallet({ exposeAllAccounts: true })
    const messages = ['one', 'two'].map((text) => new TextEncoder().encode(text))
    const outputs = await feature(test, 'solana:signMessage').signMessage(
      ...messages.map((message, index) => ({ account: test.wallet.accounts[index]!, message })),
    )
    for (const [index, { signedMessage, signature }] of outputs.entries()) {
      expect(signedMessage).toEqual(messages[index])
      const key = test.wallet.accounts[index]!.publicKey
      expect(ed25519.verify(signature, messages[index]!, key)).toBe(true)
      signature[0]! ^= 1
      expect(ed25519.verify(signature, messages[index]!, key)).toBe(false)
    }
  })

  it('signs what was asked even if the page changes it while the user decides', async () => {
    const test = createWallet({ approval: 'ask' })
    const message = new TextEncoder().encode('honest')
    const [account] = test.wallet.accounts
    const answer = feature(test, 'solana:signMessage').signMessage({ account: account!, message })
    await test.control.waitForPending('solana:signMessage')
    message.fill(0)
    test.control.approve()
    expect(new TextDecoder().decode((await answer)[0]!.signedMessage)).toBe('honest')
  })

  it('refuses accounts the page may not use', async () => {
    const test = createWallet()
    const message = new Uint8Array([1])
    const { signMessage } = feature(test, 'solana:signMessage')
    await expect(signMessage({ account: { address: bob.toBase58() }, message })).rejects.toMatchObject({
      code: 4100,
    })
    const account = test.wallet.accounts[0]!
    test.control.lock()
    await expect(signMessage({ account, message })).rejects.toMatchObject({ code: 4100 })
  })

  it('answers rubbish when told to', async () => {
    const test = createWallet()
    test.control.garbage('emptyObject', 'solana:signMessage')
    const account = test.wallet.accounts[0]!
    const { signMessage } = feature(test, 'solana:signMessage')
    expect(await signMessage({ account, message: new Uint8Array([1]) })).toEqual({})
  })
})

describe('signing in', () => {
  it.each(signInVectors.cases)('writes the text of the library: $id', ({ parsed, text }) => {
    expect(signInText(parsed)).toBe(text)
  })

  it('writes every field in the order of the grammar', () => {
    expect(
      signInText({
        domain: 'example.com',
        address: 'A',
        statement: 'S',
        uri: 'https://example.com',
        version: '1',
        chainId: 'mainnet',
        nonce: 'abcdefgh',
        issuedAt: '1',
        expirationTime: '2',
        notBefore: '3',
        requestId: '4',
        resources: ['https://a', 'https://b'],
      }),
    ).toMatchInlineSnapshot(`
      "example.com wants you to sign in with your Solana account:
      A

      S

      URI: https://example.com
      Version: 1
      Chain ID: mainnet
      Nonce: abcdefgh
      Issued At: 1
      Expiration Time: 2
      Not Before: 3
      Request ID: 4
      Resources:
      - https://a
      - https://b"
    `)
  })

  it('connects, signs the text and shows the account', async () => {
    const test = createWallet({ permitted: false })
    const [output] = await feature(test, 'solana:signIn').signIn({
      domain: 'example.com',
      statement: 'Hello',
    })
    expect(new TextDecoder().decode(output!.signedMessage)).toBe(
      `example.com wants you to sign in with your Solana account:\n${alice.toBase58()}\n\nHello`,
    )
    expect(ed25519.verify(output!.signature, output!.signedMessage, output!.account.publicKey)).toBe(true)
    expect(test.wallet.accounts[0]).toBe(output!.account)
  })
})

describe('transactions', () => {
  it.each(wireVectors.cases)('takes the wire form apart: $id', (vector) => {
    const { signatures, signers, version } = readTransaction(base64.decode(vector.base64))
    expect(version).toBe(vector.version)
    expect(signers.map((key) => base58.encode(key))).toEqual(vector.signers)
    expect(signatures.map((signature) => signature.some((byte) => byte !== 0))).toEqual(vector.signed)
  })

  it('adds its signature to a legacy transaction of several signers', async () => {
    const other = Keypair.generate()
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const legacy = new Transaction({ feePayer: other.publicKey, blockhash, lastValidBlockHeight }).add(
      transfer(bob, 1),
    )
    legacy.partialSign(other)
    const test = createWallet()
    const [output] = await feature(test, 'solana:signTransaction').signTransaction({
      account: test.wallet.accounts[0]!,
      transaction: legacy.serialize({ requireAllSignatures: false }),
      chain: 'solana:localnet',
    })
    expect(Transaction.from(output!.signedTransaction).verifySignatures()).toBe(true)
  })

  it('signs and sends SOL, and the node counts it', async () => {
    const to = Keypair.generate().publicKey
    const test = createWallet()
    const [output] = await feature(test, 'solana:signAndSendTransaction').signAndSendTransaction({
      account: test.wallet.accounts[0]!,
      transaction: await versioned([transfer(to, 1_000_000_000)]),
      chain: 'solana:localnet',
    })
    const signature = base58.encode(output!.signature)
    expect((await connection.confirmTransaction(signature)).value.err).toBeNull()
    expect(await stack.balanceOf(to.toBase58())).toBe(1_000_000_000n)
  })

  it('signs a Token-2022 transfer', async () => {
    const { gold } = stack.mints
    const mint = new PublicKey(gold.address)
    const from = getAssociatedTokenAddressSync(mint, alice, false, TOKEN_2022_PROGRAM_ID)
    const move = createTransferCheckedInstruction(from, mint, from, alice, 1n, 9, [], TOKEN_2022_PROGRAM_ID)
    const test = createWallet()
    const [output] = await feature(test, 'solana:signTransaction').signTransaction({
      account: test.wallet.accounts[0]!,
      transaction: await versioned([move]),
    })
    const signature = await connection.sendRawTransaction(output!.signedTransaction)
    expect((await connection.getSignatureStatuses([signature])).value[0]?.err).toBeNull()
  })

  it('passes on what the node refuses', async () => {
    const test = createWallet()
    const account = test.wallet.accounts[0]!
    const { signAndSendTransaction } = feature(test, 'solana:signAndSendTransaction')
    const old = await versioned([transfer(bob, 1)], PublicKey.default.toBase58())
    await expect(signAndSendTransaction({ account, transaction: old })).rejects.toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
    })
    const unknown = signAndSendTransaction({ account, transaction: old, chain: 'solana:mainnet' })
    await expect(unknown).rejects.toMatchObject({ code: -32602 })
  })

  it('refuses what it cannot sign', async () => {
    const test = createWallet()
    const account = test.wallet.accounts[0]!
    const { signTransaction } = feature(test, 'solana:signTransaction')
    const whole = await versioned([transfer(bob, 1)])
    await expect(signTransaction({ account, transaction: whole.slice(0, 80) })).rejects.toThrow('cut off')
    const future = Uint8Array.from(whole)
    future[65] = 0x81
    await expect(signTransaction({ account, transaction: future })).rejects.toThrow('not version 1')
    test.control.switchAccount(bob.toBase58())
    const [other] = test.wallet.accounts
    await expect(signTransaction({ account: other!, transaction: whole })).rejects.toThrow(
      'does not need a signature',
    )
    test.control.rejectNext()
    await expect(signTransaction({ account: other!, transaction: whole })).rejects.toMatchObject({
      code: 4001,
    })
  })
})
