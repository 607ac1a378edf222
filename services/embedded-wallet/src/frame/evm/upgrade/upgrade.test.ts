// The key's account upgraded in place (EIP-7702), with the code of public networks on a real node.
import {
  caveatsOf,
  delegationTypedData,
  encodeContext,
  permissionContracts,
  redeemCalls,
} from '@latchkey/plugin-smart-sessions/delegations'
import {
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  pad,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deployShop,
  type EvmShop,
  type EvmStack,
  startEvm,
} from '../../../../../../devstack/src/evm/index.js'
import { createEvmContext } from '../../../../test/evmContext.js'
import { FrameError } from '../../../../../../plugins/email-auth/src/protocol/index.js'
import { answerEvm } from '../answerEvm.js'
import { clientOf } from '../node.js'
import { type CallsContext, readCallsStatus } from '../sendCalls.js'
import { accountAbi, contracts } from '../smart/contracts.js'
import { encodeCalls } from '../smart/encodeCalls.js'
import { readUpgrade, upgradeCode } from './readUpgrade.js'
import { readUpgrades } from './readUpgrades.js'
import { undoUpgrade } from './undoUpgrade.js'

let chain: EvmStack
let shop: EvmShop
beforeAll(async () => {
  chain = await startEvm()
  shop = await deployShop(chain, '7.50')
}, 60_000)
afterAll(() => chain?.stop())

let orders = 0n

/** A person with coins and dollars, and no code. */
async function someone(given: Partial<CallsContext> = {}) {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  await chain.setBalance(address, parseEther('10'))
  const [, bob] = chain.accounts
  await chain.client.waitForTransactionReceipt({
    hash: await chain.client.writeContract({
      ...{ account: bob!.address, chain: null, address: chain.tokens.usd.address },
      ...{ abi: erc20Abi, functionName: 'transfer', args: [address, 100_000_000n] },
    }),
  })
  const node = { chainId: chain.chainId, rpcUrl: chain.url }
  const bench = createEvmContext({ ...node, address, key: async () => privateKey, ...given })
  const read = () => readUpgrade(clientOf(node), address)
  const send = (calls: readonly object[], more: object = {}) =>
    answerEvm(
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          chainId: `0x${chain.chainId.toString(16)}`,
          atomicRequired: true,
          calls,
          ...more,
        },
      ],
      bench.context,
    ) as Promise<{ id: string }>
  const settle = async (id: string): Promise<any> => {
    for (;;) {
      const options = { records: bench.context.records, rpcUrlOf: () => chain.url }
      const status = (await readCallsStatus([id], options)) as { status: number }
      if (status.status !== 100) return status
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const capability = async () =>
    (await readUpgrades(address, [chain.chainId], () => chain.url))(chain.chainId)
  return { ...bench, address, read, send, settle, capability, privateKey }
}

const lines = (question: { readonly facts?: readonly { name: string; value: string }[] } | undefined) =>
  question?.facts?.map(({ name, value }) => `${name}: ${value}`) ?? []

interface NodeRequest {
  readonly id: number
  readonly method: string
  readonly params?: readonly string[]
}

/** Puts something between the frame and its node: `answer` returns nothing for what the node itself answers. */
async function through<T>(
  answer: (asked: NodeRequest, forward: () => Promise<Response>) => Promise<object> | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const asked = JSON.parse(String(init?.body)) as NodeRequest
    const own = await answer(asked, () => fetch(input, init))
    if (own instanceof Response) return own
    return own ? Response.json({ jsonrpc: '2.0', id: asked.id, ...own }) : fetch(input, init)
  }
  try {
    return await run()
  } finally {
    globalThis.fetch = fetch
  }
}

/** A node that says of the account that it has this code. */
const sayingCode = <T>(account: Hex, code: Hex, run: () => Promise<T>): Promise<T> =>
  through(({ method, params = [] }) => {
    const isLie = method === 'eth_getCode' && params[0]?.toLowerCase() === account.toLowerCase()
    return isLie ? Promise.resolve({ result: code }) : undefined
  }, run)

const ownCode: Hex = `0xef0100${upgradeCode.address.slice(2).toLowerCase() as Lowercase<string>}`

const declines = {
  ask: async () => {
    throw new FrameError('user_rejected', 'The request was declined.')
  },
}

