// Sends of an account with code, which others' transactions carry (ERC-4337), on a real entry point with a real bundler.
import {
  type AccountAbstraction,
  startAccountAbstraction,
} from '../../../../../devstack/src/account-abstraction/index.js'
import {
  type EvmStack,
  ownedAccountAbi,
  ownedAccountFactoryAbi,
  startEvm,
  waitForReceipt,
} from '../../../../../devstack/src/evm/index.js'
import type { Account } from '@latchkey/kernel/plugin'
import { Send, type SendRequest } from '@latchkey/kernel/contracts'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
} from 'viem'
import {
  createBundlerClient,
  entryPoint08Abi,
  entryPoint08Address,
  toPackedUserOperation,
  toSimple7702SmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpCapabilities } from '../../../test/support.js'
import { EvmCalls } from '../../calls.js'
import { readOperation } from './readOperation.js'

interface Call {
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
}

let stack: EvmStack
let local: AccountAbstraction
beforeAll(async () => {
  stack = await startEvm()
  local = await startAccountAbstraction(stack)
}, 300_000)
afterAll(async () => {
  await local?.stop()
  await stack?.stop()
})

const friend = () => stack.accounts[1]!.address

/** The account of a key, which runs code of its own (EIP-7702). */
async function accountOf(index: number) {
  const owner = privateKeyToAccount(stack.accounts[index]!.privateKey)
  const client = createPublicClient({ chain: stack.chain, transport: http(), pollingInterval: 50 })
  const account = await toSimple7702SmartAccount({ client, owner })
  const bundler = createBundlerClient({
    ...{ account, client, transport: http(local.bundlerUrl), pollingInterval: 50 },
    userOperation: {
      estimateFeesPerGas: async () => ({ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }),
    },
  })
  async function perform(calls: readonly Call[], more: object = {}): Promise<Hex> {
    const isUpgraded = (await client.getCode({ address: owner.address })) !== undefined
    const nonce = await client.getTransactionCount({ address: owner.address })
    const delegation = { chainId: stack.chainId, nonce, address: local.simple7702Account }
    const hash = await bundler.sendUserOperation({
      calls: [...calls],
      ...(isUpgraded ? {} : { authorization: await owner.signAuthorization(delegation) }),
      ...more,
    })
    return (await bundler.waitForUserOperationReceipt({ hash })).receipt.transactionHash
  }
  /** Signs an operation without handing it over. */
  async function signed(calls: readonly Call[]): Promise<UserOperation<'0.8'>> {
    const { authorization: _, ...operation } = await bundler.prepareUserOperation({ calls: [...calls] })
    return { ...operation, signature: await account.signUserOperation(operation) } as UserOperation<'0.8'>
  }
  return { perform, signed }
}

/** A wallet whose `eth_sendTransaction` answers as a test says. */
function setUp(answer: (asked: Call) => Promise<Hex>, address?: Hex) {
  const bench = setUpCapabilities([stack])
  const provider = {
    ...bench.provider,
    request: ({ method, params }: { method: string; params?: any }) =>
      method === 'eth_sendTransaction'
        ? answer({ ...params[0], value: BigInt(params[0].value ?? 0) })
        : answerOf(bench, method, params, address),
  }
  return async (change: Partial<SendRequest> = {}) => {
    const from = accountAt(bench, address)
    const request = { networkId: bench.networkId, from, provider, to: friend() }
    const prepared = await bench.get(Send).prepare({ ...request, amount: 123_456_789n, ...change })
    return (await prepared.submit()).wait()
  }
}

