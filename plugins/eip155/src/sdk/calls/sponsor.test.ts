// Fees that the app pays (ERC-7677): a wallet that works with a real bundler and a real paymaster, and wallets that don't.
import {
  type AccountAbstraction,
  startAccountAbstraction,
} from '../../../../../devstack/src/account-abstraction/index.js'
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import type { CallsRequest, PaymasterService, PreparedCalls } from '@latchkey/kernel/contracts'
import { createPublicClient, encodeAbiParameters, encodeEventTopics, type Hex, http, zeroAddress } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint08Abi,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emit, emitterCode } from '../../../test/emitter.js'
import { setUpCapabilities } from '../../../test/support.js'
import { type EvmCall, EvmCalls } from '../../calls.js'

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
beforeEach(() => local.paymaster.setPolicy({ kind: 'pays' }))

const friend = () => stack.accounts[1]!.address
const calls = (): readonly EvmCall[] => [
  { to: friend(), value: 3n },
  { to: friend(), value: 4n },
]
const codes = ({ notices }: PreparedCalls) => notices.map(({ code }) => code)

interface Request {
  readonly method: string
  readonly params?: unknown
}
interface Sent {
  readonly atomicRequired: boolean
  readonly calls: readonly { readonly to: Hex; readonly data?: Hex; readonly value?: Hex }[]
  readonly capabilities?: { readonly paymasterService?: PaymasterService }
}

/** A wallet in front of the test wallet, which answers some methods in its own way. */
function setUp(methods: Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>) {
  const bench = setUpCapabilities([stack])
  const provider = {
    ...bench.provider,
    request: (request: Request) =>
      methods[request.method]?.(request.params as readonly unknown[]) ?? bench.provider.request(request),
  }
  const { networkId, account } = bench
  const paymaster = { url: local.paymasterUrl, context: { policy: 'gift' } }
  return {
    ...bench,
    prepare: (list: readonly EvmCall[], change: Partial<CallsRequest<EvmCall>> = {}) =>
      bench.get(EvmCalls).prepare({
        networkId,
        from: account,
        provider,
        calls: list,
        paymaster,
        atomic: 'required',
        ...change,
      }),
  }
}

/** The account of the key, upgraded in place, with a wallet that hands the fee to whom it is told of. */
async function sponsoredWallet(
  pays: (sent: Sent) => boolean = () => true,
  { atomic = 'supported', more = 0n }: { readonly atomic?: string; readonly more?: bigint } = {},
) {
  const owner = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const client = createPublicClient({ chain: stack.chain, transport: http(), pollingInterval: 50 })
  const account = await toSimple7702SmartAccount({ client, owner })
  const bundler = createBundlerClient({
    ...{ account, client, transport: http(local.bundlerUrl), pollingInterval: 50 },
    userOperation: {
      estimateFeesPerGas: async () => ({ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }),
    },
  })
  const requests: Sent[] = []
  const wallet = {
    wallet_getCapabilities: async () => ({
      '0x7a69': { atomic: { status: atomic }, paymasterService: { supported: true } },
    }),
    wallet_sendCalls: async ([given]: readonly unknown[]) => {
      const sent = given as Sent
      requests.push(sent)
      const { url, context } = sent.capabilities?.paymasterService ?? {}
      const isUpgraded = (await client.getCode({ address: owner.address })) !== undefined
      const nonce = await client.getTransactionCount({ address: owner.address })
      const delegation = { chainId: stack.chainId, nonce, address: local.simple7702Account }
      const id = await bundler.sendUserOperation({
        calls: sent.calls.map(({ to, value = '0x0', data }) => ({
          to,
          value: BigInt(value) + more,
          ...(data ? { data } : {}),
        })),
        ...(isUpgraded ? {} : { authorization: await owner.signAuthorization(delegation) }),
        ...(pays(sent) && url
          ? { paymaster: createPaymasterClient({ transport: http(url) }), paymasterContext: context }
          : {}),
      })
      return { id }
    },
    wallet_getCallsStatus: async ([id]: readonly unknown[]) => {
      const { receipt, success } = await bundler.waitForUserOperationReceipt({ hash: id as Hex })
      return {
        ...{ version: '2.0.0', id, chainId: '0x7a69', atomic: true, status: success ? 200 : 500 },
        receipts: [{ transactionHash: receipt.transactionHash }],
      }
    },
  }
  return { ...setUp(wallet), requests }
}

