// Tokens whose amounts people multiply: what the service tells must be what the plugins read from the chain.
import { base58 } from '@scure/base'
import {
  createAssociatedTokenAccountIdempotent,
  createInitializeMint2Instruction,
  createInitializeScaledUiAmountConfigInstruction,
  createTransferCheckedInstruction,
  createUpdateMultiplierDataInstruction,
  ExtensionType,
  getMintLen,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
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
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseEther,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { artifacts } from '../../../devstack/src/evm/artifacts.js'
import { startWalletData, type WalletData } from './index.js'
import { type DeafProxy, startDeafProxy } from './test/deafProxy.js'
import { createReader } from './test/reader.js'

type Reader = ReturnType<typeof createReader>

/** What an account holds and got of a token, as the service tells it. */
async function toldOf(read: Reader, holder: string, token: string) {
  const { balances } = await read.balance(holder, { currency: 'usd' })
  const { data } = await read.history(holder)
  const held = balances.find(({ address }: any) => address === token)
  const moved = data.flatMap(({ transfers }: any) => transfers)
  return {
    held: held?.quantity.numeric,
    value: held?.value,
    moved: moved.flatMap(({ fungible_info: info, quantity }: any) =>
      info?.address === token ? `${quantity.numeric} for ${quantity.moved}` : [],
    ),
  }
}

describe('a token of ERC-8056', () => {
  const { abi, bytecode } = artifacts.scaledToken
  const once = 10n ** 18n
  let stack: EvmStack
  let service: WalletData
  let read: Reader
  let share: Address
  let proxy: DeafProxy

  async function transact(to: Address | null, data: Hex) {
    const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
    const hash = await stack.client.sendTransaction({
      account,
      to,
      data,
      gas: 5_000_000n,
      chain: stack.chain,
    })
    return stack.client.waitForTransactionReceipt({ hash })
  }
  const setMultiplier = (multiplier: bigint) =>
    transact(
      share,
      encodeFunctionData({ abi: abi as Abi, functionName: 'setUIMultiplier', args: [multiplier, 0n] }),
    )

  beforeAll(async () => {
    stack = await startEvm()
    const args = [[stack.accounts[0]!.address], parseEther('7.5725'), 4n * once]
    const deployed = await transact(null, encodeDeployData({ abi: abi as Abi, bytecode, args }))
    share = getAddress(deployed.contractAddress as Address)
    proxy = await startDeafProxy(stack.url)
    service = await startWalletData({
      nodes: [{ namespace: 'eip155', url: proxy.url }],
      prices: [{ networkId: 'eip155:*', address: share.toLowerCase(), usd: '10' }],
    })
    read = createReader(service.url)
    await service.sync()
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await proxy?.stop()
    await stack?.stop()
  })

  it('is told multiplied in balance, value and history, also once the multiplier alone has changed', async () => {
    const holder = stack.accounts[0]!.address
    const token = `eip155:31337:${share}`
    expect(await toldOf(read, holder, token)).toEqual({
      held: '30.29',
      value: 302.9,
      moved: ['30.29 for 7.5725'],
    })
    await setMultiplier(8n * once)
    await service.sync()
    expect(await toldOf(read, holder, token)).toEqual({
      held: '60.58',
      value: 605.8,
      moved: ['60.58 for 7.5725'],
    })
    const { balances } = await read.balance(holder, { currency: 'usd', forceUpdate: token })
    expect(balances.find(({ address }: any) => address === token).quantity.numeric).toBe('60.58')
    await setMultiplier(4n * once)
  })

  it('is followed from one to another multiplier, which no token moved for', async () => {
    const holder = stack.accounts[0]!.address
    const token = `eip155:31337:${share}`
    await setMultiplier(once)
    expect(await toldOf(read, holder, token)).toMatchObject({ held: '7.5725' })
    await setMultiplier(2n * once)
    expect(await toldOf(read, holder, token)).toMatchObject({ held: '15.145' })
    await setMultiplier(4n * once)
  })

  it('is not told with another amount by a node that can’t say', async () => {
    const token = `eip155:31337:${share}`
    const other = stack.accounts[1]!.address
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, once] })
    await transact(share, data)
    await service.sync()
    expect(await toldOf(read, other, token)).toMatchObject({ held: '4', moved: ['4 for 1'] })
    proxy.refuse(toFunctionSelector('function uiMultiplier()').slice(2))
    try {
      for (const route of ['history', 'balance']) {
        const answer = await read.raw(`/v1/account/${other}/${route}?projectId=test&currency=usd`)
        expect([route, answer.status, answer.body.reasons[0].description]).toEqual([
          route,
          503,
          'How amounts on eip155:31337 are shown is unavailable. Try again later.',
        ])
      }
    } finally {
      proxy.refuse(undefined)
    }
    expect(await toldOf(read, other, token)).toMatchObject({ held: '4', moved: ['4 for 1'] })
  })
})

