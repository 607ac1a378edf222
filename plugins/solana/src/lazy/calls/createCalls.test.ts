import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import type { Kernel } from '@latchkey/kernel'
import { decodeBase58 } from '@latchkey/kernel/chain'
import { Calls, type CallsRequest, type CallsStep, Send } from '@latchkey/kernel/contracts'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, SolanaCalls, type SolanaInstruction, type SolanaNetwork } from '../../index.js'

const sol = 1_000_000_000n
const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
let stack: SolanaStack
let network: SolanaNetwork
let kernel: Kernel
let fake: FakeWallet
let owner: PublicKey

beforeAll(async () => {
  stack = await startSolana()
  network = defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [stack.url] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  kernel = createTestKernel({ networks: [network] })
  fake = await walletOf()
  owner = new PublicKey(fake.accounts[0]!.address)
})
afterEach(() => kernel.dispose())

async function walletOf(options: object = {}, secret = secretKey().slice(0, 32)): Promise<FakeWallet> {
  const wallet = createFakeWallet({ secrets: [secret], ...options })
  await wallet.wallet.features['standard:connect']?.connect()
  return wallet
}

const secretKey = () => decodeBase58(stack.accounts[0]!.secretKey) as Uint8Array
const callOf = ({ programId, keys, data }: TransactionInstruction): SolanaInstruction => ({
  programId: programId.toBase58(),
  accounts: keys.map(({ pubkey, ...flags }) => ({ address: pubkey.toBase58(), ...flags })),
  data: new Uint8Array(data),
})
const requestOf = (instructions: readonly TransactionInstruction[], wallet = fake) => ({
  networkId: network.id,
  from: accountOn(network, wallet.accounts[0]!.address),
  provider: wallet.wallet,
  calls: instructions.map(callOf),
})
const calls = () => capabilityOf(kernel, SolanaCalls)
const prepare = (...instructions: readonly TransactionInstruction[]) =>
  calls().prepare(requestOf(instructions))
const pay = (to: PublicKey, lamports = sol) =>
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports })
const note = (bytes: number) =>
  new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.alloc(bytes, 'a') })