it('an app pays the fee of two calls, which the account is not charged', async () => {
  const { prepare, requests, account } = await sponsoredWallet()
  const prepared = await prepare(calls())
  expect(prepared).toMatchObject({ isSponsored: true, fee: { value: 0n }, steps: 1, atomic: true })
  expect(codes(prepared)).toEqual(['FEE_SPONSORED'])
  const before = await stack.balanceOf(account.address as Hex)
  const decision = await (await prepared.submit()).wait()
  expect(decision).toMatchObject({ status: 'confirmed' })
  expect(decision.code).toBeUndefined()
  expect(before - (await stack.balanceOf(account.address as Hex))).toBe(7n)
  const service = { url: local.paymasterUrl, context: { policy: 'gift' } }
  expect(requests.map(({ capabilities }) => capabilities)).toEqual([{ paymasterService: service }])
  expect(local.paymaster.requests.at(-1)?.context).toEqual({ policy: 'gift' })
})

it('an app pays the fee of one call', async () => {
  const { prepare, account } = await sponsoredWallet()
  const prepared = await prepare(calls().slice(0, 1))
  const before = await stack.balanceOf(account.address as Hex)
  expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
  expect(before - (await stack.balanceOf(account.address as Hex))).toBe(3n)
})

it.each(['ready', 'unsupported', 'supported'])(
  'one call doesn’t ask a wallet for what it can’t do without an upgrade: %s',
  async (atomic) => {
    const { prepare, requests } = await sponsoredWallet(() => true, { atomic })
    const prepared = await prepare(calls().slice(0, 1))
    expect(prepared).toMatchObject({ isSponsored: true, atomic: true, steps: 1 })
    expect(codes(prepared)).toEqual(['FEE_SPONSORED'])
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
    expect(requests.map(({ atomicRequired }) => atomicRequired)).toEqual([false])
  },
)

it('several calls ask for all or nothing', async () => {
  const { prepare, requests } = await sponsoredWallet(() => true, { atomic: 'ready' })
  const prepared = await prepare(calls(), { upgrade: true })
  expect(codes(prepared)).toEqual(['ACCOUNT_UPGRADE', 'FEE_SPONSORED'])
  await (await prepared.submit()).wait()
  expect(requests.map(({ atomicRequired }) => atomicRequired)).toEqual([true])
})

it('a wallet that charges the account all the same is told of', async () => {
  const { prepare } = await sponsoredWallet(() => false)
  const decision = await (await (await prepare(calls())).submit()).wait()
  expect(decision).toMatchObject({ status: 'confirmed', code: 'FEE_PAID_BY_ACCOUNT' })
})

it('a called contract can’t make it look as if the account were charged', async () => {
  const liar = '0x00000000000000000000000000000000000011b0'
  await stack.client.setCode({ address: liar, bytecode: emitterCode('') })
  const { prepare, account } = await sponsoredWallet()
  const topics = encodeEventTopics({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: `0x${'1'.repeat(64)}`, sender: account.address as Hex, paymaster: zeroAddress },
  }) as Hex[]
  const words = [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }] as const
  const lie = { to: liar, data: emit(topics, encodeAbiParameters(words, [0n, true, 1n, 1n])) } as const
  const decision = await (await (await prepare([...calls(), lie])).submit()).wait()
  expect(decision).toEqual({ status: 'confirmed', transactions: [expect.any(String)] })
})

