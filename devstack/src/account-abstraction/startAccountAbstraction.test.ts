import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint06Abi,
  entryPoint07Abi,
  entryPoint08Abi,
  getUserOperationHash,
  type SmartAccount,
  toSimple7702SmartAccount,
  toSmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '../evm/index.js'
import type { EntryPointVersion } from './accountAbstractionArtifact.js'
import { type AccountAbstraction, startAccountAbstraction } from './startAccountAbstraction.js'

const versions = ['0.6', '0.7', '0.8'] as const
const receiver: Address = '0x00000000000000000000000000000000000000aa'
const entryPointAbis = { '0.6': entryPoint06Abi, '0.7': entryPoint07Abi, '0.8': entryPoint08Abi }
const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])

let stack: EvmStack
let local: AccountAbstraction

beforeAll(async () => {
  stack = await startEvm()
  local = await startAccountAbstraction(stack, { bundlers: 2 })
}, 300_000)
afterAll(async () => {
  await local?.stop()
  await stack?.stop()
})
beforeEach(() => {
  local.paymaster.setPolicy({ kind: 'pays' })
  for (const bundler of local.bundlers) bundler.setFaults({})
})

const publicClient = () => createPublicClient({ chain: stack.chain, transport: http(), pollingInterval: 50 })

/** SimpleAccount, by the authors of ERC-4337, at an address without code yet. */
async function newAccount(version: EntryPointVersion): Promise<SmartAccount> {
  const client = publicClient()
  const owner = privateKeyToAccount(generatePrivateKey())
  const factory = local.simpleAccountFactories[version]
  const abi = entryPointAbis[version]
  const entryPoint = { abi, address: local.entryPoints[version], version } as const
  const address = await client.readContract({
    ...{ address: factory, abi: factoryAbi, functionName: 'getAddress', args: [owner.address, 0n] },
  })
  const data = { abi: factoryAbi, functionName: 'createAccount', args: [owner.address, 0n] } as const
  return toSmartAccount({
    client,
    entryPoint: entryPoint as never,
    getAddress: async () => address,
    getFactoryArgs: async () => ({ factory, factoryData: encodeFunctionData(data) }),
    encodeCalls: async ([call]) =>
      encodeFunctionData({
        abi: accountAbi,
        functionName: 'execute',
        args: [call?.to ?? zeroAddress, call?.value ?? 0n, call?.data ?? '0x'],
      }),
    getStubSignature: async () =>
      '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c',
    signMessage: () => Promise.reject(new Error('This account signs operations only.')),
    signTypedData: () => Promise.reject(new Error('This account signs operations only.')),
    async signUserOperation({ chainId = stack.chainId, ...operation }) {
      const hash = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint.address,
        entryPointVersion: version,
        userOperation: { ...operation, sender: address } as never,
      })
      // EntryPoint 0.8's hash is that of typed data; the earlier ones are signed as messages.
      return version === '0.8' ? owner.sign({ hash }) : owner.signMessage({ message: { raw: hash } })
    },
  }) as Promise<SmartAccount>
}

const bundlerOf = (account: SmartAccount, isSponsored: boolean, url = local.bundlerUrl) =>
  createBundlerClient({
    account,
    client: publicClient(),
    transport: http(url, { retryCount: 0, timeout: 30_000 }),
    pollingInterval: 50,
    ...(isSponsored && { paymaster: createPaymasterClient({ transport: http(local.paymasterUrl) }) }),
    userOperation: {
      estimateFeesPerGas: async () => ({ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }),
    },
  })

describe.each(versions)('on EntryPoint %s', (version) => {
  it('the bundler deploys an account with its first operation, which the account pays', async () => {
    const account = await newAccount(version)
    await stack.setBalance(account.address, parseEther('1'))
    const before = await stack.balanceOf(receiver)
    const bundler = bundlerOf(account, false)
    const hash = await bundler.sendUserOperation({ calls: [{ to: receiver, value: 5n }] })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect(receipt.success).toBe(true)
    expect(receipt.receipt.from.toLowerCase()).toBe(local.executor.toLowerCase())
    expect(await stack.balanceOf(receiver)).toBe(before + 5n)
    expect(await account.isDeployed()).toBe(true)
    expect(await stack.balanceOf(account.address)).toBeLessThan(parseEther('1') - 5n)
  })

  it('the paymaster pays for an account that has nothing', async () => {
    const account = await newAccount(version)
    const bundler = bundlerOf(account, true)
    const hash = await bundler.sendUserOperation({ calls: [{ to: receiver }] })
    const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, receipt.status]).toEqual([true, 'success'])
    expect(local.paymaster.requests.slice(-2).map(({ method }) => method)).toEqual([
      'pm_getPaymasterStubData',
      'pm_getPaymasterData',
    ])
  })

  it('the paymaster takes its fee in a token', async () => {
    const account = await newAccount(version)
    const { usd } = stack.tokens
    const [holder] = stack.accounts
    const transfer = { abi: erc20Abi, functionName: 'transfer', args: [account.address, 10n ** 9n] } as const
    const fund = { to: usd.address, data: encodeFunctionData(transfer), account: holder?.address as Address }
    await stack.client.sendTransaction({ ...fund, chain: stack.chain })
    local.paymaster.setPolicy({ kind: 'takesToken', token: usd.address, rate: 2_000_000_000n })
    const paymaster = local.paymasters[version]
    const approval = { abi: erc20Abi, functionName: 'approve', args: [paymaster, 10n ** 9n] } as const
    const bundler = bundlerOf(account, true)
    const hash = await bundler.sendUserOperation({
      calls: [{ to: usd.address, data: encodeFunctionData(approval) }],
    })
    expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
    const taken = 10n ** 9n - (await stack.tokenBalanceOf(usd.address, account.address))
    expect(taken).toBeGreaterThan(0n)
    expect(await stack.tokenBalanceOf(usd.address, paymaster)).toBe(taken)
  })
})