/** A wallet that does calls together as a test says, and then tells a status of EIP-5792. */
function setUpBundle(
  answer: (calls: readonly Call[]) => Promise<Hex>,
  { from: address, status = 200 }: { readonly from?: Hex; readonly status?: number } = {},
) {
  const bench = setUpCapabilities([stack])
  let hash: Hex | undefined
  const provider = {
    ...bench.provider,
    request: async ({ method, params }: { method: string; params?: any }) => {
      if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
      if (method === 'wallet_sendCalls') {
        const calls = params[0].calls as readonly { to: Hex; value?: Hex; data?: Hex }[]
        hash = await answer(calls.map(({ value, ...call }) => ({ ...call, value: BigInt(value ?? 0) })))
        return { id: hash }
      }
      if (method !== 'wallet_getCallsStatus') return answerOf(bench, method, params, address)
      const receipts = [{ transactionHash: hash }]
      return { version: '2.0.0', id: hash, chainId: '0x7a69', atomic: true, status, receipts }
    },
  }
  return async (calls: readonly Call[]) => {
    const request = { networkId: bench.networkId, from: accountAt(bench, address), provider }
    const prepared = await bench.get(EvmCalls).prepare({ ...request, atomic: 'required', calls })
    return (await prepared.submit()).wait()
  }
}

type Bench = ReturnType<typeof setUpCapabilities>
const accountAt = ({ account, networkId }: Bench, address?: Hex): Account =>
  address ? { ...account, id: `${networkId}:${address}`, address } : account

const answerOf = async ({ provider }: Bench, method: string, params: unknown, address?: Hex) =>
  address && method === 'eth_accounts' ? [address] : provider.request({ method, params })

const unknownCalls = { status: 'confirmed', outcome: 'unknown', code: 'CALLS_BY_CONTRACT' }
const confirmed = { status: 'confirmed' }
const unknown = { status: 'confirmed', outcome: 'unknown', code: 'TRANSACTION_BY_CONTRACT' }

test('the coin and a token are confirmed when the account’s operation did what was asked for', async () => {
  const { perform } = await accountOf(0)
  const send = setUp(({ to, value = 0n, data }) => perform([{ to, value, ...(data ? { data } : {}) }]))
  expect(await send()).toEqual(confirmed)
  expect(await send({ token: stack.tokens.usd, amount: 2_500_000n })).toEqual(confirmed)
})

test('an operation whose calls were undone has failed, although its transaction succeeded', async () => {
  const { perform } = await accountOf(0)
  const gas = { callGasLimit: 200_000n, verificationGasLimit: 200_000n, preVerificationGas: 100_000n }
  const tooMuch = { to: friend(), value: 10n ** 30n }
  const send = setUp(async () => perform([tooMuch], gas))
  expect(await send()).toEqual({
    status: 'failed',
    code: 'TRANSACTION_REVERTED',
    reason: 'The contract refused the transaction. The fee was charged.',
  })
})

test('an operation of another amount is not what was asked for', async () => {
  const { perform } = await accountOf(0)
  const send = setUp(async ({ to, value = 0n }) => perform([{ to, value: value - 1n }]))
  expect(await send()).toMatchObject(unknown)
})

test('an operation of another account is named as such, also when it did what was asked for', async () => {
  await (await accountOf(0)).perform([])
  const { perform } = await accountOf(2)
  const send = setUp(async ({ to, value = 0n }) => perform([{ to, value }]))
  expect(await send()).toMatchObject({ status: 'failed', outcome: 'different', code: 'TRANSACTION_OF_OTHER' })
})

test('what another account’s operation did in the same transaction doesn’t count', async () => {
  const [own, other] = [await accountOf(0), await accountOf(2)]
  await own.perform([])
  await other.perform([])
  const carry = async (asked: readonly Call[]): Promise<Hex> => {
    const operations = [await own.signed([{ to: friend(), value: 1n }]), await other.signed(asked)]
    const hash = await stack.client.writeContract({
      ...{ address: entryPoint08Address, abi: entryPoint08Abi, functionName: 'handleOps', chain: null },
      ...{ account: stack.accounts[6]!.address, gas: 5_000_000n },
      args: [operations.map((operation) => toPackedUserOperation(operation)), stack.accounts[6]!.address],
    })
    expect((await waitForReceipt(stack.client, hash)).status).toBe('success')
    return hash
  }
  expect(await setUp(({ to, value = 0n }) => carry([{ to, value }]))()).toMatchObject(unknown)
  const bundle = setUpBundle(carry)
  const calls = [1n, 2n].map((more) => ({ to: friend(), value: 123_456_789n + more }))
  expect(await bundle(calls)).toMatchObject(unknownCalls)
})