describe('what is worse than a fee is told before it', () => {
  it('of a smart account that did something else', async () => {
    const { prepare } = await sponsoredWallet(() => false, { more: 1n })
    // Amounts that stand nowhere else in the transaction.
    const list = calls().map(({ to, value = 0n }) => ({ to, value: value + 123_456_789n }))
    expect(await (await (await prepare(list)).submit()).wait()).toMatchObject({
      status: 'confirmed',
      outcome: 'unknown',
      code: 'CALLS_BY_CONTRACT',
      reason:
        'Your smart account made a transaction. Check on the explorer whether it did what you asked for.',
    })
  })

  it('of calls that were promised at once and done apart', async () => {
    const account = stack.accounts[0]!.address
    const hashes: Hex[] = []
    const { prepare } = setUp({
      wallet_getCapabilities: async () => ({
        '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      }),
      async wallet_sendCalls() {
        await stack.client.impersonateAccount({ address: account })
        for (const { to, value = 0n } of calls()) {
          hashes.push(
            await stack.client.sendTransaction({ account, to: to as Hex, value, chain: stack.chain }),
          )
        }
        return { id: 'apart' }
      },
      wallet_getCallsStatus: async ([id]) => ({
        ...{ version: '2.0.0', id, chainId: '0x7a69', atomic: true, status: 200 },
        receipts: hashes.map((transactionHash) => ({ transactionHash })),
      }),
    })
    expect(await (await (await prepare(calls())).submit()).wait()).toEqual({
      status: 'confirmed',
      transactions: hashes,
      code: 'CALLS_APART',
      reason:
        'Your wallet promised to do everything at once, but used separate transactions. All of them went through.',
    })
  })
})

it.each(['refuses', 'stopsPaying'] as const)(
  'a service that %s leads to nothing, and a second try pays itself',
  async (kind) => {
    local.paymaster.setPolicy({ kind })
    const { prepare, account, requests } = await sponsoredWallet()
    const before = await stack.balanceOf(account.address as Hex)
    await expect((await prepare(calls())).submit()).rejects.toThrow()
    expect(await stack.balanceOf(account.address as Hex)).toBe(before)
    const own = await prepare(calls(), { paymaster: undefined as never })
    expect(own.fee.value).toBeGreaterThan(0n)
    expect(own.isSponsored).toBeUndefined()
    expect(await (await own.submit()).wait()).toMatchObject({ status: 'confirmed' })
    expect(requests.at(-1)).not.toHaveProperty('capabilities')
  },
)

it('a wallet that can’t let somebody else pay is not asked to, and the account’s fee is told', async () => {
  const { prepare } = setUp({})
  for (const list of [calls(), calls().slice(0, 1)]) {
    const prepared = await prepare(list, { atomic: 'preferred' })
    expect(prepared.isSponsored).toBeUndefined()
    expect(prepared.fee.value).toBeGreaterThan(0n)
    expect(prepared.notices).toContainEqual({
      code: 'FEE_NOT_SPONSORED',
      severity: 'warning',
      message: 'Your wallet can’t let the app pay the network fee, so you pay it.',
    })
  }
})

it('a wallet that lets somebody else pay once the account is upgraded is not said to be unable to', async () => {
  const { prepare } = await sponsoredWallet(() => true, { atomic: 'ready' })
  const prepared = await prepare(calls(), { atomic: 'preferred' })
  expect(prepared).toMatchObject({ steps: 2, atomic: false })
  expect(prepared.isSponsored).toBeUndefined()
  expect(prepared.notices).toContainEqual({
    code: 'FEE_NOT_SPONSORED',
    severity: 'warning',
    message:
      'The app pays the network fee only after your wallet upgrades your account. Until then you pay it.',
  })
  expect((await prepare(calls(), { atomic: 'preferred', upgrade: true })).isSponsored).toBe(true)
})

it('a wallet that refuses the capability at the last moment is not taken at its word that nothing was sent', async () => {
  const { prepare } = setUp({
    wallet_getCapabilities: async () => ({
      '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    }),
    wallet_sendCalls: () => Promise.reject(Object.assign(new Error('no'), { code: 5700 })),
  })
  await expect((await prepare(calls())).submit()).rejects.toMatchObject({
    code: 'FEE_NOT_SPONSORED',
    shortMessage:
      'The app can’t pay the network fee this time. Look at your wallet, then pay it yourself or try again later.',
  })
})

it('an account that holds nothing but what it sends needs nothing for the fee', async () => {
  const { prepare, account } = await sponsoredWallet()
  const snapshot = await stack.snapshot()
  await stack.setBalance(account.address as Hex, 7n)
  expect(await (await (await prepare(calls())).submit()).wait()).toMatchObject({ status: 'confirmed' })
  await stack.setBalance(account.address as Hex, 6n)
  await expect(prepare(calls())).rejects.toThrow()
  await stack.revert(snapshot)
})

it.each([['http://pays.example.com'], ['ftp://127.0.0.1/'], ['javascript:alert(1)'], ['']])(
  'an address %o is refused before the wallet is asked',
  async (url) => {
    const { prepare } = setUp({})
    await expect(prepare(calls(), { paymaster: { url } })).rejects.toMatchObject({
      code: 'PAYMASTER_INVALID',
    })
  },
)
