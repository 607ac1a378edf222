// Permissions on a real chain: the contracts of public networks keep them to their limits, and a real bundler ends them.
import {
  caveatsOf,
  decodeContext,
  delegationTypedData,
  encodeContext,
  type GivenPermission,
  permissionContracts,
  readTerms,
  redeemCalls,
} from '@latchkey/plugin-smart-sessions/delegations'
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { createWalletClient, encodeFunctionData, erc20Abi, type Hex, http, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { startEvm, waitForReceipt } from '../../../../../../devstack/src/evm/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { listPermissions } from './listPermissions.js'

let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
}, 300_000)
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

const day = 86_400
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const someone = () => privateKeyToAddress(generatePrivateKey())
const now = async () => Number((await chain.client.getBlock()).timestamp)
const inAWeek = async () => Math.max(await now(), Math.floor(Date.now() / 1000)) + 7 * day
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** A key of the app's own, with coins for its fees. */
async function createHolder() {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(account.address, parseEther('10'))
  return account
}
type Holder = Awaited<ReturnType<typeof createHolder>>

/** A person whose account has coins and tokens, and was used before. */
async function createPerson({ isDeployed = true } = {}) {
  const network = { url: chain.url, chainId: chain.chainId, bundlers: [abstraction.bundlerUrl] }
  const person = createSmartContext(network)
  const { address, factory, factoryData } = person.account
  await chain.setBalance(address, parseEther('10'))
  const [, bob] = chain.accounts
  if (!bob) throw new Error('The chain has no accounts.')
  await chain.client.impersonateAccount({ address: bob.address })
  const { usd } = chain.tokens
  const sent = [{ to: usd.address, data: transfer(address, 1000n) }]
  const deployment = isDeployed ? [{ to: factory, data: factoryData }] : []
  for (const call of [...sent, ...deployment]) {
    const hash = await chain.client.sendTransaction({ account: bob.address, ...call })
    await waitForReceipt(chain.client, hash)
  }
  return person
}
type Person = Awaited<ReturnType<typeof createPerson>>

interface Asked {
  readonly type: string
  readonly data: object
  readonly to: Hex
  readonly expiry?: number
  readonly rules?: readonly object[]
}

const requestOf = async ({ type, data, to, expiry, rules = [] }: Asked) => ({
  chainId: hex(chain.chainId),
  to,
  permission: { type, isAdjustmentAllowed: false, data },
  rules: [{ type: 'expiry', data: { timestamp: expiry ?? (await inAWeek()) } }, ...rules],
})

async function give({ context }: Person, ...asked: readonly Asked[]): Promise<readonly GivenPermission[]> {
  const requests = await Promise.all(asked.map(requestOf))
  return (await answerEvm('wallet_requestExecutionPermissions', requests, context)) as never
}

/** Has the account make calls by the holder's own key. Returns whether the network let it. */
async function use(
  holder: Holder,
  permission: GivenPermission,
  calls: readonly { readonly to: Hex; readonly data?: Hex; readonly value?: bigint }[],
  isDeployed?: boolean,
): Promise<'success' | 'reverted'> {
  const wallet = createWalletClient({
    account: holder,
    chain: chain.client.chain,
    transport: http(chain.url),
  })
  let last: 'success' | 'reverted' = 'success'
  for (const call of redeemCalls(permission, calls, isDeployed)) {
    const hash = await wallet.sendTransaction({ ...call, gas: 3_000_000n })
    last = (await waitForReceipt(chain.client, hash)).status
  }
  return last
}

