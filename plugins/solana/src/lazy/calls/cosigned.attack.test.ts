// Transactions that somebody else has signed: what they may be, and that nobody changes them on the way to the chain.
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import type { Kernel } from '@latchkey/kernel'
import { decodeBase58 } from '@latchkey/kernel/chain'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, SolanaCalls, type SolanaNetwork } from '../../index.js'

const sol = 1_000_000_000n
let stack: SolanaStack
let network: SolanaNetwork
let kernel: Kernel
let fake: FakeWallet
let owner: PublicKey
/** Has the tokens. */
let maker: Keypair
let blockhash: string

beforeAll(async () => {
  stack = await startSolana()
  network = defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [stack.url] })
  maker = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey) as Uint8Array)
})
afterAll(() => stack.stop())
beforeEach(async () => {
  kernel = createTestKernel({ networks: [network] })
  fake = await walletOf()
  owner = new PublicKey(fake.accounts[0]!.address)
  blockhash = await nextBlockhash()
})
afterEach(() => kernel.dispose())

/** Two offers of the same are the same bytes: within one blockhash they would be one transaction. */
async function nextBlockhash(): Promise<string> {
  const connection = new Connection(stack.url, 'confirmed')
  return vi.waitFor(
    async () => {
      const latest = await connection.getLatestBlockhash()
      expect(latest.blockhash).not.toBe(blockhash)
      return latest.blockhash
    },
    { timeout: 30_000 },
  )
}

async function walletOf(options: object = {}): Promise<FakeWallet> {
  const secret = (decodeBase58(stack.accounts[1]!.secretKey) as Uint8Array).slice(0, 32)
  const wallet = createFakeWallet({ secrets: [secret], ...options })
  await wallet.wallet.features['standard:connect']?.connect()
  return wallet
}

const placeOf = (holder: PublicKey) => {
  const { address, program } = stack.mints.gold
  return getAssociatedTokenAddressSync(new PublicKey(address), holder, true, new PublicKey(program))
}
const open = () =>
  createAssociatedTokenAccountIdempotentInstruction(
    owner,
    placeOf(owner),
    owner,
    new PublicKey(stack.mints.gold.address),
    new PublicKey(stack.mints.gold.program),
  )
const give = (amount: bigint) => {
  const { address, program, decimals } = stack.mints.gold
  return createTransferCheckedInstruction(
    placeOf(maker.publicKey),
    new PublicKey(address),
    placeOf(owner),
    maker.publicKey,
    amount,
    decimals,
    [],
    new PublicKey(program),
  )
}
const pay = (lamports = sol, to = maker.publicKey) =>
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports })

interface Offer {
  readonly instructions?: readonly TransactionInstruction[]
  readonly payer?: PublicKey
  readonly hash?: string
  readonly signers?: readonly Keypair[]
  readonly tables?: AddressLookupTableAccount[]
}
function offerOf({
  instructions = [open(), pay(), give(20n * sol)],
  payer = owner,
  hash = blockhash,
  signers = [maker],
  tables = [],
}: Offer = {}): Uint8Array {
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: hash,
    instructions: [...instructions],
  }).compileToV0Message(tables)
  const transaction = new VersionedTransaction(message)
  transaction.sign([...signers])
  return transaction.serialize()
}

const prepare = (calls: readonly unknown[], wallet = fake) =>
  capabilityOf(kernel, SolanaCalls).prepare({
    networkId: network.id,
    from: accountOn(network, wallet.accounts[0]!.address),
    provider: wallet.wallet,
    calls: calls as never,
  })
const asked = (wallet = fake) => wallet.calls.filter(({ feature }) => /sign/i.test(feature)).length

