// Sends of an account with code, which others' transactions carry (ERC-4337), on a real entry point with a real bundler.
import { type AccountAbstraction, startAccountAbstraction } from '@latchkey/devstack/account-abstraction'
import { type EvmStack, startEvm, waitForReceipt } from '@latchkey/devstack/evm'
import { Send, type SendRequest } from '@latchkey/kernel/plugin'
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
import { afterAll, beforeAll, expect, test } from 'vitest'
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
}, 60_000)
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
function setUp(answer: (asked: Call) => Promise<Hex>) {
  const bench = setUpCapabilities([stack])
  const provider = {
    ...bench.provider,
    request: ({ method, params }: { method: string; params?: any }) =>
      method === 'eth_sendTransaction'
        ? answer({ ...params[0], value: BigInt(params[0].value ?? 0) })
        : bench.provider.request({ method, params }),
  }
  return async (change: Partial<SendRequest> = {}) => {
    const request = { networkId: bench.networkId, from: bench.account, provider, to: friend() }
    const prepared = await bench.get(Send).prepare({ ...request, amount: 123_456_789n, ...change })
    return (await prepared.submit()).wait()
  }
}

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
  const bench = setUpCapabilities([stack])
  const calls = [1n, 2n].map((more) => ({ to: friend(), value: 123_456_789n + more }))
  let carried: Hex | undefined
  const provider = {
    ...bench.provider,
    request: async ({ method, params }: { method: string; params?: any }) => {
      if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
      if (method === 'wallet_sendCalls') {
        carried = await carry(calls)
        return { id: '0x1' }
      }
      if (method !== 'wallet_getCallsStatus') return bench.provider.request({ method, params })
      const receipts = [{ transactionHash: carried }]
      return { version: '2.0.0', id: '0x1', chainId: '0x7a69', atomic: true, status: 200, receipts }
    },
  }
  const request = { networkId: bench.networkId, from: bench.account, provider, atomic: 'required' } as const
  const twice = await bench.get(EvmCalls).prepare({ ...request, calls })
  expect(await (await twice.submit()).wait()).toMatchObject({ outcome: 'unknown', code: 'CALLS_BY_CONTRACT' })
})

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