const tokensOf = (address: Hex) =>
  chain.client.readContract({
    address: chain.tokens.usd.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const factsOf = (question: { readonly facts?: readonly { name: string; value: string }[] } | undefined) =>
  question?.facts?.map(({ name, value }) => `${name}: ${value}`) ?? []
const tokenAllowance = (to: Hex, amount: bigint): Asked => ({
  type: 'erc20-token-allowance',
  data: { tokenAddress: chain.tokens.usd.address, allowanceAmount: hex(amount) },
  to,
})
const one = (given: readonly GivenPermission[]): GivenPermission => {
  const [first] = given
  if (!first || given.length !== 1) throw new Error('One permission was expected.')
  return first
}

test('the contracts that keep to limits are where every network has them', () => {
  const known = Object.values(DELEGATOR_CONTRACTS['1.3.0'] ?? {})
  expect(known.length).toBeGreaterThan(40)
  for (const parts of known) {
    const all = Object.values(parts as Record<string, string>)
    for (const address of Object.values(permissionContracts)) expect(all).toContain(address)
  }
})

describe('a permission to send tokens', () => {
  test('is used up to its amount and not beyond, for one token, by sending only', async () => {
    const [person, holder] = [await createPerson(), await createHolder()]
    const given = one(await give(person, tokenAllowance(holder.address, 300n)))
    const { usd, legacy } = chain.tokens
    const to = someone()
    expect(await use(holder, given, [{ to: usd.address, data: transfer(to, 200n) }])).toBe('success')
    expect(await use(holder, given, [{ to: usd.address, data: transfer(to, 101n) }])).toBe('reverted')
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 1n] })
    for (const call of [
      { to: usd.address, data: approve },
      { to: usd.address, data: transfer(to, 1n), value: 1n },
      { to: legacy.address, data: transfer(to, 1n) },
      { to, value: 1n },
      { to: person.account.address, data: '0x715018a6' as Hex },
    ]) {
      expect(await use(holder, given, [call])).toBe('reverted')
    }
    // All calls or none.
    const two = [50n, 51n].map((amount) => ({ to: usd.address, data: transfer(to, amount) }))
    expect(await use(holder, given, two)).toBe('reverted')
    expect(await use(holder, given, [{ to: usd.address, data: transfer(to, 100n) }])).toBe('success')
    expect([await tokensOf(to), await tokensOf(person.account.address)]).toEqual([300n, 700n])
  })

  test('is of no use to another address, and can’t be passed on', async () => {
    const [person, holder, other] = [await createPerson(), await createHolder(), await createHolder()]
    const given = one(await give(person, tokenAllowance(holder.address, 300n)))
    const call = { to: chain.tokens.usd.address, data: transfer(other.address, 1n) }
    expect(await use(other, given, [call])).toBe('reverted')
    expect(await use(holder, given, [call])).toBe('success')
    const delegation = decodeContext(given.context)
    expect(delegation?.caveats).toContainEqual({
      enforcer: permissionContracts.redeemer,
      terms: holder.address.toLowerCase(),
    })
  })

  test('is of no use to a second person, who hides its use in the permission that they send to the holder', async () => {
    const [first, second, holder] = [await createPerson(), await createPerson(), await createHolder()]
    const given = one(await give(first, tokenAllowance(holder.address, 300n)))
    const own = one(await give(second, tokenAllowance(holder.address, 300n)))
    const call = { to: chain.tokens.usd.address, data: transfer(second.account.address, 300n) }
    const [stolen] = redeemCalls(given, [call])
    if (!stolen) throw new Error('There is nothing to send.')
    const dependencies = [{ factory: stolen.to, factoryData: stolen.data }]
    const paid = { to: chain.tokens.usd.address, data: transfer(someone(), 1n) }
    await expect(use(holder, { ...own, dependencies }, [paid])).rejects.toMatchObject({
      code: 'PERMISSION_NOT_KNOWN',
    })
    expect(await tokensOf(first.account.address)).toBe(1000n)
  })

  test('names the deployment of an account without code, and is used after it', async () => {
    const person = await createPerson({ isDeployed: false })
    const holder = await createHolder()
    const given = one(await give(person, tokenAllowance(holder.address, 300n)))
    const { factory, factoryData } = person.account
    expect(given.dependencies).toEqual([{ factory, factoryData }])
    const to = someone()
    const call = { to: chain.tokens.usd.address, data: transfer(to, 5n) }
    expect(await use(holder, given, [call], true)).toBe('reverted')
    expect(await use(holder, given, [call])).toBe('success')
    expect(await use(holder, given, [call], true)).toBe('success')
    expect(await tokensOf(to)).toBe(10n)
  })

  test('is over once the account ended it, and the wallet lists it until then', async () => {
    const [person, holder] = [await createPerson(), await createHolder()]
    const given = await give(
      person,
      tokenAllowance(holder.address, 300n),
      tokenAllowance(holder.address, 200n),
    )
    const [first, second] = given as [GivenPermission, GivenPermission]
    const { account, context, shown } = person
    const list = () =>
      listPermissions({ account, permissions: context.permissions, rpcUrlOf: () => chain.url })
    expect(await list()).toEqual(given)
    const end = { permissionContext: first.context }
    expect(await answerEvm('wallet_revokeExecutionPermission', [end], context)).toEqual({})
    expect(shown.at(-1)).toMatchObject({ title: 'End a permission', accept: 'End permission' })
    expect(factsOf(shown.at(-1))).toContain(`Who can use it: ${holder.address}`)
    const call = { to: chain.tokens.usd.address, data: transfer(someone(), 1n) }
    expect(await use(holder, first, [call])).toBe('reverted')
    expect(await use(holder, second, [call])).toBe('success')
    expect(await list()).toEqual([second])
    // Ending it again is not asked for; both at once end what is left.
    const count = shown.length
    expect(await answerEvm('wallet_revokePermissions', end, context)).toEqual({})
    expect(shown).toHaveLength(count)
    const both = given.map(({ context: permissionContext }) => ({ permissionContext }))
    expect(await answerEvm('wallet_revokeExecutionPermission', both, context)).toEqual({})
    expect(await use(holder, second, [call])).toBe('reverted')
    expect(await list()).toEqual([])
  })

  test('is over once the person ended all, though nothing is stored of it, and a new one counts', async () => {
    const [person, holder, other] = [await createPerson(), await createHolder(), await createPerson()]
    const given = await give(
      person,
      tokenAllowance(holder.address, 300n),
      tokenAllowance(holder.address, 200n),
    )
    const foreign = one(await give(other, tokenAllowance(holder.address, 300n)))
    const { account, context, memory, shown } = person
    const end = () =>
      answerEvm('wallet_revokeExecutionPermission', [{ all: true, from: account.address }], context)
    const list = () =>
      listPermissions({ account, permissions: context.permissions, rpcUrlOf: () => chain.url })
    const stored = memory.getItem('permissions') ?? ''
    memory.removeItem('permissions')
    expect(await list()).toEqual([])
    expect(await end()).toEqual({})
    expect(shown.at(-1)).toMatchObject({ title: 'End all permissions', accept: 'End all permissions' })
    expect(factsOf(shown.at(-1))).toContain('What ends: Every permission on this network, in all apps')
    const call = { to: chain.tokens.usd.address, data: transfer(someone(), 1n) }
    for (const permission of given) expect(await use(holder, permission, [call])).toBe('reverted')
    expect(await use(holder, foreign, [call])).toBe('success')
    memory.setItem('permissions', stored)
    expect(await list()).toEqual([])

    const later = one(await give(person, tokenAllowance(holder.address, 300n)))
    expect(factsOf(shown.at(-1))).toContain(
      'Times you’ve ended all permissions: 1, according to the network. Decline if you did it fewer times.',
    )
    expect(await use(holder, later, [call])).toBe('success')
    expect(await list()).toEqual([later])
  })

  test('is over with all others, also when a node told a later count as it was given', async () => {
    const [person, holder] = [await createPerson(), await createHolder()]
    const { account, context, key } = person
    const given = one(await give(person, tokenAllowance(holder.address, 300n)))
    const signed = decodeContext(given.context)
    const terms = signed && readTerms(signed)
    if (!terms) throw new Error('The permission can’t be read.')
    const delegation = { ...signed, caveats: caveatsOf({ ...terms, nonce: 1n }) }
    const owner = privateKeyToAccount(key)
    const signature = await owner.signTypedData(delegationTypedData(delegation, chain.chainId))
    const later = encodeContext({ ...delegation, signature })
    context.permissions.add([{ context: later, chainId: chain.chainId }])
    const all = { all: true, from: account.address }
    expect(await answerEvm('wallet_revokeExecutionPermission', [all], context)).toEqual({})
    const call = { to: chain.tokens.usd.address, data: transfer(someone(), 1n) }
    expect(await use(holder, { ...given, context: later }, [call])).toBe('reverted')
  })

  test('is declined without a signature', async () => {
    const person = await createPerson()
    const keys: string[] = []
    const context = {
      ...person.context,
      key: async () => {
        keys.push('asked')
        return person.key
      },
      screen: {
        ask: async () => {
          throw Object.assign(new Error('declined'), { code: 'user_rejected' })
        },
      },
    }
    await expect(give({ ...person, context }, tokenAllowance(someone(), 1n))).rejects.toThrow('declined')
    expect([keys, context.permissions.list()]).toEqual([[], []])
  })
})

