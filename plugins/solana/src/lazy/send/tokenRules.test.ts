import type { Kernel } from '@latchkey/kernel'
import { Balance, History, Send, type TokenReference } from '@latchkey/kernel/contracts'
import { decodeBase58 } from '@latchkey/kernel/chain'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import {
  AccountState,
  AuthorityType,
  createAssociatedTokenAccountIdempotent,
  createInitializeDefaultAccountStateInstruction,
  createInitializeInterestBearingMintInstruction,
  createInitializeMint2Instruction,
  createInitializeNonTransferableMintInstruction,
  createInitializePausableConfigInstruction,
  createInitializePermanentDelegateInstruction,
  createInitializeScaledUiAmountConfigInstruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createMint,
  createPauseInstruction,
  createUpdateMultiplierDataInstruction,
  ExtensionType,
  freezeAccount,
  getMintLen,
  mintTo,
  setAuthority,
  thawAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Connection,
  Keypair,
  type PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, type SolanaNetwork } from '../../index.js'

let stack: SolanaStack
let network: SolanaNetwork
let kernel: Kernel
let fake: FakeWallet
let connection: Connection
let alice: Keypair

beforeAll(async () => {
  stack = await startSolana()
  network = defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [stack.url] })
  kernel = createTestKernel({ networks: [network] })
  connection = new Connection(stack.url, 'confirmed')
  alice = Keypair.fromSecretKey(decodeBase58(stack.accounts[0]!.secretKey)!)
  fake = createFakeWallet({ secrets: [alice.secretKey.slice(0, 32)] })
  await fake.wallet.features['standard:connect']?.connect()
})
afterAll(async () => {
  await kernel.dispose()
  await stack.stop()
})

const prepare = (mint: PublicKey, to: PublicKey, amount: bigint) =>
  capabilityOf(kernel, Send).prepare({
    networkId: network.id,
    from: accountOn(network, alice.publicKey.toBase58()),
    to: to.toBase58(),
    amount,
    token: { address: mint.toBase58(), decimals: 6, symbol: 'TKN' } satisfies TokenReference,
    provider: fake.wallet,
  })

/** A Token-2022 mint with an extension, and a million base units for the sender. */
async function mintWith(
  extension: ExtensionType,
  initialise: (mint: PublicKey) => TransactionInstruction,
  freezer: PublicKey | null = null,
): Promise<PublicKey> {
  const mint = Keypair.generate()
  const space = getMintLen([extension])
  const lamports = await connection.getMinimumBalanceForRentExemption(space)
  const transaction = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: alice.publicKey,
      newAccountPubkey: mint.publicKey,
      space,
      lamports,
      programId: TOKEN_2022_PROGRAM_ID,
    }),
    initialise(mint.publicKey),
    createInitializeMint2Instruction(mint.publicKey, 6, alice.publicKey, freezer, TOKEN_2022_PROGRAM_ID),
  )
  await sendAndConfirmTransaction(connection, transaction, [alice, mint])
  const holder = await createAssociatedTokenAccountIdempotent(
    connection,
    alice,
    mint.publicKey,
    alice.publicKey,
    undefined,
    TOKEN_2022_PROGRAM_ID,
  )
  if (freezer) {
    await thawAccount(connection, alice, holder, mint.publicKey, alice, [], undefined, TOKEN_2022_PROGRAM_ID)
  }
  await mintTo(
    connection,
    alice,
    mint.publicKey,
    holder,
    alice,
    1_000_000n,
    [],
    undefined,
    TOKEN_2022_PROGRAM_ID,
  )
  return mint.publicKey
}