test('three calls upgrade the account, which the person agrees to with them, and count together; then it’s undone', async () => {
  const { address, read, send, settle, capability, shown, context } = await someone()
  expect([await capability(), await read()]).toEqual(['ready', { kind: 'none', isPossible: true }])
  const first = await send(shop.callsFor(++orders))
  expect(await settle(first.id)).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
  expect(await shop.isSold(orders, address)).toBe(true)
  expect([await capability(), await read()]).toEqual([
    'supported',
    { kind: 'own', address: upgradeCode.address },
  ])
  const code = `${upgradeCode.name}, ${upgradeCode.address}`
  expect(shown[0]).toMatchObject({ title: 'Send 3 calls at once', accept: 'Upgrade and send' })
  expect(lines(shown[0])).toEqual(
    expect.arrayContaining([
      'First: Your account is upgraded on this network',
      `After this: Your account runs ${code} on this network. You can undo that.`,
      'Step: 3 of 3',
      expect.stringMatching(/^Max network fee: 0\.\d+ coins$/),
    ]),
  )

  const second = await send(shop.callsFor(++orders), { atomicRequired: false })
  expect(await settle(second.id)).toMatchObject({ status: 200, atomic: true })
  expect(lines(shown[1])).toContain(
    `After this: Your account runs ${code} on this network. You can undo that.`,
  )
  expect(await shop.isSold(orders, address)).toBe(true)

  const hash = await undoUpgrade(context)
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  expect([await capability(), await read()]).toEqual(['ready', { kind: 'none', isPossible: true }])
  expect(await chain.client.getCode({ address })).toBeUndefined()
  expect(lines(shown[2])).toContain(`Your account runs: ${code}`)
})

test('calls of which one fails do nothing, and nobody is asked', async () => {
  const { address, send, read, shown } = await someone()
  const [approve, , receipt] = shop.callsFor(++orders)
  await expect(send([approve!, receipt!])).rejects.toMatchObject({ rpcCode: -32000 })
  expect(shown).toEqual([])
  expect([await read(), await chain.client.getTransactionCount({ address })]).toEqual([
    { kind: 'none', isPossible: true },
    0,
  ])
})

test('calls of which one fails once they are mined are all undone, and told as failed', async () => {
  const { context, send, settle } = await someone()
  const [other] = chain.accounts
  const order = ++orders
  // Another one pays for the order while the person reads.
  const screen = {
    ask: async () => {
      for (const call of shop.callsFor(order).slice(0, 2)) {
        const hash = await chain.client.sendTransaction({ ...call, account: other!.address, chain: null })
        await chain.client.waitForTransactionReceipt({ hash })
      }
      return ''
    },
  }
  Object.assign(context, { screen })
  const { id } = await send(shop.callsFor(order))
  expect(await settle(id)).toMatchObject({ status: 500, atomic: true, receipts: [{ status: '0x0' }] })
  const allowance = await chain.client.readContract({
    ...{ address: shop.token.address, abi: erc20Abi, functionName: 'allowance' },
    args: [context.address, shop.address],
  })
  expect(allowance).toBe(0n)
})

test('a person who declines is upgraded in nothing, and the app is told that it was the upgrade', async () => {
  const { address, send, read } = await someone({ screen: declines })
  await expect(send(shop.callsFor(++orders))).rejects.toMatchObject({ code: 'rpc_error', rpcCode: 5750 })
  expect([await read(), await chain.client.getTransactionCount({ address })]).toEqual([
    { kind: 'none', isPossible: true },
    0,
  ])
})

describe('a stranger’s code', () => {
  const stranger: Hex = `0x${'5'.repeat(40)}`
  async function upgraded() {
    const own = await someone()
    await chain.client.setCode({ address: own.address, bytecode: `0xef0100${stranger.slice(2)}` })
    return own
  }

  test('is never called, shown with its address, and taken away', async () => {
    const { address, send, read, capability, shown, context } = await upgraded()
    expect([await capability(), await read()]).toEqual([
      'unsupported',
      { kind: 'unknown', address: stranger },
    ])
    await expect(send(shop.callsFor(++orders))).rejects.toMatchObject({ rpcCode: 5760 })
    expect(shown).toEqual([])
    const hash = await undoUpgrade(context)
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(lines(shown[0])).toContain(`Your account runs: Unknown code, ${stranger}`)
    expect(await chain.client.getCode({ address })).toBeUndefined()
  })

  test('doesn’t run when a node says that it’s the known code', async () => {
    const { address, send, settle, context } = await upgraded()
    await sayingCode(address, ownCode, async () => {
      const { id } = await send(shop.callsFor(++orders))
      expect(await settle(id)).toMatchObject({ status: 200 })
    })
    expect(await shop.isSold(orders, address)).toBe(true)
    expect(await readUpgrade(clientOf(context), address)).toMatchObject({ kind: 'own' })
  })
})