test('a permission to send coins moves coins up to its amount, and calls nothing', async () => {
  const [person, holder] = [await createPerson(), await createHolder()]
  const data = { allowanceAmount: hex(parseEther('1')) }
  const given = one(await give(person, { type: 'native-token-allowance', data, to: holder.address }))
  const to = someone()
  expect(await use(holder, given, [{ to, value: parseEther('0.6') }])).toBe('success')
  expect(await use(holder, given, [{ to, value: parseEther('0.5') }])).toBe('reverted')
  const call = { to: chain.tokens.usd.address, data: transfer(to, 1n) }
  expect(await use(holder, given, [call])).toBe('reverted')
  expect(await use(holder, given, [{ to, value: parseEther('0.4') }])).toBe('success')
  expect(await chain.balanceOf(to)).toBe(parseEther('1'))
})

const shop = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address, uint256)',
])

test('a permission for calls is for one contract, its named functions, and so many calls', async () => {
  const [person, holder] = [await createPerson(), await createHolder()]
  const { address } = chain.tokens.usd
  const asked: Asked = {
    type: 'contract-call',
    data: { address, calls: ['approve(address,uint256)'] },
    to: holder.address,
    rules: [{ type: 'call-limit', data: { count: 2 } }],
  }
  const given = one(await give(person, asked))
  const to = someone()
  const approve = encodeFunctionData({ abi: shop, functionName: 'approve', args: [to, 7n] })
  expect(await use(holder, given, [{ to: address, data: transfer(to, 1n) }])).toBe('reverted')
  expect(await use(holder, given, [{ to: person.account.address, data: approve }])).toBe('reverted')
  expect(await use(holder, given, [{ to: address, data: approve }])).toBe('success')
  expect(await use(holder, given, [{ to: address, data: approve }])).toBe('success')
  expect(await use(holder, given, [{ to: address, data: approve }])).toBe('reverted')
})

