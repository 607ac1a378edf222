import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Balance, Send, type SendRequest, type TokenReference } from '@latchkey/kernel/contracts'
import { decodeBase58 } from '@latchkey/kernel/chain'
import type { Kernel } from '@latchkey/kernel'
import { type SolanaStack, startSolana, writeTransaction } from '@latchkey/devstack/solana'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, SignAndSendTransaction, type SolanaNetwork } from '../../index.js'

const sol = 1_000_000_000n
const rentMinimum = 890_880n
let stack: SolanaStack
let network: SolanaNetwork
let kernel: Kernel
let fake: FakeWallet

beforeAll(async () => {
  stack = await startSolana()
  network = defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [stack.url] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  kernel = createTestKernel({ networks: [network] })
  fake = await walletOf(0)
})
afterEach(() => kernel.dispose())

async function walletOf(index: number, options: object = {}): Promise<FakeWallet> {
  const secret = decodeBase58(stack.accounts[index]!.secretKey)!.slice(0, 32)
  const wallet = createFakeWallet({ secrets: [secret], ...options })
  await wallet.wallet.features['standard:connect']?.connect()
  return wallet
}

/** A wallet of a new account that holds so many lamports. */
async function walletWith(lamports: bigint): Promise<FakeWallet> {
  const wallet = createFakeWallet({ secrets: [Keypair.generate().secretKey.slice(0, 32)] })
  await wallet.wallet.features['standard:connect']?.connect()
  if (lamports > 0n) await stack.airdrop(wallet.accounts[0]!.address, lamports)
  return wallet
}

const newAddress = () => Keypair.generate().publicKey.toBase58()
const requestOf = (members: Partial<SendRequest>, wallet = fake): SendRequest => ({
  networkId: network.id,
  from: accountOn(network, wallet.accounts[0]!.address),
  to: newAddress(),
  amount: sol,
  provider: wallet.wallet,
  ...members,
})
const send = () => capabilityOf(kernel, Send)
const codesOf = (notices: readonly { code: string }[]) => notices.map((notice) => notice.code)
const balanceOf = (wallet: FakeWallet) => stack.balanceOf(wallet.accounts[0]!.address)
const tokenOf = (mint: { address: string; decimals: number }, symbol: string): TokenReference => ({
  address: mint.address,
  decimals: mint.decimals,
  symbol,
})