test('data that isn’t a delegation at the address counts as unknown code', async () => {
  const { address, read } = await someone()
  await chain.client.setCode({ address, bytecode: '0x6001' })
  expect(await read()).toEqual({ kind: 'unknown', address })
})

describe('a node that lies about the code', () => {
  test('upgrades nobody who isn’t told, by saying that they are upgraded', async () => {
    const { address, send, settle, shown } = await someone()
    await sayingCode(address, ownCode, async () => {
      const { id } = await send(shop.callsFor(++orders))
      expect(await settle(id)).toMatchObject({ status: 200 })
    })
    expect(await chain.client.getCode({ address })).toBe(ownCode)
    expect(shown[0]?.facts).toContainEqual({
      name: 'After this',
      value: `Your account runs ${upgradeCode.name}, ${upgradeCode.address} on this network. You can undo that.`,
      isWarning: true,
    })
  })

  test('keeps nobody from taking code away, by saying that there’s none', async () => {
    const { address, shown, context } = await someone()
    await chain.client.setCode({ address, bytecode: ownCode })
    const hash = await sayingCode(address, '0x', () => undoUpgrade(context))
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await chain.client.getCode({ address })).toBeUndefined()
    expect(lines(shown[0])).toContain('Your account runs: No code, as the app’s node says. It may be wrong.')
  })
})

describe('a node that takes a transaction', () => {
  const saying = (answer: object) => (asked: NodeRequest, forward: () => Promise<Response>) =>
    asked.method === 'eth_sendRawTransaction'
      ? forward().then(() => (answer instanceof Response ? answer.clone() : answer))
      : undefined
  const answers = [
    ['and answers 500', saying(new Response('', { status: 500 }))],
    ['and says that it failed inside', saying({ error: { code: -32603, message: 'Internal error' } })],
    ['and says that it was too slow', saying({ error: { code: -32000, message: 'request timed out' } })],
    ['and names another', saying({ result: `0x${'1'.repeat(64)}` })],
  ] as const
  const ways = [
    ['several calls at once', 3, true],
    ['several calls, one after the other', 3, false],
    ['one call', 1, false],
  ] as const

  test.each(
    answers.flatMap(([name, answer]) => ways.map(([way, ...how]) => [name, way, answer, ...how] as const)),
  )('%s makes nobody pay twice for %s', async (_name, _way, answer, count, atomicRequired) => {
    const { address, send, settle } = await someone()
    const calls = shop.callsFor(++orders).slice(0, count)
    await through(answer, async () => {
      await send(calls, { id: 'once', atomicRequired })
      expect(await settle('once')).toMatchObject({ status: 200 })
    })
    await expect(send(calls, { id: 'once', atomicRequired })).rejects.toMatchObject({ rpcCode: 5720 })
    // The upgrade uses up one more.
    const used = atomicRequired ? 2 : count
    expect(await chain.client.getTransactionCount({ address })).toBe(used)
  })

  test.each(answers)('%s is no reason to send it again: its hash is told', async (_name, answer) => {
    const { address, context } = await someone()
    const [{ to, data }] = shop.callsFor(++orders) as [{ to: Hex; data: Hex }]
    const hash = await through(answer, () =>
      answerEvm('eth_sendTransaction', [{ from: address, to, data }], context),
    )
    const receipt = await chain.client.waitForTransactionReceipt({ hash: hash as Hex })
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase() })
  })
})

test.each([
  ['several calls at once', 3, true],
  ['one call', 1, false],
] as const)(
  'a node that refuses the transaction of %s leaves the id free',
  async (_, count, atomicRequired) => {
    const { send, settle } = await someone()
    const calls = shop.callsFor(++orders).slice(0, count)
    const ask = () => send(calls, { id: 'again', atomicRequired })
    const refusal = { error: { code: -32000, message: 'transaction underpriced' } }
    const refused = through(
      ({ method }) => (method === 'eth_sendRawTransaction' ? Promise.resolve(refusal) : undefined),
      ask,
    )
    await expect(refused).rejects.toMatchObject({ rpcCode: -32000, message: 'transaction underpriced' })
    await ask()
    expect(await settle('again')).toMatchObject({ status: 200 })
  },
)

