// Delegates of token accounts, approved and revoked on a real node with the real token programs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import type { Kernel } from '@latchkey/kernel'
import { decodeBase58 } from '@latchkey/kernel/chain'
import { Allowances } from '@latchkey/kernel/contracts'
import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createFreezeAccountInstruction,
  createInitializeAccountInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, type SolanaCall, SolanaCalls, type SolanaNetwork } from '../../index.js'

let stack: SolanaStack
let network: SolanaNetwork
let kernel: Kernel
let owner: Keypair

beforeAll(async () => {
  stack = await startSolana()
  network = defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [stack.url] })
  owner = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey) as Uint8Array)
}, 120_000)
afterAll(() => stack?.stop())
beforeEach(() => {
  kernel = createTestKernel({ networks: [network] })
})
afterEach(() => kernel.dispose())

const newKey = () => Keypair.generate().publicKey
const own = () => owner.publicKey
const read = (address = own().toBase58()) =>
  capabilityOf(kernel, Allowances).read({ networkId: network.id, address })

async function run(instructions: TransactionInstruction[], signers: Keypair[] = []): Promise<void> {
  const transaction = new Transaction().add(...instructions)
  await sendAndConfirmTransaction(new Connection(stack.url), transaction, [owner, ...signers])
}

function held(name: 'usd' | 'gold') {
  const { address, program } = stack.mints[name]
  const [mint, tokens] = [new PublicKey(address), new PublicKey(program)]
  const account = getAssociatedTokenAddressSync(mint, own(), true, tokens)
  return {
    mint: address,
    program,
    account,
    approve: (delegate: PublicKey, amount: bigint) =>
      run([createApproveInstruction(account, delegate, own(), amount, [], tokens)]),
  }
}

async function latestBlockhash(): Promise<string> {
  return (await new Connection(stack.url).getLatestBlockhash('confirmed')).blockhash
}

/** The newest that an earlier taking back can have had. */
let usedBlockhash = ''
/** Two approvals of one account are taken back by the same bytes: within one blockhash they would be one transaction. */
const nextBlockhash = () =>
  vi.waitFor(async () => expect(await latestBlockhash()).not.toBe(usedBlockhash), { timeout: 30_000 })

/** Has the wallet sign what takes approvals back. */
async function revoke(calls: readonly unknown[]): Promise<void> {
  const wallet = createFakeWallet({ secrets: [owner.secretKey.slice(0, 32)] })
  await wallet.wallet.features['standard:connect']?.connect()
  await nextBlockhash()
  const prepared = await capabilityOf(kernel, SolanaCalls).prepare({
    networkId: network.id,
    from: accountOn(network, own().toBase58()),
    provider: wallet.wallet,
    calls: calls as readonly SolanaCall[],
  })
  expect(prepared.allowances).toMatchObject([{ amount: 0n }])
  const submitted = await prepared.submit()
  usedBlockhash = await latestBlockhash()
  expect(await submitted.wait()).toMatchObject({ status: 'confirmed' })
}

describe.each(['usd', 'gold'] as const)('a delegate of %s', (name) => {
  it('is told with what it may move, and is gone once it is revoked', async () => {
    const { mint, account, approve } = held(name)
    const spender = newKey()
    await approve(spender, 77n)
    const { allowances, gaps } = await read()
    expect(gaps).toEqual([])
    expect(allowances).toMatchObject([
      {
        id: `${account.toBase58()}:${spender.toBase58()}`,
        spender: spender.toBase58(),
        token: { address: mint, decimals: stack.mints[name].decimals },
        amount: 77n,
        atRisk: { value: 77n },
      },
    ])
    await revoke(allowances[0]!.revoke)
    expect((await read()).allowances).toEqual([])
  })

  it('may move no more than there is', async () => {
    const { approve, mint } = held(name)
    const balance = await stack.tokenBalanceOf(mint, own().toBase58())
    await approve(newKey(), balance + 5n)
    expect((await read()).allowances).toMatchObject([{ amount: balance + 5n, atRisk: { value: balance } }])
    await approve(newKey(), 2n ** 64n - 1n)
    const { allowances } = await read()
    expect(allowances).toMatchObject([{ amount: 'unlimited', atRisk: { value: balance } }])
    await revoke(allowances[0]!.revoke)
  })
})

it('tells nothing of an account without tokens, and refuses what is no address', async () => {
  expect(await read(newKey().toBase58())).toEqual({ allowances: [], gaps: [], notices: [] })
  expect(await faultOf(read('nobody'))).toContain('ADDRESS_INVALID')
})