describe('a payment of an account that is there in another account’s operation', () => {
  /** A contract account, whose owner has code, too. */
  async function ownedAccount() {
    const { perform } = await accountOf(2)
    const owner = stack.accounts[2]!.address
    const address = stack.contracts.ownedAccountFactory
    const args = [owner, `0x${'01'.repeat(32)}`] as const
    const factory = { address, abi: ownedAccountFactoryAbi, args } as const
    const from = await stack.client.readContract({ ...factory, functionName: 'addressOf' })
    const account = stack.accounts[6]!.address
    const deployment = { ...factory, functionName: 'create', account, chain: null } as const
    await waitForReceipt(stack.client, await stack.client.writeContract(deployment))
    await stack.setBalance(from, 10n ** 18n)
    const carry = (calls: readonly Call[]) =>
      perform(
        calls.map(({ to, value = 0n, data = '0x' }) => ({
          to: from,
          data: encodeFunctionData({
            abi: ownedAccountAbi,
            functionName: 'execute',
            args: [to, value, data],
          }),
        })),
      )
    return { from, carry }
  }

  test('isn’t told failed: it may have been made', async () => {
    const { from, carry } = await ownedAccount()
    const before = await stack.balanceOf(from)
    expect(await setUp((asked) => carry([asked]), from)()).toMatchObject(unknown)
    const calls = [1n, 2n].map((more) => ({ to: friend(), value: 123_456_789n + more }))
    expect(await setUpBundle(carry, { from })(calls)).toMatchObject(unknownCalls)
    expect(before - (await stack.balanceOf(from))).toBe(3n * 123_456_789n + 3n)
  })

  test('is told as another’s when the account isn’t named in it', async () => {
    const { from } = await ownedAccount()
    const { perform } = await accountOf(2)
    const bundle = setUpBundle(perform, { from })
    const calls = [1n, 2n].map((more) => ({ to: friend(), value: 123_456_789n + more }))
    expect(await bundle(calls)).toMatchObject({
      ...{ status: 'failed', outcome: 'different', code: 'CALLS_OF_OTHER' },
    })
  })
})

test('a token that answers “false” in place of failing has moved nothing', async () => {
  const token = '0x00000000000000000000000000000000000011af'
  await stack.client.setCode({ address: token, bytecode: '0x5f5f5260205ff3' })
  const { perform } = await accountOf(0)
  const transfer = (to: Hex, amount: bigint) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend(), amount] }),
  })
  const usd = stack.tokens.usd.address
  const bundle = setUpBundle(perform)
  expect(await bundle([transfer(usd, 5n), transfer(token, 5n)])).toMatchObject(unknownCalls)
  expect(await bundle([transfer(usd, 5n), transfer(usd, 5n)])).toMatchObject(confirmed)
})

test.each([200, 500])(
  'calls whose operation failed were all undone, although its transaction succeeded: status %i',
  async (status) => {
    const { perform } = await accountOf(0)
    const gas = { callGasLimit: 200_000n, verificationGasLimit: 200_000n, preVerificationGas: 100_000n }
    const bundle = setUpBundle(() => perform([{ to: friend(), value: 10n ** 30n }], gas), { status })
    expect(await bundle([1n, 2n].map((value) => ({ to: friend(), value })))).toEqual({
      status: 'failed',
      transactions: [expect.any(String)],
      code: 'TRANSACTION_REVERTED',
      reason: 'The contract refused the transaction. The fee was charged.',
    })
  },
)

test('the event of a contract that is no entry point says nothing', () => {
  const [account, lie] = [stack.accounts[0]!.address, stack.accounts[5]!.address]
  const topics = encodeEventTopics({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: `0x${'1'.repeat(64)}`, sender: account, paymaster: lie },
  }) as [Hex]
  const words = [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }] as const
  const data = encodeAbiParameters(words, [0n, true, 1n, 1n])
  const input = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [friend(), 1n],
  })
  const of = (address: Hex) =>
    readOperation({ to: address, input, logs: [{ address, topics, data }] }, account)
  expect(of(lie)).toEqual({ kind: 'none' })
  expect(of(entryPoint08Address)).toEqual({ kind: 'done', callData: undefined, logs: [] })
})