describe('a call of an upgraded account', () => {
  const spender: Hex = '0x5555555555555555555555555555555555555555'
  const approve = () => ({
    to: chain.tokens.usd.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 77n] }),
    value: 0n,
  })
  const single = () =>
    encodeFunctionData({
      abi: accountAbi,
      functionName: 'execute',
      args: [
        pad('0x00', { size: 32 }),
        encodePacked(['address', 'uint256', 'bytes'], [approve().to, 0n, approve().data]),
      ],
    })
  const forms: readonly (readonly [string, (own: Hex) => Hex])[] = [
    ['one call', () => encodeCalls([approve()])],
    ['one call, packed', single],
    ['several calls', () => encodeCalls([approve(), { to: spender, value: 0n }])],
    ['a call to itself', (own) => encodeCalls([{ to: own, data: encodeCalls([approve()]), value: 0n }])],
  ]
  const ways = ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_sendCalls with others'] as const

  /** Asks on a node that can't try calls. */
  async function asked(way: (typeof ways)[number], callOf: (own: Hex) => { to: Hex; data: Hex }) {
    const { address, context, send, shown } = await someone()
    await chain.client.setCode({ address, bytecode: ownCode })
    const call = callOf(address)
    const cannot = { error: { code: -32601, message: 'Method not found' } }
    await through(
      ({ method }) => (method === 'eth_simulateV1' ? Promise.resolve(cannot) : undefined),
      () =>
        way === 'eth_sendTransaction'
          ? answerEvm(way, [{ from: address, ...call }], context)
          : send(way === 'wallet_sendCalls' ? [call] : [{ to: spender, value: '0x0' }, call]),
    )
    return lines(shown[0])
  }

  test.each(ways.flatMap((way) => forms.map(([form, dataOf]) => [form, way, dataOf] as const)))(
    'to itself that makes %s is told with everything in it (%s)',
    async (_, way, dataOf) => {
      const facts = await asked(way, (own) => ({ to: own, data: dataOf(own) }))
      expect(facts).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^Changes your account itself: 0x/),
          'Lets someone spend your tokens: up to 77 of the smallest unit',
          `Spender: ${spender}`,
        ]),
      )
    },
  )

  test.each(ways)('to the delegation manager is told as what it is (%s)', async (way) => {
    const facts = await asked(way, () => ({ to: contracts.delegationManager, data: '0x5c975abb' }))
    expect(facts).toContain(`Changes what others may do with your account: ${contracts.delegationManager}`)
  })
})

test('the account gives no permission, upgraded or not, because undoing the upgrade would not end it', async () => {
  const { address, context, send, settle, privateKey, shown } = await someone()
  const holder = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(holder.address, parseEther('1'))
  const until = Number((await chain.client.getBlock()).timestamp) + 86_400
  const asked = {
    ...{ chainId: `0x${chain.chainId.toString(16)}`, from: address, to: holder.address },
    permission: {
      ...{ type: 'native-token-allowance', isAdjustmentAllowed: false },
      data: { allowanceAmount: '0xa' },
    },
    rules: [{ type: 'expiry', data: { timestamp: until } }],
  }
  const refusalOf = async () =>
    answerEvm('wallet_requestExecutionPermissions', [asked], context).catch((error: FrameError) => error)
  const upgrade = async () =>
    settle((await send([1, 2].map(() => ({ to: holder.address, value: '0x0' })))).id)
  expect(await refusalOf()).toMatchObject({
    rpcCode: 4200,
    message:
      'This account can’t give permissions. Only smart accounts can, because contracts enforce the limits. Use the smart account.',
  })
  await upgrade()
  const questions = shown.length
  expect(await refusalOf()).toMatchObject({
    rpcCode: 4200,
    message:
      'This account can’t give permissions. Undoing its upgrade wouldn’t end them, and they’d count again after the next one. Use the smart account.',
  })
  expect(shown).toHaveLength(questions)

  // What the frame never signs, signed here by the key itself.
  const terms = {
    allowance: { kind: 'native', amount: 10n },
    holder: holder.address,
    from: 0,
    until,
  } as const
  const delegation = { delegate: holder.address, delegator: address, caveats: caveatsOf(terms), salt: 1n }
  const signature = await privateKeyToAccount(privateKey).signTypedData(
    delegationTypedData(delegation, chain.chainId),
  )
  const permission = {
    context: encodeContext({ ...delegation, signature }),
    delegationManager: permissionContracts.delegationManager,
    dependencies: [],
  }
  const wallet = createWalletClient({ account: holder, chain: chain.chain, transport: http(chain.url) })
  const use = async () => {
    const [call] = redeemCalls(permission, [{ to: pad('0xaa', { size: 20 }), value: 1n }])
    const hash = await wallet.sendTransaction({ ...call!, gas: 2_000_000n })
    return (await chain.client.waitForTransactionReceipt({ hash })).status
  }
  expect(await use()).toBe('success')
  await chain.client.waitForTransactionReceipt({ hash: await undoUpgrade(context) })
  expect(await use()).toBe('reverted')
  await upgrade()
  expect(await use()).toBe('success')
})