const newKey = () => Keypair.generate().publicKey
const codesOf = (notices: readonly { code: string }[]) => notices.map((notice) => notice.code)
const rejected = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A node that tries transactions and doesn't tell of their accounts. */
async function startBlind(target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const answer = (await (await fetch(target, { method: 'POST', body: await text(request) })).json()) as {
      result?: { value?: { accounts?: unknown } | null }
    }
    if (answer.result?.value?.accounts) answer.result.value.accounts = null
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A token of the node, with the owner's account for it and what moves it. */
function tokenOf(name: 'usd' | 'gold') {
  const { address, program, decimals } = stack.mints[name]
  const [mint, tokenProgram] = [new PublicKey(address), new PublicKey(program)]
  const accountOf = (holder: PublicKey) => getAssociatedTokenAddressSync(mint, holder, true, tokenProgram)
  const source = accountOf(owner)
  return {
    address,
    decimals,
    accountOf,
    open: (holder: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(owner, accountOf(holder), holder, mint, tokenProgram),
    transfer: (to: PublicKey, amount: bigint, from = source) =>
      createTransferCheckedInstruction(from, mint, accountOf(to), owner, amount, decimals, [], tokenProgram),
    approve: (delegate: PublicKey, amount: bigint) =>
      createApproveInstruction(source, delegate, owner, amount, [], tokenProgram),
    revoke: () => createRevokeInstruction(source, owner, [], tokenProgram),
    hand: (kind: AuthorityType, to: PublicKey) =>
      createSetAuthorityInstruction(source, owner, kind, to, [], tokenProgram),
  }
}

describe('calls that are taken', () => {
  it('does one call, for the fee and the change that were shown', async () => {
    const to = newKey()
    const prepared = await prepare(pay(to))
    expect(prepared).toMatchObject({
      atomic: true,
      steps: 1,
      notices: [],
      allowances: [],
      changes: [{ address: owner.toBase58(), amount: { value: -sol, symbol: 'SOL', decimals: 9 } }],
    })
    const before = await stack.balanceOf(owner.toBase58())
    const steps: CallsStep[] = []
    const sent = await prepared.submit({ onStep: (step) => steps.push(step) })
    expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
    expect(await stack.balanceOf(to.toBase58())).toBe(sol)
    expect(await stack.balanceOf(owner.toBase58())).toBe(before - sol - prepared.fee.value)
    expect(steps.map(({ index, status, submitted }) => [index, status, submitted?.id])).toEqual([
      [0, 'asking', undefined],
      [0, 'sent', sent.id],
    ])
    const followed = await calls().follow!({
      networkId: network.id,
      from: owner.toBase58(),
      id: sent.id,
      trail: (await sent.trail)!,
      sentAt: Date.now(),
    })
    expect(await followed.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
  })

  it.each(['usd', 'gold'] as const)(
    'does several at once, with the changes of SOL and %s that come',
    async (name) => {
      const token = tokenOf(name)
      const [to, delegate] = [newKey(), newKey()]
      const prepared = await prepare(
        pay(to),
        token.open(to),
        token.transfer(to, 1_234n),
        token.approve(delegate, 77n),
      )
      const read = async () => ({
        sol: await stack.balanceOf(owner.toBase58()),
        token: await stack.tokenBalanceOf(token.address, owner.toBase58()),
      })
      const before = await read()
      const sent = await prepared.submit()
      expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
      const after = await read()
      expect(fake.calls.filter(({ feature }) => feature === 'solana:signTransaction')).toHaveLength(1)
      expect(prepared.changes?.map(({ asset, amount }) => [asset, amount.value])).toEqual([
        [undefined, after.sol - before.sol + prepared.fee.value],
        [token.address, after.token - before.token],
      ])
      expect(after.token - before.token).toBe(-1_234n)
      expect(prepared.allowances).toMatchObject([
        {
          token: { address: token.address, decimals: token.decimals },
          spender: delegate.toBase58(),
          amount: 77n,
          previous: 0n,
        },
      ])

      const revoking = await prepare(token.revoke())
      expect(revoking.changes).toEqual([])
      expect(revoking.allowances).toMatchObject([{ spender: delegate.toBase58(), amount: 0n, previous: 77n }])
    },
  )

  it('builds version 0 for a wallet that lists nothing else', async () => {
    const wallet = await walletOf({ versions: [0] })
    const to = newKey()
    const sent = await (await calls().prepare(requestOf([pay(to)], wallet))).submit()
    expect(await sent.wait()).toMatchObject({ status: 'confirmed' })
    expect(wallet.calls.at(-1)?.inputs[0].transaction[65]).toBe(0x80)
    expect(await stack.balanceOf(to.toBase58())).toBe(sol)
  })

  it('signs what was prepared, whatever the host does to its calls afterwards', async () => {
    const [to, other] = [newKey(), newKey()]
    const request = requestOf([pay(to)])
    const prepared = await calls().prepare(request)
    request.calls[0]!.data.set(callOf(pay(other, 5n * sol)).data)
    ;(request.calls[0]!.accounts as { address: string }[])[1]!.address = other.toBase58()
    await (await prepared.submit()).wait()
    expect(await stack.balanceOf(to.toBase58())).toBe(sol)
    expect(await stack.balanceOf(other.toBase58())).toBe(0n)
  })

  it('is found by the key of all calls, and is atomic', async () => {
    const found = capabilityOf(kernel, Calls)
    expect(found).toBe(calls())
    expect(await found.support(requestOf([]))).toEqual({ atomic: 'supported' })
  })
})

describe('what a person is told', () => {
  it('names unlimited allowances, accounts that are given away, and stake', async () => {
    const token = tokenOf('usd')
    const [thief, stake] = [newKey(), newKey()]
    const unlimited = await prepare(token.approve(thief, 2n ** 64n - 1n))
    expect(unlimited.allowances?.find(({ spender }) => spender === thief.toBase58())?.amount).toBe(
      'unlimited',
    )
    expect(codesOf(unlimited.notices)).toEqual(['ALLOWANCE_UNLIMITED'])
    const given = await prepare(token.hand(AuthorityType.AccountOwner, thief))
    const held = await stack.tokenBalanceOf(token.address, owner.toBase58())
    expect(given.changes).toMatchObject([{ asset: token.address, amount: { value: -held } }])
    expect(codesOf(given.notices)).toEqual(['TOKEN_ACCOUNT_GIVEN_AWAY'])
    const closable = await prepare(token.hand(AuthorityType.CloseAccount, thief))
    expect(codesOf(closable.notices)).toEqual(['TOKEN_ACCOUNT_GIVEN_AWAY'])
    const staking = SystemProgram.createAccountWithSeed({
      fromPubkey: owner,
      basePubkey: owner,
      seed: stake.toBase58().slice(0, 30),
      newAccountPubkey: await PublicKey.createWithSeed(
        owner,
        stake.toBase58().slice(0, 30),
        StakeProgram.programId,
      ),
      lamports: Number(sol),
      space: StakeProgram.space,
      programId: StakeProgram.programId,
    })
    expect(codesOf((await prepare(staking)).notices)).toEqual(['CHANGES_INCOMPLETE'])
  })

  it('refuses to hand the whole account to a program', async () => {
    const assign = SystemProgram.assign({ accountPubkey: owner, programId: memoProgram })
    expect(await faultOf(prepare(assign))).toMatch(/^ACCOUNT_TAKEN_OVER: This would hand your whole account/)
  })

  it('says so where the node does not tell what changes', async () => {
    const own = createTestKernel({ networks: [{ ...network, rpcUrls: [await startBlind(stack.url)] }] })
    const prepared = await capabilityOf(own, SolanaCalls).prepare(requestOf([pay(newKey())]))
    await own.dispose()
    expect(prepared.changes).toBeUndefined()
    expect(prepared.allowances).toBeUndefined()
    expect(codesOf(prepared.notices)).toEqual(['NOT_SIMULATED'])
  })
})

describe('calls that are refused', () => {
  const invalid: readonly (readonly [what: string, calls: unknown])[] = [
    ['no list', undefined],
    ['an empty list', []],
    ['no call', [null]],
    ['a program that is no address', [{ programId: 'x', accounts: [], data: new Uint8Array() }]],
    ['accounts that are no list', [{ programId: memoProgram.toBase58(), data: new Uint8Array() }]],
    ['data that are no bytes', [{ programId: memoProgram.toBase58(), accounts: [], data: '0x' }]],
    [
      'an account without address',
      [{ programId: memoProgram.toBase58(), accounts: [{}], data: new Uint8Array() }],
    ],
    [
      'a signer who is somebody else',
      [
        {
          programId: memoProgram.toBase58(),
          accounts: [{ address: memoProgram.toBase58(), isSigner: true }],
          data: new Uint8Array(),
        },
      ],
    ],
    ['a price of its own', [callOf(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }))]],
  ]
  it.each(invalid)('are %s', async (_what, list) => {
    const request = { ...requestOf([]), calls: list } as CallsRequest<SolanaInstruction>
    expect(await faultOf(calls().prepare(request))).toMatch(
      /^CALLS_INVALID: The app asks for something that can’t be done on this network\. Nothing was sent\./,
    )
  })

  it.each(['legacy', 0] as const)(
    'are too large for a %s transaction by one byte, and no smaller',
    async (version) => {
      const wallet = await walletOf({ versions: [version] })
      const ask = (bytes: number) => calls().prepare(requestOf([pay(owner, 1n), note(bytes)], wallet))
      let [fits, tooLarge] = [0, 1_232]
      while (tooLarge - fits > 1) {
        const middle = Math.floor((fits + tooLarge) / 2)
        const fault = await ask(middle).then(
          () => undefined,
          (error: { code: string }) => error.code,
        )
        if (fault === 'TRANSACTION_TOO_LARGE') tooLarge = middle
        else fits = middle
      }
      expect(await faultOf(ask(tooLarge))).toMatch(/Expected at most 1232 bytes\.\nReceived: 1233 bytes\./)
      wallet.answer('solana:signTransaction', rejected)
      await faultOf((await ask(fits)).submit())
      expect(wallet.calls.at(-1)?.inputs[0].transaction).toHaveLength(1_232)
    },
  )

  it('are those that a program refuses, and those that cannot be paid', async () => {
    const token = tokenOf('usd')
    const broken = new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from([0xff]) })
    expect(await faultOf(prepare(pay(newKey()), broken))).toMatch(/^EXECUTION_REVERTED/)
    expect(await faultOf(prepare(token.transfer(owner, 1n, newKey())))).toMatch(/^EXECUTION_REVERTED/)
    expect(await faultOf(prepare(pay(newKey(), 100_000n * sol)))).toMatch(/^INSUFFICIENT_FUNDS/)
    const held = await stack.balanceOf(owner.toBase58())
    expect(await faultOf(prepare(pay(newKey(), held - 5_001n)))).toMatch(
      /^(?:REMAINDER_BELOW_RENT_MINIMUM|EXECUTION_REVERTED)/,
    )
  })
})