test('a signature for one chain is worth nothing on another', async () => {
  const other = await startEvm({ chainId: chain.chainId + 1 })
  try {
    const [person, holder] = [await createPerson(), await createHolder()]
    const given = one(await give(person, tokenAllowance(holder.address, 300n)))
    const { factory, factoryData } = person.account
    await other.setBalance(holder.address, parseEther('1'))
    const wallet = createWalletClient({
      account: holder,
      chain: other.client.chain,
      transport: http(other.url),
    })
    const deployed = await wallet.sendTransaction({ to: factory, data: factoryData })
    expect((await waitForReceipt(other.client, deployed)).status).toBe('success')
    const call = { to: other.tokens.usd.address, data: transfer(someone(), 0n) }
    const [redeem] = redeemCalls(given, [call])
    if (!redeem) throw new Error('There is nothing to send.')
    const hash = await wallet.sendTransaction({ ...redeem, gas: 3_000_000n })
    expect((await waitForReceipt(other.client, hash)).status).toBe('reverted')
    expect(await use(holder, given, [{ to: chain.tokens.usd.address, data: transfer(someone(), 0n) }])).toBe(
      'success',
    )
  } finally {
    await other.stop()
  }
}, 120_000)

// The last: it moves the clock of the chain.
test('a permission for each period has its amount anew in the next one, and ends at its time', async () => {
  const [person, holder] = [await createPerson(), await createHolder()]
  const data = { tokenAddress: chain.tokens.usd.address, periodAmount: hex(100), periodDuration: day }
  const expiry = (await inAWeek()) - 5 * day
  const given = one(await give(person, { type: 'erc20-token-periodic', data, to: holder.address, expiry }))
  const later = one(
    await give(person, {
      type: 'native-token-allowance',
      data: { allowanceAmount: '0x5', startTime: expiry - day },
      to: holder.address,
      expiry,
    }),
  )
  const to = someone()
  const send = (amount: bigint) => [{ to: chain.tokens.usd.address, data: transfer(to, amount) }]
  expect(await use(holder, given, send(100n))).toBe('success')
  expect(await use(holder, given, send(1n))).toBe('reverted')
  expect(await use(holder, later, [{ to, value: 1n }])).toBe('reverted')
  await chain.client.increaseTime({ seconds: day + 60 })
  await chain.client.mine({ blocks: 1 })
  expect(await use(holder, given, send(100n))).toBe('success')
  expect(await use(holder, given, send(1n))).toBe('reverted')
  expect(await use(holder, later, [{ to, value: 1n }])).toBe('success')
  await chain.client.increaseTime({ seconds: day + 60 })
  await chain.client.mine({ blocks: 1 })
  expect(await use(holder, given, send(1n))).toBe('reverted')
  expect(await use(holder, later, [{ to, value: 1n }])).toBe('reverted')
  expect(await tokensOf(to)).toBe(200n)
})
