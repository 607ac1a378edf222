// The wallet as a dapp on Solana meets it that knows Wallet Standard only, over the real frame, service and node: by
// @wallet-standard/app, by the adapter of @solana/wallet-adapter-react, and by transactions of @solana/kit.
import type { FrameLocator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SolanaStack, startSolana } from '../../../../devstack/src/solana/index.js'
import { type DappPage, openDappPage } from '../../test/dappPage.js'
import { press } from '../../test/openWalletPage.js'

let opened: DappPage
let node: SolanaStack
let page: Page
let frame: FrameLocator
beforeAll(async () => {
  node = await startSolana()
  opened = await openDappPage({
    dapp: `
      export { getWallets } from '@wallet-standard/app'
      export { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
      export { verifySignIn } from '@solana/wallet-standard-util'
      export * as web3 from '@solana/web3.js'
      export * as kit from '@solana/kit'
      export { ed25519 } from '@noble/curves/ed25519.js'`,
    chains: ({ chainId }) => [chainId],
    cluster: node,
  })
  ;({ page, frame } = opened)
  await start()
}, 120_000)

afterAll(async () => {
  await opened?.stop()
  await node?.stop()
  expect(opened.running.faults).toEqual([])
})

/** The page, with the dapp's own start. */
async function start() {
  await opened.reload()
  await page.evaluate(() => {
    const { latchkey } = globalThis as any
    const wallets = latchkey.getWallets()
    const [wallet] = wallets.get()
    const changes: string[][] = []
    wallet.features['standard:events'].on('change', () => {
      throw new Error('a listener of another script')
    })
    wallet.features['standard:events'].on('change', ({ accounts }: any) =>
      changes.push(accounts.map(({ address }: any) => address)),
    )
    Object.assign(globalThis, { wallets, wallet, changes })
  })
}

const failed = (run: string) =>
  page.evaluate(
    (code) =>
      new Function(`const { wallet, latchkey } = globalThis; return (async () => ${code})()`)().then(
        (value: unknown) => ({ value }),
        ({ name, code, message }: any) => ({ name, code, message }),
      ),
    run,
  )

describe('before a login', () => {
  test('the wallet is registered once, in the shape of the standard, and no script can change it', async () => {
    const seen = await page.evaluate(() => {
      const { wallets, wallet, dapp } = globalThis as any
      const features = Object.entries(wallet.features).map(([name, feature]: any) => [
        name,
        feature.version,
        feature.supportedTransactionVersions,
      ])
      const tries = [
        () => (wallet.name = 'Other'),
        () => (wallet.features['solana:signMessage'] = {}),
        () => (wallet.features['solana:signMessage'].signMessage = () => 'stolen'),
        () => wallet.chains.push('solana:mainnet'),
        () => wallet.accounts.push({}),
      ]
      for (const change of tries) {
        try {
          change()
        } catch {}
      }
      return {
        count: wallets.get().length,
        name: wallet.name,
        version: wallet.version,
        icon: wallet.icon,
        chains: wallet.chains,
        accounts: wallet.accounts,
        isFunction: typeof wallet.features['solana:signMessage'].signMessage,
        features,
        connectors: dapp.connectors(),
      }
    })
    expect(seen).toMatchObject({
      count: 1,
      name: 'Email wallet',
      version: '1.0.0',
      chains: ['solana:localnet'],
      accounts: [],
      isFunction: 'function',
      // Our own list has only the email field for it, and no second entry.
      connectors: ['emailAuth'],
    })
    expect(seen.icon).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/)
    const versions = ['legacy', 0, 1]
    expect(seen.features).toEqual([
      ['standard:connect', '1.0.0', undefined],
      ['standard:disconnect', '1.0.0', undefined],
      ['standard:events', '1.0.0', undefined],
      ['solana:signMessage', '1.0.0', undefined],
      ['solana:signTransaction', '1.0.0', versions],
      ['solana:signAndSendTransaction', '1.0.0', versions],
      ['solana:signIn', '1.0.0', undefined],
    ])
  })

  test('connecting silently asks nobody, and nothing can be signed', async () => {
    const connect = `wallet.features['standard:connect'].connect({ silent: true })`
    expect(await failed(connect)).toEqual({ value: { accounts: [] } })
    expect(await page.evaluate(() => (globalThis as any).dapp.navigation.state.open)).toBe(false)
    expect(await failed(`wallet.features['solana:signMessage'].signMessage({})`)).toMatchObject({
      name: 'ProviderRpcError',
      code: 4100,
    })
    expect(await failed(`wallet.features['standard:disconnect'].disconnect()`)).toEqual({ value: undefined })
  })

  test('a login that is closed has the number of a refusal', async () => {
    const closed = failed(`wallet.features['standard:connect'].connect()`)
    await page.waitForFunction(() => (globalThis as any).dapp.navigation.state.open)
    await page.evaluate(() => (globalThis as any).dapp.navigation.close())
    expect(await closed).toMatchObject({ code: 4001 })
  })
})