describe('wallets', () => {
  it('that decline send nothing, and can be asked again', async () => {
    const to = newKey()
    const prepared = await prepare(pay(to))
    const honest = await walletOf()
    fake.answer('solana:signTransaction', rejected)
    expect(prepared.isHandedOver()).toBe(false)
    expect(await faultOf(prepared.submit())).toMatch(/^USER_REJECTED/)
    expect(await stack.balanceOf(to.toBase58())).toBe(0n)
    fake.answer('solana:signTransaction', (...inputs) =>
      honest.wallet.features['solana:signTransaction']!.signTransaction(...inputs),
    )
    const [one, two] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(two.id).toBe(one.id)
    await one.wait()
    expect(await stack.balanceOf(to.toBase58())).toBe(sol)
    expect(prepared.isHandedOver()).toBe(true)
  })

  it('that sign anything but these calls in this order are found out, and nothing is sent', async () => {
    const key = Keypair.fromSecretKey(secretKey())
    const [to, thief] = [newKey(), newKey()]
    const changes: ((given: TransactionInstruction[]) => TransactionInstruction[])[] = [
      (given) => given.slice(0, -1),
      (given) => [...given, pay(thief)],
      (given) => given.toReversed(),
      () => [pay(thief)],
    ]
    for (const change of changes) {
      fake.answer('solana:signTransaction', ({ transaction }) => {
        const { instructions, recentBlockhash } = Transaction.from(transaction)
        const other = new Transaction({ feePayer: key.publicKey, recentBlockhash: recentBlockhash! })
        other.add(...change(instructions))
        other.sign(key)
        return [{ signedTransaction: new Uint8Array(other.serialize()) }]
      })
      const prepared = await prepare(pay(to), pay(to, 2n * sol))
      expect(await faultOf(prepared.submit())).toMatch(/^WALLET_CHANGED_TRANSACTION/)
    }
    expect(await stack.balanceOf(to.toBase58())).toBe(0n)
    expect(await stack.balanceOf(thief.toBase58())).toBe(0n)
  })

  it('that send by themselves are held against what the chain took', async () => {
    const key = Keypair.fromSecretKey(secretKey())
    const wallet = await walletOf({ without: ['solana:signTransaction'], send: stack.url })
    const [to, thief] = [newKey(), newKey()]
    const honest = await (await calls().prepare(requestOf([pay(to), pay(to)], wallet))).submit()
    expect(await honest.wait()).toEqual({ status: 'confirmed', transactions: [honest.id] })
    expect(await stack.balanceOf(to.toBase58())).toBe(2n * sol)
    wallet.answer('solana:signAndSendTransaction', async ({ transaction }) => {
      const { recentBlockhash } = Transaction.from(transaction)
      const other = new Transaction({ feePayer: key.publicKey, recentBlockhash: recentBlockhash! })
      other.add(pay(thief))
      other.sign(key)
      const id = await new Connection(stack.url, 'confirmed').sendRawTransaction(other.serialize())
      return [{ signature: decodeBase58(id) }]
    })
    const lie = await (await calls().prepare(requestOf([pay(to), pay(to)], wallet))).submit()
    expect(await lie.wait()).toMatchObject({ status: 'failed', outcome: 'different' })
  })

  it('ask the same of the person as a send does', async () => {
    const to = newKey().toBase58()
    const send = await capabilityOf(kernel, Send).prepare({ ...requestOf([]), to, amount: sol })
    const prepared = await prepare(pay(new PublicKey(to)))
    expect(prepared.fee).toEqual(send.fee)
    fake.answer('solana:signTransaction', rejected)
    await faultOf(send.submit())
    await faultOf(prepared.submit())
    const [one, two] = fake.calls.slice(-2).map(({ inputs }) => Transaction.from(inputs[0].transaction))
    expect(two!.instructions).toEqual(one!.instructions)
  })
})