describe('a transaction that others have signed', () => {
  it.each([{}, { without: ['solana:signTransaction'], send: 'node' }])(
    'is done as it was shown, fee and both sides: %o',
    async (options) => {
      const wallet = await walletOf('send' in options ? { ...options, send: stack.url } : {})
      const prepared = await prepare([{ transaction: offerOf() }], wallet)
      const rent = 2_074_080n
      expect(prepared).toMatchObject({ atomic: true, steps: 1, fee: { value: 10_000n }, allowances: [] })
      const gold = prepared.changes?.find(({ asset }) => asset === stack.mints.gold.address)
      expect(gold?.amount.value).toBe(20n * sol)
      const read = async () => [
        await stack.balanceOf(owner.toBase58()),
        await stack.tokenBalanceOf(stack.mints.gold.address, owner.toBase58()),
      ]
      const [coinBefore = 0n, goldBefore = 0n] = await read()
      const sent = await prepared.submit()
      expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
      const [coinAfter = 0n, goldAfter = 0n] = await read()
      expect(goldAfter - goldBefore).toBe(20n * sol)
      const coin = prepared.changes?.find(({ asset }) => asset === undefined)
      expect(coinAfter - coinBefore).toBe((coin?.amount.value ?? 0n) - prepared.fee.value)
      expect([-sol, -sol - rent]).toContain(coin?.amount.value)
    },
  )

  const thief = Keypair.generate()
  it.each<readonly [name: string, transaction: () => unknown, fault: RegExp]>([
    [
      'whose fee somebody else pays',
      () => offerOf({ payer: maker.publicKey }),
      /^CALLS_INVALID[\s\S]*pays for/,
    ],
    ['that lacks a signature', () => offerOf({ signers: [] }), /^CALLS_INVALID[\s\S]*valid signature of/],
    [
      'with a signature of something else',
      () => {
        const [bytes, other] = [offerOf(), offerOf({ instructions: [open(), pay(), give(1n)] })]
        bytes.set(other.slice(65, 129), 65)
        return bytes
      },
      /^CALLS_INVALID[\s\S]*valid signature of/,
    ],
    [
      'that needs more signatures than were given',
      () =>
        offerOf({
          instructions: [
            pay(),
            give(sol),
            SystemProgram.transfer({ fromPubkey: thief.publicKey, toPubkey: owner, lamports: 1n }),
          ],
        }),
      /^CALLS_INVALID[\s\S]*valid signature of/,
    ],
    [
      'with a lookup table',
      () => {
        const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 }
        const addresses = [placeOf(owner), placeOf(maker.publicKey)]
        const table = new AddressLookupTableAccount({ key: thief.publicKey, state: { ...state, addresses } })
        return offerOf({ tables: [table] })
      },
      /^CALLS_INVALID[\s\S]*lookup tables/,
    ],
    [
      'that pays a price no one would',
      () =>
        offerOf({
          instructions: [
            ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000_000n }),
            open(),
            pay(),
            give(sol),
          ],
        }),
      /^CALLS_INVALID[\s\S]*for priority/,
    ],
    [
      'with a block hash that is no longer taken',
      () => offerOf({ hash: thief.publicKey.toBase58() }),
      /^TRANSACTION_EXPIRED/,
    ],
    [
      'that the chain would refuse',
      () => offerOf({ instructions: [open(), give(2_000_000n * sol)] }),
      /^(?:EXECUTION_REVERTED|INSUFFICIENT_FUNDS)/,
    ],
    ['that is cut off', () => offerOf().slice(0, -1), /^TRANSACTION_INVALID/],
    ['that is text', () => 'AQAB', /^CALLS_INVALID[\s\S]*Uint8Array/],
  ])('%s is refused before the wallet opens', async (_, transaction, fault) => {
    expect(await faultOf(prepare([{ transaction: transaction() }]))).toMatch(fault)
    expect(asked()).toBe(0)
  })

  it('is the only call, wherever it stands', async () => {
    const { programId, keys, data } = pay()
    const call = {
      programId: programId.toBase58(),
      accounts: keys.map(({ pubkey, ...flags }) => ({ address: pubkey.toBase58(), ...flags })),
      data: new Uint8Array(data),
    }
    const transaction = offerOf()
    for (const calls of [
      [{ transaction }, call],
      [call, { transaction }],
      [{ transaction }, { transaction }],
    ])
      expect(await faultOf(prepare(calls))).toMatch(/^CALLS_INVALID[\s\S]*the only call/)
  })

  it('tells what it takes beside the price, whoever signed it', async () => {
    const prepared = await prepare([
      { transaction: offerOf({ instructions: [open(), pay(), pay(3n * sol, thief.publicKey), give(sol)] }) },
    ])
    const coin = prepared.changes?.find(({ asset }) => asset === undefined)
    expect(-(coin?.amount.value ?? 0n)).toBeGreaterThanOrEqual(4n * sol)
  })

  it('is not given to the wallet when it has become too old', async () => {
    const prepared = await prepare([{ transaction: offerOf() }])
    await stack.advanceSlots(200)
    expect(await faultOf(prepared.submit())).toMatch(/^TRANSACTION_EXPIRED/)
    expect(asked()).toBe(0)
  })

  it('comes back from the wallet to the byte, or is not sent', async () => {
    const before = await stack.balanceOf(owner.toBase58())
    const own = Keypair.fromSecretKey(decodeBase58(stack.accounts[1]!.secretKey) as Uint8Array)
    const resign =
      (change: (list: TransactionInstruction[]) => TransactionInstruction[]) => (bytes: Uint8Array) => {
        const { message } = VersionedTransaction.deserialize(bytes)
        const { instructions, recentBlockhash } = TransactionMessage.decompile(message)
        const other = new VersionedTransaction(
          new TransactionMessage({
            payerKey: owner,
            recentBlockhash,
            instructions: change(instructions),
          }).compileToV0Message(),
        )
        other.sign([own])
        return other.serialize()
      }
    const changes: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
      // A price of the wallet's own is harmless elsewhere; here it would cost the others' signatures.
      resign((list) => [ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }), ...list]),
      resign((list) => list.filter(({ programId }) => programId.equals(SystemProgram.programId))),
      (bytes) => {
        const transaction = VersionedTransaction.deserialize(bytes)
        transaction.sign([own])
        return transaction.serialize().fill(0, 65, 129)
      },
    ]
    for (const change of changes) {
      fake.answer('solana:signTransaction', ({ transaction }) => [{ signedTransaction: change(transaction) }])
      const prepared = await prepare([{ transaction: offerOf() }])
      expect(await faultOf(prepared.submit())).toMatch(/^WALLET_CHANGED_TRANSACTION/)
    }
    expect(await stack.balanceOf(owner.toBase58())).toBe(before)
  })

  it('is what was prepared, whatever the host does to its bytes afterwards', async () => {
    const transaction = offerOf()
    const prepared = await prepare([{ transaction }])
    transaction.fill(0)
    const sent = await prepared.submit()
    expect(await sent.wait()).toMatchObject({ status: 'confirmed' })
  })
})