describe('the adapter of wallet-adapter', () => {
  let address: string
  beforeAll(async () => {
    const connecting = page.evaluate(async () => {
      const { latchkey, wallet } = globalThis as any
      const adapter = new latchkey.StandardWalletAdapter({ wallet })
      const events: string[] = []
      for (const name of ['connect', 'disconnect', 'error']) adapter.on(name, () => events.push(name))
      Object.assign(globalThis, { adapter, events })
      await adapter.connect()
      return adapter.publicKey.toBase58()
    })
    await opened.logIn('solana@example.com')
    address = await connecting
    await node.airdrop(address, 10_000_000_000n)
  }, 60_000)

  test('is connected to an account of the standard’s shape', async () => {
    const account = await page.evaluate(() => {
      const { wallet, changes } = globalThis as any
      const { accounts } = wallet
      const [first] = accounts
      first.publicKey.fill(0)
      return {
        ...first,
        publicKey: [...first.publicKey],
        isSame: wallet.accounts === accounts,
        changes,
      }
    })
    const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']
    expect(account).toMatchObject({
      address,
      chains: ['solana:localnet'],
      features: [...signing, 'solana:signIn'],
      isSame: true,
      changes: [[address]],
    })
    expect(account.publicKey).toHaveLength(32)
    expect(account.publicKey.some((byte: number) => byte !== 0)).toBe(true)
  })

  test('signs messages, in order, and declines with a refusal', async () => {
    const signing = page.evaluate(async () => {
      const { wallet, latchkey } = globalThis as any
      const [account] = wallet.accounts
      const messages = ['one', 'two'].map((text) => new TextEncoder().encode(text))
      const outputs = await wallet.features['solana:signMessage'].signMessage(
        ...messages.map((message) => ({ account: { ...account }, message })),
      )
      return outputs.map(({ signedMessage, signature }: any, index: number) => [
        new TextDecoder().decode(signedMessage),
        latchkey.ed25519.verify(signature, messages[index], account.publicKey),
      ])
    })
    await press(frame, 'Sign')
    await press(frame, 'Sign')
    expect(await signing).toEqual([
      ['one', true],
      ['two', true],
    ])
    const declined = page.evaluate(() =>
      (globalThis as any).adapter
        .signMessage(new Uint8Array([104, 105]))
        .catch(({ name, error }: any) => ({ name, code: error.code })),
    )
    await press(frame, 'Decline')
    expect(await declined).toEqual({ name: 'WalletSignMessageError', code: 4001 })
  })

  test('signs in with a text of the wallet’s own, which the standard’s library verifies', async () => {
    const signing = page.evaluate(async () => {
      const { adapter, latchkey } = globalThis as any
      const input = {
        domain: location.host,
        statement: 'Welcome',
        uri: location.origin,
        version: '1',
        chainId: 'solana:localnet',
        nonce: 'abcdefgh1234',
        issuedAt: new Date().toISOString(),
        resources: ['https://example.com/terms'],
      }
      const output = await adapter.signIn(input)
      return {
        isValid: latchkey.verifySignIn(input, output),
        isValidForOther: latchkey.verifySignIn({ ...input, nonce: 'other12345' }, output),
        text: new TextDecoder().decode(output.signedMessage),
        type: output.signatureType,
      }
    })
    await press(frame, 'Sign')
    const { text, ...verified } = await signing
    expect(verified).toEqual({ isValid: true, isValidForOther: false, type: 'ed25519' })
    expect(text).toContain(` wants you to sign in with your Solana account:\n${address}\n\nWelcome\n\nURI: `)
    const bare = page.evaluate(async () => {
      const [output] = await (globalThis as any).wallet.features['solana:signIn'].signIn()
      return new TextDecoder().decode(output.signedMessage)
    })
    await press(frame, 'Sign')
    expect(await bare).toBe(
      `${new URL(opened.url).host} wants you to sign in with your Solana account:\n${address}`,
    )
  })

  test('sends a legacy transaction and one of version 0 by web3.js', async () => {
    for (const kind of ['legacy', 'v0']) {
      const sending = page.evaluate(
        async ({ kind, url }) => {
          const { adapter, latchkey } = globalThis as any
          const {
            Connection,
            Transaction,
            TransactionMessage,
            VersionedTransaction,
            SystemProgram,
            Keypair,
          } = latchkey.web3
          const connection = new Connection(url, 'confirmed')
          const toPubkey = Keypair.generate().publicKey
          const lamports = 1_000_000
          const instruction = SystemProgram.transfer({ fromPubkey: adapter.publicKey, toPubkey, lamports })
          const { blockhash } = await connection.getLatestBlockhash()
          const message = {
            payerKey: adapter.publicKey,
            recentBlockhash: blockhash,
            instructions: [instruction],
          }
          const transaction =
            kind === 'legacy'
              ? new Transaction().add(instruction)
              : new VersionedTransaction(new TransactionMessage(message).compileToV0Message())
          const signature = await adapter.sendTransaction(transaction, connection)
          return { signature, to: toPubkey.toBase58() }
        },
        { kind, url: node.url },
      )
      await press(frame, 'Sign')
      const { signature, to } = await sending
      expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
      await expect.poll(() => node.balanceOf(to)).toBe(1_000_000n)
    }
  })

  test('signs several transactions with one question', async () => {
    const signing = page.evaluate(async (url) => {
      const { adapter, latchkey } = globalThis as any
      const { Connection, Transaction, SystemProgram, Keypair } = latchkey.web3
      const { blockhash } = await new Connection(url).getLatestBlockhash()
      const transactions = [1, 2, 3].map((lamports) => {
        const transaction = new Transaction().add(
          SystemProgram.transfer({
            fromPubkey: adapter.publicKey,
            toPubkey: Keypair.generate().publicKey,
            lamports,
          }),
        )
        transaction.feePayer = adapter.publicKey
        transaction.recentBlockhash = blockhash
        return transaction
      })
      const signed = await adapter.signAllTransactions(transactions)
      return signed.map((transaction: any) => transaction.verifySignatures())
    }, node.url)
    await frame.getByText('Sign 3 transactions').waitFor()
    await press(frame, 'Sign')
    expect(await signing).toEqual([true, true, true])
  })

  test('signs a transaction of kit with a lookup table', async () => {
    const signing = page.evaluate(async () => {
      const { wallet, latchkey } = globalThis as any
      const { kit, ed25519 } = latchkey
      const [account] = wallet.accounts
      const key = (byte: number) => kit.getAddressDecoder().decode(new Uint8Array(32).fill(byte))
      const message = kit.pipe(
        kit.createTransactionMessage({ version: 0 }),
        (made: any) => kit.setTransactionMessageFeePayer(account.address, made),
        (made: any) =>
          kit.setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: key(7), lastValidBlockHeight: 100n },
            made,
          ),
        (made: any) =>
          kit.appendTransactionMessageInstruction(
            {
              programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
              accounts: [{ address: key(9), role: 1 }],
              data: new TextEncoder().encode('hi'),
            },
            made,
          ),
        (made: any) => kit.compressTransactionMessageUsingAddressLookupTables(made, { [key(5)]: [key(9)] }),
      )
      const compiled = kit.compileTransaction(message)
      const transaction = new Uint8Array(kit.getTransactionEncoder().encode(compiled))
      const [{ signedTransaction }] = await wallet.features['solana:signTransaction'].signTransaction({
        account,
        chain: 'solana:localnet',
        transaction,
      })
      const signed = kit.getTransactionDecoder().decode(signedTransaction)
      const { addressTableLookups } = kit.getCompiledTransactionMessageDecoder().decode(signed.messageBytes)
      return {
        isSigned: ed25519.verify(signed.signatures[account.address], signed.messageBytes, account.publicKey),
        isUnchanged: signed.messageBytes.join() === compiled.messageBytes.join(),
        tables: addressTableLookups.length,
      }
    })
    await press(frame, 'Sign')
    expect(await signing).toEqual({ isSigned: true, isUnchanged: true, tables: 1 })
  })

  const bytes = 'new Uint8Array([1, 2, 3])'
  const own = 'wallet.accounts[0]'
  test.each([
    ['no input’s account', `signMessage({ message: ${bytes} })`, 4100],
    [
      'another account',
      `signMessage({ account: { address: '${'1'.repeat(32)}' }, message: ${bytes} })`,
      4100,
    ],
    ['an account by a prototype', `signMessage({ account: '__proto__', message: ${bytes} })`, 4100],
    ['a message that is text', `signMessage({ account: ${own}, message: 'hi' })`, -32602],
    ['no message', `signMessage({ account: ${own} })`, -32602],
    ['nothing as an input', `signMessage(null)`, 4100],
    [
      'a thousand messages',
      `signMessage(...Array.from({ length: 1000 }, () => ({ account: ${own}, message: ${bytes} })))`,
      -32602,
    ],
    [
      'another chain',
      `signTransaction({ account: ${own}, chain: 'solana:mainnet', transaction: ${bytes} })`,
      4902,
    ],
    ['a chain that is none', `signTransaction({ account: ${own}, chain: {}, transaction: ${bytes} })`, 4902],
    ['bytes that are no transaction', `signTransaction({ account: ${own}, transaction: ${bytes} })`, -32602],
    ['an empty transaction', `signTransaction({ account: ${own}, transaction: new Uint8Array() })`, -32602],
    [
      'a huge transaction',
      `signTransaction({ account: ${own}, transaction: new Uint8Array(2_000_000) })`,
      -32602,
    ],
    ['a huge message', `signMessage({ account: ${own}, message: new Uint8Array(2_000_000) })`, -32602],
    [
      'bytes to send that are none',
      `signAndSendTransaction({ account: ${own}, chain: 'solana:localnet', transaction: ${bytes} })`,
      -32602,
    ],
    ['a sign-in to another site', `signIn({ domain: 'bank.example' })`, 4100],
    ['a sign-in as another account', `signIn({ address: '${'1'.repeat(32)}' })`, 4100],
    ['a statement of two lines', `signIn({ statement: 'a\\nURI: https://bank.example' })`, -32602],
    ['a time that is none', `signIn({ issuedAt: 'now' })`, -32602],
    ['a nonce with spaces', `signIn({ nonce: 'a b c d e f g h' })`, -32602],
    ['an input that is a list', `signIn(7)`, -32602],
  ])('%s is refused, and nobody is asked', async (_, call, code) => {
    const name = call.slice(0, call.indexOf('('))
    expect(await failed(`wallet.features['solana:${name}'].${call}`)).toMatchObject({
      name: 'ProviderRpcError',
      code,
    })
    await expect.poll(() => frame.locator('form').count()).toBe(0)
  })

  test('a message that is a transaction is refused', async () => {
    const refused = await page.evaluate(async () => {
      const { wallet, latchkey } = globalThis as any
      const { Transaction, SystemProgram, PublicKey } = latchkey.web3
      const [account] = wallet.accounts
      const from = new PublicKey(account.address)
      const transaction = new Transaction().add(
        SystemProgram.transfer({ fromPubkey: from, toPubkey: from, lamports: 1 }),
      )
      transaction.feePayer = from
      transaction.recentBlockhash = account.address
      const message = new Uint8Array(transaction.serializeMessage())
      return wallet.features['solana:signMessage']
        .signMessage({ account, message })
        .catch(({ code }: any) => code)
    })
    expect(refused).toBe(-32602)
  })

  test('after a reload a silent connect has the account, and disconnecting logs out and says so', async () => {
    await start()
    const connect = `(await wallet.features['standard:connect'].connect({ silent: true })).accounts[0].address`
    expect(await failed(connect)).toEqual({ value: address })
    await page.evaluate(async () => {
      const { latchkey, wallet } = globalThis as any
      const adapter = new latchkey.StandardWalletAdapter({ wallet })
      await adapter.autoConnect()
      await adapter.disconnect()
    })
    expect(await page.evaluate(() => (globalThis as any).changes)).toEqual([[address], []])
    expect(await page.evaluate(() => (globalThis as any).dapp.session.state.connections)).toEqual([])
    expect(
      await failed(`wallet.features['solana:signIn'].signIn({ domain: 'x' }, ${'{},'.repeat(30)})`),
    ).toMatchObject({
      code: -32602,
    })
  })
})