/** A node that says an account has one token of each of so many mints, the first few of them approved. */
async function startCrowdedNode(mints: number, approved: number) {
  const [holder, spender] = [newKey(), newKey()]
  const value = Array.from({ length: mints }, (_, index) => {
    const data = Buffer.alloc(ACCOUNT_SIZE)
    const isApproved = index < approved
    AccountLayout.encode(
      {
        ...{ mint: newKey(), owner: holder, amount: 1n, state: AccountState.Initialized },
        ...{ delegateOption: isApproved ? 1 : 0, delegate: spender, delegatedAmount: isApproved ? 1n : 0n },
        ...{ isNativeOption: 0, isNative: 0n, closeAuthorityOption: 0, closeAuthority: PublicKey.default },
      },
      data,
    )
    const account = { owner: TOKEN_PROGRAM_ID.toBase58(), data: [data.toString('base64'), 'base64'] }
    return { pubkey: newKey().toBase58(), account }
  })
  const mint = [Buffer.alloc(82).fill(1, 45, 46).toString('base64'), 'base64']
  const answers = new Map<string, (params: readonly unknown[]) => readonly unknown[]>([
    [
      'getTokenAccountsByOwner',
      ([, filter]) =>
        (filter as { programId: string }).programId === TOKEN_PROGRAM_ID.toBase58() ? value : [],
    ],
    [
      'getMultipleAccounts',
      ([keys]) => (keys as string[]).map(() => ({ owner: TOKEN_PROGRAM_ID.toBase58(), data: mint })),
    ],
  ])
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const result = { context: { slot: 1 }, value: answers.get(method)?.(params) }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, holder: holder.toBase58(), stop: () => server.close() }
}

it.each([
  ['the whole list for one who was sent more mints than it reads', 401, 2, 2, []],
  ['that some are missing of more approvals than it shows', 401, 401, 400, ['APPROVALS_LEFT_OUT']],
])('tells %s', async (_, mints, approved, told, gaps) => {
  const node = await startCrowdedNode(mints, approved)
  await kernel.dispose()
  kernel = createTestKernel({
    networks: [defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Crowd', rpcUrls: [node.url] })],
  })
  const answer = await read(node.holder).finally(node.stop)
  expect(answer.allowances).toHaveLength(told)
  expect(answer.gaps.map(({ code }) => code)).toEqual(gaps)
})

it('tells whom the owner cannot stop: issuers that move tokens, and who can close accounts', async () => {
  const [mint, issuer] = [Keypair.generate(), newKey()]
  const space = getMintLen([ExtensionType.PermanentDelegate])
  const program = TOKEN_2022_PROGRAM_ID
  const account = getAssociatedTokenAddressSync(mint.publicKey, own(), true, program)
  const lamports = await new Connection(stack.url).getMinimumBalanceForRentExemption(space)
  const place = { fromPubkey: own(), newAccountPubkey: mint.publicKey, space, lamports, programId: program }
  await run(
    [
      SystemProgram.createAccount(place),
      createInitializePermanentDelegateInstruction(mint.publicKey, issuer, program),
      createInitializeMint2Instruction(mint.publicKey, 2, own(), own(), program),
      createAssociatedTokenAccountIdempotentInstruction(own(), account, own(), mint.publicKey, program),
      createMintToInstruction(mint.publicKey, account, own(), 500n, [], program),
    ],
    [mint],
  )
  const text = mint.publicKey.toBase58()
  const tokens = `${text.slice(0, 6)}…${text.slice(-4)}`
  expect((await read()).notices).toMatchObject([{ code: 'PERMANENT_DELEGATES', parameters: { tokens } }])

  // What is frozen cannot be moved by a delegate either.
  await run([createApproveInstruction(account, newKey(), own(), 100n, [], program)])
  await run([createFreezeAccountInstruction(account, mint.publicKey, own(), [], program)])
  const frozen = (await read()).allowances.filter(({ token }) => token?.address === text)
  expect(frozen).toMatchObject([{ amount: 100n, atRisk: { value: 0n } }])

  // Nobody can close an account with tokens.
  const usd = held('usd')
  const close = AuthorityType.CloseAccount
  const tokenProgram = new PublicKey(usd.program)
  await run([createSetAuthorityInstruction(usd.account, own(), close, newKey(), [], tokenProgram)])
  expect((await read()).notices).toMatchObject([{ code: 'PERMANENT_DELEGATES' }])

  const wrapped = Keypair.generate()
  const wrappedAt = { fromPubkey: own(), newAccountPubkey: wrapped.publicKey, programId: tokenProgram }
  await run(
    [
      SystemProgram.createAccount({ ...wrappedAt, space: ACCOUNT_SIZE, lamports: 1_000_000_000 }),
      createInitializeAccountInstruction(wrapped.publicKey, NATIVE_MINT, own(), tokenProgram),
      createSetAuthorityInstruction(wrapped.publicKey, own(), close, newKey(), [], tokenProgram),
    ],
    [wrapped],
  )
  expect((await read()).notices).toMatchObject([
    { code: 'PERMANENT_DELEGATES' },
    {
      code: 'CLOSE_AUTHORITIES',
      message: expect.stringContaining('Accounts: 1.'),
      parameters: { count: 1 },
    },
  ])
})