describe('tokens with rules of their own', () => {
  it('shows what arrives of a token that takes a fee', async () => {
    const mint = await mintWith(ExtensionType.TransferFeeConfig, (address) =>
      createInitializeTransferFeeConfigInstruction(address, null, null, 250, 10_000n, TOKEN_2022_PROGRAM_ID),
    )
    const to = Keypair.generate().publicKey
    const prepared = await prepare(mint, to, 100_000n)
    expect(prepared.changes?.slice(1).map((change) => change.amount.value)).toEqual([-100_000n, 97_500n])
    expect(prepared.notices.at(-1)).toMatchInlineSnapshot(`
      {
        "code": "TOKEN_TRANSFER_FEE",
        "message": "TKN takes a fee on transfers: 0.0975 TKN arrive.",
        "parameters": {
          "amount": {
            "decimals": 6,
            "symbol": "TKN",
            "value": 97500n,
          },
          "token": "TKN",
        },
        "severity": "warning",
      }
    `)
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await stack.tokenBalanceOf(mint.toBase58(), to.toBase58())).toBe(97_500n)
  })

  it('says so when nothing arrives of a token that keeps it all', async () => {
    const mint = await mintWith(ExtensionType.TransferFeeConfig, (address) =>
      createInitializeTransferFeeConfigInstruction(
        address,
        null,
        null,
        10_000,
        10n ** 18n,
        TOKEN_2022_PROGRAM_ID,
      ),
    )
    const prepared = await prepare(mint, Keypair.generate().publicKey, 100_000n)
    expect(prepared.changes?.slice(1).map((change) => change.amount.value)).toEqual([-100_000n, 0n])
    expect(prepared.notices.at(-1)).toMatchObject({
      code: 'TOKEN_TRANSFER_FEE',
      message: 'TKN takes a fee on transfers: 0 TKN arrive.',
    })
    const own = await prepare(mint, alice.publicKey, 100_000n)
    expect(own.notices.map(({ code }) => code)).toEqual(['RECEIVER_IS_SENDER'])
  })

  it('refuses a token that needs a transfer hook', async () => {
    const mint = await mintWith(ExtensionType.TransferHook, (address) =>
      createInitializeTransferHookInstruction(
        address,
        alice.publicKey,
        TOKEN_PROGRAM_ID,
        TOKEN_2022_PROGRAM_ID,
      ),
    )
    expect(await faultOf(prepare(mint, Keypair.generate().publicKey, 1n))).toMatchInlineSnapshot(
      `"TOKEN_TRANSFER_HOOK: TKN has rules of its own for transfers, which are not supported here."`,
    )
  })

  const initialisers: Readonly<
    Record<string, readonly [ExtensionType, (mint: PublicKey) => TransactionInstruction]>
  > = {
    TOKEN_PERMANENT_DELEGATE: [
      ExtensionType.PermanentDelegate,
      (mint) => createInitializePermanentDelegateInstruction(mint, alice.publicKey, TOKEN_2022_PROGRAM_ID),
    ],
    TOKEN_PAUSABLE: [
      ExtensionType.PausableConfig,
      (mint) => createInitializePausableConfigInstruction(mint, alice.publicKey, TOKEN_2022_PROGRAM_ID),
    ],
  }
  it.each(Object.entries(initialisers))(
    'says before it is sent: %s',
    async (name, [extension, initialise]) => {
      const mint = await mintWith(extension, initialise)
      const to = Keypair.generate().publicKey
      const prepared = await prepare(mint, to, 100n)
      const notice = prepared.notices.find(({ code }) => code === name)
      expect(notice).toMatchSnapshot()
      expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
      expect(await stack.tokenBalanceOf(mint.toBase58(), to.toBase58())).toBe(100n)
    },
  )

  it('refuses a token whose transfers are stopped', async () => {
    const [extension, initialise] = initialisers['TOKEN_PAUSABLE']!
    const mint = await mintWith(extension, initialise)
    const pause = createPauseInstruction(mint, alice.publicKey, [], TOKEN_2022_PROGRAM_ID)
    await sendAndConfirmTransaction(connection, new Transaction().add(pause), [alice])
    expect(await faultOf(prepare(mint, Keypair.generate().publicKey, 1n))).toMatchInlineSnapshot(
      `"TOKEN_PAUSED: Who issued TKN has stopped all transfers for now. Try again later."`,
    )
  })

  it('refuses a receiver whose new account would be frozen', async () => {
    const mint = await mintWith(
      ExtensionType.DefaultAccountState,
      (address) =>
        createInitializeDefaultAccountStateInstruction(address, AccountState.Frozen, TOKEN_2022_PROGRAM_ID),
      alice.publicKey,
    )
    expect(await faultOf(prepare(mint, Keypair.generate().publicKey, 1n))).toMatchInlineSnapshot(
      `"TOKEN_RECEIVER_NOT_ALLOWED: The receiver has no account for TKN yet, and new ones are frozen until who issued it allows them."`,
    )
  })

  it('refuses a token that stays where it is', async () => {
    const mint = await mintWith(ExtensionType.NonTransferable, (address) =>
      createInitializeNonTransferableMintInstruction(address, TOKEN_2022_PROGRAM_ID),
    )
    expect(await faultOf(prepare(mint, Keypair.generate().publicKey, 1n))).toMatchInlineSnapshot(
      `"TOKEN_NOT_TRANSFERABLE: TKN can’t be sent: it stays with the account that holds it."`,
    )
  })

  it('refuses frozen accounts, and accounts that were handed to somebody else', async () => {
    const mint = await createMint(connection, alice, alice.publicKey, alice.publicKey, 6)
    const holder = await createAssociatedTokenAccountIdempotent(connection, alice, mint, alice.publicKey)
    await mintTo(connection, alice, mint, holder, alice, 1_000n)

    const stolen = Keypair.generate()
    const account = await createAssociatedTokenAccountIdempotent(connection, alice, mint, stolen.publicKey)
    const thief = Keypair.generate().publicKey
    await setAuthority(connection, alice, account, stolen, AuthorityType.AccountOwner, thief)
    expect(await faultOf(prepare(mint, stolen.publicKey, 1n))).toMatchInlineSnapshot(
      `"RECEIVER_TOKEN_ACCOUNT_TAKEN: The receiver’s account for TKN belongs to somebody else by now."`,
    )

    const cold = Keypair.generate().publicKey
    const coldAccount = await createAssociatedTokenAccountIdempotent(connection, alice, mint, cold)
    await freezeAccount(connection, alice, coldAccount, mint, alice)
    expect(await faultOf(prepare(mint, cold, 1n))).toMatchInlineSnapshot(
      `"TOKEN_ACCOUNT_FROZEN: The receiver’s account for this token is frozen by who issued the token."`,
    )
    await freezeAccount(connection, alice, holder, mint, alice)
    expect(await faultOf(prepare(mint, thief, 1n))).toMatchInlineSnapshot(
      `"TOKEN_ACCOUNT_FROZEN: Your account for this token is frozen by who issued the token."`,
    )
  })

  it('draws from several accounts of the sender when no single one is enough', async () => {
    const mint = await createMint(connection, alice, alice.publicKey, null, 6)
    const holder = await createAssociatedTokenAccountIdempotent(connection, alice, mint, alice.publicKey)
    await mintTo(connection, alice, mint, holder, alice, 700n)
    const former = Keypair.generate()
    const second = await createAssociatedTokenAccountIdempotent(connection, alice, mint, former.publicKey)
    await mintTo(connection, alice, mint, second, alice, 500n)
    await setAuthority(connection, alice, second, former, AuthorityType.AccountOwner, alice.publicKey)
    const to = Keypair.generate().publicKey
    const prepared = await prepare(mint, to, 1_000n)
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await stack.tokenBalanceOf(mint.toBase58(), to.toBase58())).toBe(1_000n)
    expect(await stack.tokenBalanceOf(mint.toBase58(), alice.publicKey.toBase58())).toBe(200n)
    expect(await faultOf(prepare(mint, to, 201n))).toMatch(/^INSUFFICIENT_FUNDS/)
  })
})