describe('sending SOL', () => {
  it('moves exactly the amount, for exactly the fee that was shown', async () => {
    const request = requestOf({})
    const prepared = await send().prepare(request)
    expect(codesOf(prepared.notices)).toEqual(['RECEIVER_NEW'])
    expect(prepared.changes?.map(({ address, amount }) => [address, amount.value])).toEqual([
      [request.from.address, -(sol + prepared.fee.value)],
      [request.to, sol],
    ])
    const before = await balanceOf(fake)
    const sent = await prepared.submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(request.to)).toBe(sol)
    expect(await balanceOf(fake)).toBe(before - sol - prepared.fee.value)
  })

  it('names the references of Solana Pay, by which the shop finds the payment', async () => {
    const reference = newAddress()
    const tokens = tokenOf(stack.mints.usd, 'USD')
    for (const asked of [
      requestOf({ references: [reference] }),
      requestOf({ references: [reference], token: tokens, amount: 5n }),
    ]) {
      const sent = await (await send().prepare(asked)).submit()
      expect(await sent.wait()).toEqual({ status: 'confirmed' })
      const connection = new Connection(stack.url, 'confirmed')
      const named = await connection.getSignaturesForAddress(new PublicKey(reference))
      expect(named.map(({ signature }) => signature)).toContain(sent.id)
    }
    await expect(send().prepare(requestOf({ references: ['not a key'] }))).rejects.toThrow()
  })

  it('writes the memo of Solana Pay right before the transfer, and the transfer stays last', async () => {
    const reference = newAddress()
    const asked = requestOf({ references: [reference], memo: 'Order 5 · ☕' })
    const sent = await (await send().prepare(asked)).submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    const wire = Transaction.from(fake.calls.at(-1)?.inputs[0].transaction)
    const [note, transfer] = wire.instructions.slice(-2)
    expect([note?.programId.toBase58(), note?.data.toString('utf8'), note?.keys]).toEqual([
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      'Order 5 · ☕',
      [],
    ])
    expect(transfer?.keys.at(-1)).toMatchObject({ isSigner: false, isWritable: false })
    expect(transfer?.keys.at(-1)?.pubkey.toBase58()).toBe(reference)
    expect(await stack.balanceOf(asked.to)).toBe(sol)
  })

  it('builds version 0 for a wallet that lists nothing else', async () => {
    const wallet = await walletOf(1, { versions: [0] })
    const request = requestOf({}, wallet)
    const sent = await (await send().prepare(request)).submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(wallet.calls.at(-1)?.inputs[0].transaction[65]).toBe(0x80)
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('pays once, however often it is submitted', async () => {
    const request = requestOf({})
    const prepared = await send().prepare(request)
    const [one, two] = await Promise.all([prepared.submit(), prepared.submit()])
    const three = await prepared.submit()
    expect([two.id, three.id]).toEqual([one.id, one.id])
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('sends nothing when the person declines, and can be tried again', async () => {
    const request = requestOf({})
    const prepared = await send().prepare(request)
    const wallet = fake.wallet.features['solana:signTransaction']
    fake.answer('solana:signTransaction', () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    })
    expect(await faultOf(prepared.submit())).toMatch(/^USER_REJECTED/)
    expect(await stack.balanceOf(request.to)).toBe(0n)
    const again = await walletOf(0)
    fake.answer('solana:signTransaction', (...inputs) =>
      again.wallet.features['solana:signTransaction']!.signTransaction(...inputs),
    )
    expect(wallet).toBeDefined()
    await (await prepared.submit()).wait()
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('sends the maximum, and leaves what the account must keep', async () => {
    const wallet = await walletWith(2n * sol)
    for (const feeLevel of ['slow', 'normal', 'fast'] as const) {
      const { value } = await send().maximum({ ...requestOf({ feeLevel }, wallet) })
      expect(value).toBeGreaterThan(0n)
      const prepared = await send().prepare(requestOf({ amount: value, feeLevel }, wallet))
      expect(2n * sol - value - prepared.fee.value).toBeGreaterThanOrEqual(rentMinimum)
      expect(2n * sol - value - prepared.fee.value).toBeLessThan(rentMinimum + 10_000n)
    }
    const { value } = await send().maximum(requestOf({ to: '' }, wallet))
    const sent = await (await send().prepare(requestOf({ amount: value }, wallet))).submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(await balanceOf(wallet)).toBeGreaterThanOrEqual(rentMinimum)
  })

  it('sends everything but what must stay, to the last lamport', async () => {
    const wallet = await walletWith(2n * sol)
    const { value } = await send().maximum(requestOf({}, wallet))
    const prepared = await send().prepare(requestOf({ amount: value, everything: true }, wallet))
    expect(prepared.amount).toMatchObject({ value: 2n * sol - prepared.fee.value - rentMinimum, decimals: 9 })
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await balanceOf(wallet)).toBe(rentMinimum)
  })

  it('answers a maximum of zero for an account that cannot send', async () => {
    for (const lamports of [0n, rentMinimum, rentMinimum + 1_000n]) {
      const wallet = await walletWith(lamports)
      expect((await send().maximum(requestOf({}, wallet))).value).toBe(0n)
    }
  })

  it('empties an account only when nothing is left over', async () => {
    const wallet = await walletWith(sol)
    const trial = await send().prepare(requestOf({ amount: sol / 2n }, wallet))
    const fee = trial.fee.value
    const prepared = await send().prepare(requestOf({ amount: sol - fee }, wallet))
    expect(codesOf(prepared.notices)).toContain('ACCOUNT_EMPTIED')
    expect(await faultOf(send().prepare(requestOf({ amount: sol - fee - 1n }, wallet)))).toMatch(
      /^(REMAINDER_BELOW_RENT_MINIMUM|SOLANA_SIMULATION_FAILED)/,
    )
    expect(await faultOf(send().prepare(requestOf({ amount: sol - fee + 1n }, wallet)))).toMatch(
      /^INSUFFICIENT_FUNDS/,
    )
    await (await prepared.submit()).wait()
    expect(await balanceOf(wallet)).toBe(0n)
  })

  it('refuses what cannot work, in sentences', async () => {
    const poor = await walletWith(0n)
    expect([
      await faultOf(send().prepare(requestOf({ amount: 0n }))),
      await faultOf(send().prepare(requestOf({ amount: -1n }))),
      await faultOf(send().prepare(requestOf({ to: 'nonsense' }))),
      await faultOf(send().prepare(requestOf({ amount: 1n }))),
      await faultOf(send().prepare(requestOf({}, poor))),
      await faultOf(send().prepare(requestOf({ to: stack.mints.usd.address }))),
      await faultOf(send().prepare(requestOf({ to: stack.mints.usd.program }))),
      await faultOf(send().prepare(requestOf({ networkId: 'solana:other' }))),
    ]).toMatchInlineSnapshot(`
      [
        "AMOUNT_INVALID: Enter an amount above zero.",
        "AMOUNT_INVALID: Enter an amount above zero.",
        "ADDRESS_INVALID: This is not a Solana address.

      Expected base58 of 32 bytes.
      Received: nonsense",
        "AMOUNT_BELOW_RENT_MINIMUM: A new account must receive at least 0.00089088 SOL. Send more, or to another account.

      Minimum: 890880 lamports.",
        "INSUFFICIENT_FUNDS: There is not enough SOL to pay for the amount and the network fee.

      Needed: 1000000000 in the smallest unit.
      Available: 0.",
        "RECEIVER_IS_TOKEN_ACCOUNT: This address is a token or a token account. Enter the address of the wallet itself.",
        "RECEIVER_IS_PROGRAM: This address is a program and not a wallet. What is sent there is lost.",
        "NETWORK_NOT_FOUND: Network Not Found

      solana() does not list "solana:other". Add it to "networks".",
      ]
    `)
  })

  it('warns about receivers that are no ordinary accounts', async () => {
    const [derived] = PublicKey.findProgramAddressSync(
      [new Uint8Array(1)],
      new PublicKey(stack.mints.usd.program),
    )
    const offCurve = await send().prepare(requestOf({ to: derived.toBase58() }))
    expect(codesOf(offCurve.notices)).toEqual(['RECEIVER_OFF_CURVE'])
    const self = await send().prepare(requestOf({ to: fake.accounts[0]!.address }))
    expect(codesOf(self.notices)).toEqual(['RECEIVER_IS_SENDER'])
  })
})

describe('sending tokens', () => {
  it.each(['usd', 'gold'] as const)('moves %s to a new account, which it opens once', async (name) => {
    const mint = stack.mints[name]
    const token = tokenOf(mint, name.toUpperCase())
    const to = newAddress()
    const amount = 12_345_678n
    const first = await send().prepare(requestOf({ to, amount, token }))
    expect(codesOf(first.notices)).toEqual(['RECEIVER_NEW', 'RECEIVER_TOKEN_ACCOUNT_CREATED'])
    expect(first.changes?.slice(1)).toEqual([
      {
        address: fake.accounts[0]!.address,
        amount: { value: -amount, decimals: mint.decimals, symbol: token.symbol },
      },
      { address: to, amount: { value: amount, decimals: mint.decimals, symbol: token.symbol } },
    ])
    const before = await balanceOf(fake)
    expect(await (await first.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await stack.tokenBalanceOf(mint.address, to)).toBe(amount)
    expect((await balanceOf(fake)) - before).toBe(first.changes?.[0]?.amount.value)

    const second = await send().prepare(requestOf({ to, amount, token }))
    expect(codesOf(second.notices)).toEqual(['RECEIVER_NEW'])
    await (await second.submit()).wait()
    expect(await stack.tokenBalanceOf(mint.address, to)).toBe(2n * amount)
  })

  it('sends all of a token', async () => {
    const owner = await walletWith(sol)
    const token = tokenOf(stack.mints.usd, 'USD')
    const to = owner.accounts[0]!.address
    await (await (await send().prepare(requestOf({ to, amount: 500n, token }))).submit()).wait()
    const { value } = await send().maximum(requestOf({ token }, owner))
    expect(value).toBe(500n)
    const receiver = newAddress()
    const sent = await (
      await send().prepare(requestOf({ to: receiver, amount: value, token }, owner))
    ).submit()
    await sent.wait()
    expect(await stack.tokenBalanceOf(token.address, to)).toBe(0n)
    expect(await stack.tokenBalanceOf(token.address, receiver)).toBe(500n)
  })

  it.each([
    ['the coin', undefined],
    ['a token', 'usd'],
    ['a token of Token-2022', 'gold'],
  ] as const)(
    'tells what a send of %s needs before the amount is there, and no lamport less does',
    async (_, name) => {
      const mint = name && stack.mints[name]
      const token = mint && tokenOf(mint, 'TOKEN')
      const to = newAddress()
      const sending = { to, amount: 2n * sol, ...(token ? { token } : {}) }
      const empty = await walletWith(sol / 100n)
      const { value } = (await send().reserve?.(requestOf(sending, empty))) ?? { value: 0n }
      expect(value).toBeGreaterThan(rentMinimum)
      for (const short of [1n, 0n]) {
        const wallet = await walletWith(value - short + (token ? 0n : 2n * sol))
        const own = wallet.accounts[0]!.address
        if (token) {
          await (await (await send().prepare(requestOf({ ...sending, to: own }))).submit()).wait()
        }
        const prepared = send().prepare(requestOf(sending, wallet))
        if (short > 0n) expect(await faultOf(prepared)).toMatch('An account would be left with less SOL')
        else expect(await (await (await prepared).submit()).wait()).toEqual({ status: 'confirmed' })
      }
    },
  )

  it('refuses what cannot work, in sentences', async () => {
    const token = tokenOf(stack.mints.usd, 'USD')
    const broke = await walletWith(rentMinimum + 100_000n)
    const to = broke.accounts[0]!.address
    await (await (await send().prepare(requestOf({ to, amount: 500n, token }))).submit()).wait()
    expect(
      [
        await faultOf(send().prepare(requestOf({ token, amount: 2n ** 63n }))),
        await faultOf(send().prepare(requestOf({ token: { ...token, decimals: 9 } }))),
        await faultOf(send().prepare(requestOf({ token: { ...token, address: newAddress() } }))),
        await faultOf(send().prepare(requestOf({ token: { ...token, address: 'x' } }))),
        await faultOf(send().prepare(requestOf({ token, amount: 5n }, broke))),
      ].map((fault) => fault.split('\n')[0]),
    ).toMatchInlineSnapshot(`
      [
        "INSUFFICIENT_FUNDS: There is not enough USD to pay for the amount and the network fee.",
        "TOKEN_DECIMALS_MISMATCH: The decimals of USD are not what this app says. Nothing was sent.",
        "TOKEN_NOT_FOUND: USD is not a token of this network.",
        "TOKEN_NOT_FOUND: USD is not a token of this network.",
        "INSUFFICIENT_FUNDS: There is not enough SOL for this.",
      ]
    `)
  })
})

describe('balances', () => {
  const balance = () => capabilityOf(kernel, Balance)

  it('are those of the chain, for SOL and both token programs', async () => {
    const to = newAddress()
    await stack.airdrop(to, 7n * sol)
    expect(await balance().native({ networkId: network.id, address: to })).toEqual({
      value: 7n * sol,
      decimals: 9,
      symbol: 'SOL',
    })
    expect((await balance().native({ networkId: network.id, address: newAddress() })).value).toBe(0n)
    const { usd, gold } = stack.mints
    for (const mint of [usd, gold]) {
      await (
        await (await send().prepare(requestOf({ to, amount: 5n, token: tokenOf(mint, 'T') }))).submit()
      ).wait()
    }
    const held = await balance().tokens!({ networkId: network.id, address: to })
    expect(held.map(({ value, decimals, token }) => [value, decimals, token.address]).sort()).toEqual(
      [usd, gold].map((mint) => [5n, mint.decimals, mint.address]).sort(),
    )
    const named = await balance().tokens!({
      networkId: network.id,
      address: to,
      tokens: [
        { ...tokenOf(usd, 'USD'), decimals: 2 },
        tokenOf({ address: newAddress(), decimals: 3 }, 'NO'),
      ],
    })
    expect(named.map(({ value, decimals, symbol }) => [value, decimals, symbol])).toEqual([
      [5n, 6, 'USD'],
      [0n, 3, 'NO'],
    ])
  })

  it('come from the next endpoint when the first is dead, and fail with a code when all are', async () => {
    const dead = 'http://127.0.0.1:9'
    const spare = createTestKernel({ networks: [network], rpcUrls: { [network.id]: [dead, stack.url] } })
    const request = { networkId: network.id, address: stack.accounts[1]!.address }
    expect((await capabilityOf(spare, Balance).native(request)).value).toBeGreaterThan(0n)
    await spare.dispose()
    const none = createTestKernel({ networks: [network], rpcUrls: { [network.id]: [dead, dead] } })
    expect(await faultOf(capabilityOf(none, Balance).native(request))).toMatchInlineSnapshot(`
      "SOLANA_RPC_UNREACHABLE: Localnet could not be reached. Check the connection and try again.

      None of 2 endpoints answered getBalance.
      The last one: The RPC endpoint of Localnet could not be reached. Check the connection and try again."
    `)
    await none.dispose()
    expect(await faultOf(balance().native({ networkId: network.id, address: 'x' }))).toMatchInlineSnapshot(`
      "ADDRESS_INVALID: This is not a Solana address.

      Expected base58 of 32 bytes.
      Received: x"
    `)
  })
})

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const blockhashNotFound = {
  code: -32002,
  message: 'Transaction simulation failed: Blockhash not found',
  data: { err: 'BlockhashNotFound' },
}

/** Passes requests on to a node and answers what the function makes of the answer, or hangs up. */
async function startProxy(target: string, reply: (method: string, answer: unknown) => unknown) {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const answer = await (await fetch(target, { method: 'POST', body })).json()
    const given = reply(JSON.parse(body).method, answer)
    if (given === undefined) response.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(given))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

describe('signing and sending', () => {
  it('has a wallet that only signs and sends in one do both', async () => {
    const signer = await walletOf(0)
    const both = await walletOf(0, { without: ['solana:signTransaction'], send: stack.url })
    const request = requestOf({}, both)
    const sent = await (await send().prepare(request)).submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(request.to)).toBe(sol)
    expect(both.calls.at(-1)?.feature).toBe('solana:signAndSendTransaction')

    const { transaction } = both.calls.at(-1)!.inputs[0]
    const ask = (answer: unknown) => {
      both.answer('solana:signAndSendTransaction', () => answer)
      return capabilityOf(kernel, SignAndSendTransaction).send({
        account: request.from,
        networkId: network.id,
        provider: both.wallet,
        transaction,
      })
    }
    for (const answer of [[{ signature: new Uint8Array(3) }], [{}], [], undefined, [{ signature: 'abc' }]]) {
      expect(await faultOf(ask(answer))).toMatch(/^WALLET_ANSWER_INVALID/)
    }
    const mute = createFakeWallet({
      secrets: [signer.accounts[0]!.secret],
      without: ['solana:signTransaction'],
    })
    await mute.wallet.features['standard:connect']?.connect()
    expect(await faultOf(send().prepare(requestOf({}, mute)))).toMatch(/^WALLET_FEATURE_MISSING/)
  })

  it('says so when the wallet sent another transaction than an app gave it', async () => {
    const both = await walletOf(0, { send: stack.url })
    const key = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey)!)
    const connection = new Connection(stack.url, 'confirmed')
    const payment = async (to: PublicKey) => {
      const { blockhash } = await connection.getLatestBlockhash()
      const transaction = new Transaction({ feePayer: key.publicKey, recentBlockhash: blockhash })
      return transaction.add(
        SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: to, lamports: 2_000_000n }),
      )
    }
    const [payee, thief] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const ask = async () =>
      capabilityOf(kernel, SignAndSendTransaction).send({
        account: accountOn(network, both.accounts[0]!.address),
        networkId: network.id,
        provider: both.wallet,
        transaction: new Uint8Array((await payment(payee)).serialize({ requireAllSignatures: false })),
      })
    expect(await (await ask()).wait()).toEqual({ status: 'confirmed' })
    both.answer('solana:signAndSendTransaction', async () => {
      const other = await payment(thief)
      other.sign(key)
      await connection.sendRawTransaction(other.serialize())
      return [{ signature: new Uint8Array(other.signature!) }]
    })
    expect(await (await ask()).wait()).toEqual({
      status: 'failed',
      outcome: 'different',
      code: 'TRANSACTION_OTHER',
      parameters: { wallet: 'Fake Wallet' },
      reason:
        'Fake Wallet sent another transaction than the one that was shown. Look in the wallet before you send again.',
    })
    expect(await stack.balanceOf(thief.toBase58())).toBe(2_000_000n)
  })

  it('compares what a wallet sent by itself, in any version', async () => {
    const [own] = stack.accounts
    const payee = Keypair.generate().publicKey
    const pay = (lamports: number) =>
      SystemProgram.transfer({ fromPubkey: new PublicKey(own!.address), toPubkey: payee, lamports })
    const both = await walletOf(0, { send: stack.url, versions: ['legacy', 0, 1] })
    const ask = async (sent: Promise<string>) => {
      both.answer('solana:signAndSendTransaction', async () => [{ signature: decodeBase58(await sent) }])
      const { blockhash } = await new Connection(stack.url, 'confirmed').getLatestBlockhash()
      const transaction = await writeTransaction({
        from: own!,
        version: 1,
        blockhash,
        instructions: [pay(3_000_000)],
      })
      transaction.fill(0, -64)
      return capabilityOf(kernel, SignAndSendTransaction).send({
        account: accountOn(network, own!.address),
        networkId: network.id,
        provider: both.wallet,
        transaction,
      })
    }
    const transact = (version: 0 | 1, lamports: number) =>
      stack.transact({ from: own!, version, instructions: [pay(lamports)] })
    for (const version of [0, 1] as const) {
      expect(await (await ask(transact(version, 3_000_000))).wait()).toEqual({ status: 'confirmed' })
      expect(await (await ask(transact(version, 3_000_001))).wait()).toMatchObject({
        code: 'TRANSACTION_OTHER',
      })
    }
  })

  it('sends by the network where the wallet only signs, and tells what became of it', async () => {
    const request = requestOf({})
    const prepared = await send().prepare(request)
    let transaction: Uint8Array = new Uint8Array()
    fake.answer('solana:signTransaction', (input) => {
      transaction = input.transaction
      throw new Error('User rejected the request.')
    })
    await faultOf(prepared.submit())
    const wallet = await walletOf(0)
    const sent = await capabilityOf(kernel, SignAndSendTransaction).send({
      account: request.from,
      networkId: network.id,
      provider: wallet.wallet,
      transaction,
      options: { skipPreflight: true, maxRetries: 0 },
    })
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('says whether the wallet was asked, so that no second press pays what may have left', async () => {
    let isDeaf = false
    const deaf = await startProxy(stack.url, (method, answer) =>
      isDeaf && method === 'getLatestBlockhash'
        ? { jsonrpc: '2.0', id: 1, error: blockhashNotFound }
        : answer,
    )
    const own = createTestKernel({ networks: [{ ...network, rpcUrls: [deaf.url] }] })
    const before = await capabilityOf(own, Send).prepare(requestOf({}))
    expect(before.isHandedOver?.()).toBe(false)
    isDeaf = true
    await faultOf(before.submit())
    expect(before.isHandedOver?.()).toBe(false)
    await Promise.all([own.dispose(), deaf.stop()])
    const prepared = await send().prepare(requestOf({}))
    fake.answer('solana:signTransaction', () => [{ signedTransaction: new Uint8Array([1, 2, 3]) }])
    await faultOf(prepared.submit())
    expect(prepared.isHandedOver?.()).toBe(true)
  })

  it('counts as sent what one endpoint may have taken, although another one refuses it', async () => {
    const silent = await startProxy(stack.url, (method, answer) =>
      method === 'sendTransaction' ? undefined : answer,
    )
    const lagging = await startProxy(stack.url, (method, answer) =>
      method === 'sendTransaction' ? { jsonrpc: '2.0', id: 1, error: blockhashNotFound } : answer,
    )
    const own = createTestKernel({ networks: [{ ...network, rpcUrls: [silent.url, lagging.url] }] })
    const request = requestOf({})
    const sent = await (await capabilityOf(own, Send).prepare(request)).submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(request.to)).toBe(sol)
    await Promise.all([own.dispose(), silent.stop(), lagging.stop()])
  })

  it('sends nothing but the payment that was shown', async () => {
    const thief = Keypair.generate().publicKey
    const key = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey)!)
    const signed = (...added: TransactionInstruction[]) => {
      fake.answer('solana:signTransaction', ({ transaction }) => {
        const given = Transaction.from(transaction)
        const [budget, price, payment] = given.instructions as [any, any, any]
        const other = new Transaction({ feePayer: key.publicKey, recentBlockhash: given.recentBlockhash! })
        other.add(budget, price, ...(added.includes(steal) ? [] : [payment]), ...added)
        other.sign(key)
        return [{ signedTransaction: new Uint8Array(other.serialize()) }]
      })
    }
    const transfer = (lamports: bigint) =>
      SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: thief, lamports })
    const steal = transfer(sol)
    const before = await balanceOf(fake)
    for (const added of [steal, transfer(1_000_000n)]) {
      signed(added)
      const prepared = await send().prepare(requestOf({}))
      expect(await faultOf(prepared.submit())).toBe(
        'WALLET_CHANGED_TRANSACTION: Fake Wallet answered with another transaction than the one it was given. It was not sent.',
      )
    }
    expect(await balanceOf(fake)).toBe(before)

    // What wallets add to guard a transaction, which moves nothing.
    signed(new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from('guarded') }))
    const request = requestOf({})
    await (await (await send().prepare(request)).submit()).wait()
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('says so when a wallet that sends by itself sent something else, or names an old transaction', async () => {
    const key = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey)!)
    const wallet = await walletOf(0, { without: ['solana:signTransaction'], send: stack.url })
    const connection = new Connection(stack.url, 'confirmed')
    const thief = Keypair.generate().publicKey
    const ids: string[] = []
    const sending = (change: (given: Transaction) => readonly TransactionInstruction[]) =>
      wallet.answer('solana:signAndSendTransaction', async ({ transaction }) => {
        const given = Transaction.from(transaction)
        const other = new Transaction({ feePayer: key.publicKey, recentBlockhash: given.recentBlockhash! })
        other.add(...change(given))
        other.sign(key)
        ids.push(await connection.sendRawTransaction(other.serialize(), { skipPreflight: true }))
        return [{ signature: decodeBase58(ids.at(-1)!) }]
      })
    const payment = async (request = requestOf({}, wallet)) =>
      (await (await send().prepare(request)).submit()).wait()
    const failed = {
      status: 'failed',
      outcome: 'different',
      code: 'TRANSACTION_OTHER',
      parameters: { wallet: 'Fake Wallet' },
      reason:
        'Fake Wallet sent another transaction than the one that was shown. Look in the wallet before you send again.',
    }
    sending(() => [SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: thief, lamports: sol })])
    expect(await payment()).toEqual(failed)
    wallet.answer('solana:signAndSendTransaction', () => [{ signature: decodeBase58(ids[0]!) }])
    expect(await payment()).toEqual(failed)
    // A note beside the payment is what wallets do.
    const note = new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from('note') })
    sending(({ instructions }) => [...instructions, note])
    const request = requestOf({}, wallet)
    expect(await payment(request)).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(request.to)).toBe(sol)
  })

  it('says that a transaction expired, once its block hash has', async () => {
    const prepared = await send().prepare(requestOf({}))
    const again = await walletOf(0)
    fake.answer('solana:signTransaction', async (input) => {
      const answer = await again.wallet.features['solana:signTransaction']!.signTransaction(input)
      await stack.advanceSlots(200)
      return answer
    })
    expect(await faultOf(prepared.submit())).toMatch(
      /^SOLANA_SIMULATION_FAILED: The transaction was prepared too long ago/,
    )
  })
})