it('an account of a key is upgraded in place and undone again', async () => {
  const client = publicClient()
  const owner = privateKeyToAccount(generatePrivateKey())
  await stack.setBalance(owner.address, parseEther('1'))
  const account = await toSimple7702SmartAccount({ client, owner })
  const bundler = bundlerOf(account, true)
  const sign = (address: Address, nonce: number) =>
    owner.signAuthorization({ chainId: stack.chainId, nonce, address })
  const hash = await bundler.sendUserOperation({
    calls: [
      { to: receiver, value: 1n },
      { to: receiver, value: 2n },
    ],
    authorization: await sign(local.simple7702Account, 0),
  })
  expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
  expect(await client.getCode({ address: owner.address })).toBe(
    `0xef0100${local.simple7702Account.slice(2).toLowerCase()}`,
  )
})

describe('the paymaster', () => {
  it.each([
    [{ kind: 'refuses', message: 'Not you.' }, 'Not you.'],
    [{ kind: 'stopsPaying' }, 'The budget is used up.'],
    [{ kind: 'signsExpired' }, 'out of time-range'],
    [{ kind: 'signsOther' }, 'AA34'],
    [{ kind: 'lies', members: { paymaster: receiver } }, 'AA30'],
    [{ kind: 'lies', members: { paymasterData: '0x' } }, 'AA33'],
  ] as const)('%j leads to an operation that nothing comes of', async (policy, problem) => {
    local.paymaster.setPolicy(policy)
    const account = await newAccount('0.7')
    const sent = bundlerOf(account, true).sendUserOperation({ calls: [{ to: receiver }] })
    await expect(sent).rejects.toThrow(problem)
    expect(await account.isDeployed()).toBe(false)
  })

  it('without its money, pays for no one', async () => {
    const snapshot = await stack.snapshot()
    await local.paymaster.withdraw()
    const account = await newAccount('0.8')
    const sent = bundlerOf(account, true).sendUserOperation({ calls: [{ to: receiver }] })
    await expect(sent).rejects.toThrow('AA31')
    await stack.revert(snapshot)
  })
})

describe('a bundler', () => {
  const other: Hex = `0x${'1'.repeat(64)}`
  const send = async (url?: string) => {
    const account = await newAccount('0.7')
    const bundler = bundlerOf(account, true, url)
    const hash = await bundler.sendUserOperation({ calls: [{ to: receiver }] })
    return { account, bundler, hash }
  }
  const isDeployed = async ({ account }: Awaited<ReturnType<typeof send>>) => account.isDeployed()

  it('that is down answers nothing, while the other one works', async () => {
    local.bundlers[0].setFaults({ isDown: true })
    await expect(send()).rejects.toThrow(/fetch failed|HTTP request failed/)
    const sent = await send(local.bundlers[1]?.url)
    expect((await sent.bundler.waitForUserOperationReceipt({ hash: sent.hash })).success).toBe(true)
  })

  it('that drops says a true hash and sends nothing', async () => {
    local.bundlers[0].setFaults({ drops: true })
    const dropped = await send()
    local.bundlers[0].setFaults({})
    const params = local.bundlers[0].requests.findLast(
      ({ method }) => method === 'eth_sendUserOperation',
    )?.params
    expect(await isDeployed(dropped)).toBe(false)
    const request = { method: 'eth_sendUserOperation', params } as Parameters<
      typeof dropped.bundler.request
    >[0]
    expect(await dropped.bundler.request(request)).toBe(dropped.hash)
  })

  it('that says another hash has sent the operation', async () => {
    local.bundlers[0].setFaults({ hash: other })
    const sent = await send()
    expect(sent.hash).toBe(other)
    await expect.poll(() => isDeployed(sent), { timeout: 30_000 }).toBe(true)
  })

  it('that censors refuses these accounts and no others', async () => {
    const account = await newAccount('0.7')
    local.bundlers[0].setFaults({ censors: [account.address] })
    await expect(bundlerOf(account, true).sendUserOperation({ calls: [{ to: receiver }] })).rejects.toThrow(
      'rejected',
    )
    expect((await send()).hash).toMatch(/^0x/)
  })

  it('lays what it is told over receipts', async () => {
    const sent = await send()
    await expect.poll(() => isDeployed(sent), { timeout: 30_000 }).toBe(true)
    local.bundlers[0].setFaults({ receipt: { success: false } })
    expect((await sent.bundler.waitForUserOperationReceipt({ hash: sent.hash })).success).toBe(false)
    local.bundlers[0].setFaults({ hidesReceipts: true })
    await expect(sent.bundler.getUserOperationReceipt({ hash: sent.hash })).rejects.toThrow(
      'could not be found',
    )
  })

  it('keeps operations while bundling is paused', async () => {
    await local.pauseBundling()
    const sent = await send()
    await stack.mine(3)
    expect(await isDeployed(sent)).toBe(false)
    await local.resumeBundling()
    await expect.poll(() => isDeployed(sent), { timeout: 30_000 }).toBe(true)
  })
})