describe('tokens whose amounts wallets show otherwise', () => {
  const tokenOf = (mint: PublicKey) => ({ address: mint.toBase58(), decimals: 6, symbol: 'TKN' })
  const shownTo = async (owner: PublicKey, mint: PublicKey) => {
    const question = { networkId: network.id, address: owner.toBase58(), tokens: [tokenOf(mint)] }
    const [amount] = (await capabilityOf(kernel, Balance).tokens?.(question)) ?? []
    return amount?.value
  }
  const heldBy = (owner: PublicKey, mint: PublicKey) =>
    stack.tokenBalanceOf(mint.toBase58(), owner.toBase58())
  const scaled = (multiplier: number) =>
    mintWith(ExtensionType.ScaledUiAmountConfig, (mint) =>
      createInitializeScaledUiAmountConfigInstruction(
        mint,
        alice.publicKey,
        multiplier,
        TOKEN_2022_PROGRAM_ID,
      ),
    )
  const change = (mint: PublicKey, multiplier: number) => {
    const { publicKey } = alice
    const program = TOKEN_2022_PROGRAM_ID
    const instruction = createUpdateMultiplierDataInstruction(mint, publicKey, multiplier, 0n, [], program)
    return sendAndConfirmTransaction(connection, new Transaction().add(instruction), [alice])
  }

  it('are shown multiplied in balance, preview and history, and what is moved is told', async () => {
    const mint = await scaled(1.5)
    const to = Keypair.generate().publicKey
    expect(await shownTo(alice.publicKey, mint)).toBe(1_500_000n)
    const prepared = await prepare(mint, to, 100n)
    // 100 is 66.67 base units: 66 are moved, which are shown as 99.
    expect(prepared.amount).toEqual({ value: 99n, moved: 66n, decimals: 6, symbol: 'TKN' })
    expect(prepared.changes?.slice(1).map(({ amount }) => amount.value)).toEqual([-99n, 99n])
    expect(prepared.notices.find(({ code }) => code === 'TOKEN_AMOUNT_SCALED')).toMatchInlineSnapshot(`
      {
        "code": "TOKEN_AMOUNT_SCALED",
        "message": "Amounts of TKN are shown multiplied, as wallets show them. In the transaction it’s 0.000066 TKN.",
        "parameters": {
          "amount": {
            "decimals": 6,
            "symbol": "TKN",
            "value": 66n,
          },
          "kind": "multiplier",
          "token": "TKN",
        },
        "severity": "warning",
      }
    `)
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await heldBy(to, mint)).toBe(66n)
    expect(await shownTo(to, mint)).toBe(99n)
    const question = { networkId: network.id, address: to.toBase58() }
    const { transactions } = await capabilityOf(kernel, History).read(question)
    const arrived = transactions.flatMap(({ transfers }) => transfers ?? [])
    expect(arrived.map(({ direction, amount }) => [direction, amount.value])).toEqual([['in', 99n]])
  })

  it.each([0.25, 3, 1 / 3])('are sent whole, whatever rounding leaves: %s', async (multiplier) => {
    const mint = await scaled(multiplier)
    const to = Keypair.generate().publicKey
    const shown = await shownTo(alice.publicKey, mint)
    const ground = {
      networkId: network.id,
      from: accountOn(network, alice.publicKey.toBase58()),
      to: to.toBase58(),
      token: tokenOf(mint),
      provider: fake.wallet,
    }
    const most = await capabilityOf(kernel, Send).maximum(ground)
    expect(most.value).toBe(shown)
    const all = await capabilityOf(kernel, Send).prepare({ ...ground, amount: most.value, everything: true })
    expect(all.amount?.value).toBe(shown)
    expect(await (await all.submit()).wait()).toEqual({ status: 'confirmed' })
    expect([await heldBy(alice.publicKey, mint), await heldBy(to, mint)]).toEqual([0n, 1_000_000n])
  })

  it('are multiplied for others as the mint states it, in the order that is asked', async () => {
    const [mint, plain] = [await scaled(1.5), stack.mints.usd.address]
    const tokens = [plain, mint.toBase58(), 'no mint']
    const asked = capabilityOf(kernel, Balance).multipliers?.({ networkId: network.id, tokens })
    expect(await asked).toEqual([undefined, { numerator: 3n, denominator: 2n }, undefined])
  })

  it('follow a multiplier that the issuer changes', async () => {
    const mint = await scaled(2)
    await change(mint, 10)
    expect(await shownTo(alice.publicKey, mint)).toBe(10_000_000n)
  })

  it('are refused when nothing would be moved, or more than there is', async () => {
    const mint = await scaled(1_000)
    const to = Keypair.generate().publicKey
    expect(await faultOf(prepare(mint, to, 999n))).toMatchInlineSnapshot(
      `"AMOUNT_TOO_SMALL: This amount of TKN is too small to be sent. Enter more."`,
    )
    expect(await faultOf(prepare(mint, to, 1_000_001_000n))).toMatch(/^INSUFFICIENT_FUNDS/)
    expect((await prepare(mint, to, 1_000_000_000n)).amount).toMatchObject({ value: 1_000_000_000n })
  })

  it('of a bill move what the bill states', async () => {
    const mint = await scaled(4)
    const to = Keypair.generate().publicKey
    const prepared = await capabilityOf(kernel, Send).prepare({
      networkId: network.id,
      from: accountOn(network, alice.publicKey.toBase58()),
      to: to.toBase58(),
      amount: 1_000n,
      isMoved: true,
      token: tokenOf(mint),
      provider: fake.wallet,
    })
    expect(prepared.amount).toMatchObject({ value: 4_000n, moved: 1_000n })
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await heldBy(to, mint)).toBe(1_000n)
  })

  it('aren’t given to the wallet when the multiplier has changed since it was shown', async () => {
    const mint = await scaled(4)
    const to = Keypair.generate().publicKey
    const prepared = await prepare(mint, to, 1_000n)
    await change(mint, 8)
    expect(await faultOf(prepared.submit())).toMatch(/^TOKEN_MULTIPLIER_CHANGED/)
    expect(await heldBy(to, mint)).toBe(0n)
  })

  it('are shown with their interest', async () => {
    const mint = await mintWith(ExtensionType.InterestBearingConfig, (address) =>
      createInitializeInterestBearingMintInstruction(address, alice.publicKey, 32_000, TOKEN_2022_PROGRAM_ID),
    )
    const to = Keypair.generate().publicKey
    const shown = (await shownTo(alice.publicKey, mint)) ?? 0n
    expect(shown).toBeGreaterThanOrEqual(1_000_000n)
    // One year at 320 % is e^3.2; the mint is some seconds old.
    expect(shown).toBeLessThan(1_001_000n)
    const prepared = await prepare(mint, to, 500_000n)
    expect(prepared.notices.find(({ code }) => code === 'TOKEN_AMOUNT_SCALED')?.message).toContain(
      'with interest',
    )
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await heldBy(to, mint)).toBeLessThanOrEqual(500_000n)
  })
})