describe('a mint of Token-2022', () => {
  let stack: SolanaStack
  let service: WalletData
  let read: Reader
  let connection: Connection
  let alice: Keypair
  let mint: PublicKey

  const act = (...instructions: TransactionInstruction[]) =>
    sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [alice])
  const accountOf = (owner: PublicKey) =>
    createAssociatedTokenAccountIdempotent(connection, alice, mint, owner, undefined, TOKEN_2022_PROGRAM_ID)

  async function createScaledMint(multiplier: number): Promise<PublicKey> {
    const { publicKey } = alice
    const made = Keypair.generate()
    const space = getMintLen([ExtensionType.ScaledUiAmountConfig])
    const programId = TOKEN_2022_PROGRAM_ID
    const lamports = await connection.getMinimumBalanceForRentExemption(space)
    const newAccountPubkey = made.publicKey
    const transaction = new Transaction().add(
      SystemProgram.createAccount({ fromPubkey: publicKey, newAccountPubkey, space, lamports, programId }),
      createInitializeScaledUiAmountConfigInstruction(newAccountPubkey, publicKey, multiplier, programId),
      createInitializeMint2Instruction(newAccountPubkey, 6, publicKey, null, programId),
    )
    await sendAndConfirmTransaction(connection, transaction, [alice, made])
    return newAccountPubkey
  }

  beforeAll(async () => {
    stack = await startSolana()
    connection = new Connection(stack.url, 'confirmed')
    alice = Keypair.fromSecretKey(base58.decode(stack.accounts[0]!.secretKey))
    mint = await createScaledMint(1.5)
    service = await startWalletData({ nodes: [{ namespace: 'solana', url: stack.url }] })
    read = createReader(service.url)
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await stack?.stop()
  })

  it('is told multiplied in balance and history, also once the multiplier alone has changed', async () => {
    const bob = Keypair.generate().publicKey
    const [own, others] = [await accountOf(alice.publicKey), await accountOf(bob)]
    const options = [undefined, TOKEN_2022_PROGRAM_ID] as const
    await mintTo(connection, alice, mint, own, alice, 1_000_000n, [], ...options)
    const { publicKey } = alice
    await act(
      createTransferCheckedInstruction(own, mint, others, publicKey, 66n, 6, [], TOKEN_2022_PROGRAM_ID),
    )
    await service.sync()
    const token = `${stack.chainId}:${mint.toBase58()}`
    expect(await toldOf(read, bob.toBase58(), token)).toMatchObject({
      held: '0.000099',
      moved: ['0.000099 for 0.000066'],
    })
    await act(createUpdateMultiplierDataInstruction(mint, publicKey, 3, 0n, [], TOKEN_2022_PROGRAM_ID))
    expect(await toldOf(read, bob.toBase58(), token)).toMatchObject({
      held: '0.000198',
      moved: ['0.000198 for 0.000066'],
    })
  })
})
