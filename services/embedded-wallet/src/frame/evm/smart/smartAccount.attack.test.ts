// Bundlers, apps and stored data that lie, against the smart account on a real chain.
import { encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { readCallsStatus } from '../sendCalls.js'
import { contracts } from './contracts.js'
import { requireOwner } from './requireOwner.js'
import { hashOperation, signOperation, type Operation } from './signOperation.js'
import { inEnglish } from '../../../../test/inEnglish.js'
import type { SmartContext } from './performCalls.js'
import type { Limits } from './submitOperation.js'

// Real servers on a machine that may have other things to do.
vi.setConfig({ testTimeout: 300_000 })

let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain, { bundlers: 2 })
}, 300_000)
afterEach(async () => {
  // Operations give twice the tips that the chain suggests, and it suggests those of its latest blocks.
  await chain.client.mine({ blocks: 25 })
  for (const bundler of abstraction.bundlers) bundler.setFaults({})
  abstraction.paymaster.setPolicy({ kind: 'pays' })
})
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

const someone = () => privateKeyToAddress(generatePrivateKey())
const bundlerAt = (index: number) => {
  const bundler = abstraction.bundlers[index]
  if (!bundler) throw new Error('There are not so many bundlers.')
  return bundler
}

async function funded(count = 2, key?: Hex, limits: Partial<Limits> = {}) {
  const bundlers = abstraction.bundlers.slice(0, count).map(({ url }) => url)
  const own = createSmartContext({ url: chain.url, chainId: chain.chainId, bundlers }, key, limits)
  await chain.setBalance(own.account.address, parseEther('10'))
  return own
}

const warningsOf = (question: any): string[] =>
  (question?.facts ?? [])
    .filter(({ isWarning }: { isWarning?: boolean }) => isWarning)
    .map(({ name, value }: { name: string; value: string }) => `${name}: ${value}`)

const callsOf = (calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: `0x${chain.chainId.toString(16)}`, atomicRequired: true, calls, ...more },
]
const statusOf = (id: string, { records }: SmartContext) =>
  readCallsStatus([id], { records, rpcUrlOf: () => chain.url }) as Promise<{ status: number }>

describe('a bundler', () => {
  test.each([
    ['that is down', { isDown: true }],
    ['that refuses', { refuses: 'Not today.' }],
    ['that drops what it took', { drops: true }],
    ['that answers too late', { delay: 20_000 }],
    ['that takes it and answers another hash', { hash: `0x${'ab'.repeat(32)}` as Hex }],
    ['that takes it and never answers', { losesAnswer: true }],
  ])('%s keeps nothing from being carried out, once', async (_, faults) => {
    const { context } = await funded(2, undefined, { answer: 10_000 })
    const to = someone()
    bundlerAt(0).setFaults(faults)
    const hash = (await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)) as Hex
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('that censors an account is passed by', async () => {
    const { context, account } = await funded()
    const to = someone()
    bundlerAt(0).setFaults({ censors: [account.address] })
    await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('is never asked what came of an operation', async () => {
    const before = bundlerAt(0).requests.length
    const { context } = await funded(1)
    bundlerAt(0).setFaults({ hidesReceipts: true })
    await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    const asked = bundlerAt(0).requests.slice(before)
    expect(asked.map(({ method }) => method)).toEqual([
      'eth_estimateUserOperationGas',
      'eth_sendUserOperation',
    ])
  })

  test('that takes everything and sends nothing is told as such', async () => {
    const { context } = await funded(1, undefined, { rest: 600 })
    bundlerAt(0).setFaults({ drops: true })
    const sent = answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    await expect(sent).rejects.toMatchObject({
      rpcCode: -32000,
      message: expect.stringContaining('hasn’t gone through yet'),
    })
    // The next operation doesn't wait behind it.
    bundlerAt(0).setFaults({})
    const to = someone()
    await answerEvm('eth_sendTransaction', [{ to, value: '0x3' }], context)
    expect(await chain.balanceOf(to)).toBe(3n)
  })

  test('is told of by its words when none takes the operation', async () => {
    const { context } = await funded()
    for (const bundler of abstraction.bundlers) bundler.setFaults({ refuses: 'Not today.' })
    const calls = callsOf([{ to: someone(), value: '0x1' }], { id: 'nobody' })
    await expect(answerEvm('wallet_sendCalls', calls, context)).rejects.toMatchObject({
      rpcCode: -32000,
      message: expect.stringContaining('Not today.'),
    })
    // Nobody took it, so that nothing is to be waited for.
    expect(await statusOf('nobody', context)).toMatchObject({ status: 400 })
  })

  test('that refused leaves the nonce to what comes next, so that only one of the two can be carried out', async () => {
    const { context } = await funded()
    for (const bundler of abstraction.bundlers) bundler.setFaults({ refuses: 'Not today.' })
    const [to, second] = [someone(), someone()]
    const before = bundlerAt(0).requests.length
    const first = answerEvm('wallet_sendCalls', callsOf([{ to, value: '0x1' }], { id: 'kept' }), context)
    await expect(first).rejects.toMatchObject({ rpcCode: -32000 })
    for (const bundler of abstraction.bundlers) bundler.setFaults({})
    // What is asked for next takes its place, because it has the same nonce.
    await answerEvm('eth_sendTransaction', [{ to: second, value: '0x2' }], context)
    const [one, other] = bundlerAt(0)
      .requests.slice(before)
      .filter(({ method }) => method === 'eth_sendUserOperation')
      .map(({ params }) => (params[0] as { nonce: Hex }).nonce)
    expect(one).toBe(other)
    expect(await chain.balanceOf(to)).toBe(0n)
    expect(await chain.balanceOf(second)).toBe(2n)
  })

  test.each<[string, Record<string, Hex>]>([
    ['the calls', { callGasLimit: '0xffffffff' }],
    ['the check', { verificationGasLimit: '0xffffffff' }],
  ])(
    'that is the only one and estimates too much for %s gets no more than it takes, deployed or not',
    async (_, estimate) => {
      const honest = await funded(1)
      const { context } = await funded(1)
      for (const isDeployed of [false, true]) {
        bundlerAt(0).setFaults({})
        await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x9' }], honest.context)
        const usual = gasHanded(0)
        const to = someone()
        bundlerAt(0).setFaults({ estimate })
        await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
        expect(await chain.balanceOf(to), `deployed: ${isDeployed}`).toBe(9n)
        // Several times what checking a signature takes, and twice what the calls do: not thousands of times.
        expect(gasHanded(0)).toBeLessThan(usual + 1_500_000n)
      }
    },
  )

  test('that is the only one and estimates too much for its own work asks for what the person reads, or the account lacks', async () => {
    const { context, shown, account } = await funded(1)
    await chain.setBalance(account.address, parseEther('1'))
    bundlerAt(0).setFaults({ estimate: { preVerificationGas: '0xffffffff' } })
    const sent = answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    await expect(sent).rejects.toMatchObject({ rpcCode: -32000 })
    expect(shown).toEqual([])
  })

  test('that estimates too little does not make the calls fail', async () => {
    const { context } = await funded(1)
    const to = someone()
    bundlerAt(0).setFaults({ estimate: { callGasLimit: '0x1' } })
    await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  /** The gas of the operation that a bundler was handed last. */
  const gasHanded = (index: number): bigint => {
    const sent = bundlerAt(index).requests.filter(({ method }) => method === 'eth_sendUserOperation')
    const operation = sent.at(-1)?.params[0] as Record<string, Hex>
    return ['preVerificationGas', 'verificationGasLimit', 'callGasLimit'].reduce(
      (sum, name) => sum + BigInt(operation[name] ?? '0x0'),
      0n,
    )
  }
  /** What the person read that the fee comes to, at most. */
  const shownLimit = (shown: ReturnType<typeof createSmartContext>['shown']): bigint => {
    const fee = shown.at(-1)?.facts?.find(({ name }) => name === 'Max network fee')
    return parseEther(fee?.value.replace(/[^\d.]/g, '') ?? '')
  }

  test.each<[string, Record<string, Hex>]>([
    ['too little gas for the check', { verificationGasLimit: '0x1' }],
    ['too little gas for the calls', { callGasLimit: '0x1' }],
    ['too little gas for its own work', { preVerificationGas: '0x1' }],
    ['too much gas for the check', { verificationGasLimit: '0x1000000' }],
    ['too much gas for the calls', { callGasLimit: '0x1000000' }],
    ['too much gas for its own work', { preVerificationGas: '0x1000000' }],
  ])('that estimates %s is passed by, deployed or not', async (_, estimate) => {
    const honest = await funded(2)
    const { context, shown, account } = await funded(2)
    for (const isDeployed of [false, true]) {
      bundlerAt(0).setFaults({})
      await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x9' }], honest.context)
      const usual = gasHanded(0)
      const [to, before] = [someone(), await chain.balanceOf(account.address)]
      bundlerAt(0).setFaults({ estimate })
      await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
      expect(await chain.balanceOf(to), `deployed: ${isDeployed}`).toBe(9n)
      expect(gasHanded(0)).toBeLessThan(usual + usual / 10n)
      const paid = before - (await chain.balanceOf(account.address)) - 9n
      expect(paid).toBeLessThanOrEqual(shownLimit(shown))
    }
  })

  test('that estimates for data of a network as well isn’t undercut by a cheaper one, deployed or not', async () => {
    const { context } = await funded(2)
    // As a network of a rollup makes it: more than three times its own work, and less than three times the whole.
    bundlerAt(0).setFaults({ estimate: { preVerificationGas: '0x30d40' } })
    for (const isDeployed of [false, true]) {
      const to = someone()
      await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
      expect(await chain.balanceOf(to)).toBe(9n)
      const sent = bundlerAt(0).requests.filter(({ method }) => method === 'eth_sendUserOperation')
      const handed = sent.at(-1)?.params[0]
      expect(handed, `deployed: ${isDeployed}`).toMatchObject({ preVerificationGas: '0x30d40' })
    }
  })

  test('that estimates what it takes is the only one asked, deployed or not', async () => {
    const { context } = await funded(2)
    const before = bundlerAt(1).requests.length
    const calls = callsOf([
      { to: someone(), value: '0x9' },
      { to: someone(), value: '0x9' },
    ])
    for (const method of ['eth_sendTransaction', 'wallet_sendCalls']) {
      await answerEvm(
        method,
        method === 'wallet_sendCalls' ? calls : [{ to: someone(), value: '0x9' }],
        context,
      )
    }
    const asked = bundlerAt(1)
      .requests.slice(before)
      .map(({ method }) => method)
    expect(asked).not.toContain('eth_estimateUserOperationGas')
  })

  test('that is the only one and estimates too little for the check has nothing signed', async () => {
    const { context, shown } = await funded(1)
    const before = bundlerAt(0).requests.length
    bundlerAt(0).setFaults({ estimate: { verificationGasLimit: '0x1' } })
    const sent = answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    await expect(sent).rejects.toMatchObject({
      rpcCode: -32000,
      message: expect.stringContaining('less gas than it needs'),
    })
    expect(shown).toEqual([])
    expect(
      bundlerAt(0)
        .requests.slice(before)
        .map(({ method }) => method),
    ).toEqual(['eth_estimateUserOperationGas'])
  })

  test('can change nothing of what was signed', async () => {
    const { context } = await funded(1, undefined, { rest: 600 })
    const before = bundlerAt(0).requests.length
    bundlerAt(0).setFaults({ drops: true })
    await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context).catch(() => undefined)
    const sent = bundlerAt(0).requests.slice(before).at(-1)?.params[0] as Record<string, Hex>
    const other = { callData: `${sent['callData']}00`, maxFeePerGas: '0x77359400', nonce: '0x1' } as const
    for (const [name, value] of Object.entries(other)) {
      const response = await fetch(bundlerAt(1).url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_sendUserOperation',
          params: [{ ...sent, [name]: value }, contracts.entryPoint],
        }),
      })
      expect(await response.json(), name).toMatchObject({ error: { code: expect.any(Number) } })
    }
  })
})

/** What the app's node is asked from now on, in order. */
function listenToNode(): readonly { readonly method: string; readonly params: any }[] {
  const asked: { method: string; params: any }[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address.startsWith(chain.url)) asked.push(...[JSON.parse(String(init?.body))].flat())
    return real(input, init)
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}

/** Carries out whatever the node was given to try on the EntryPoint, as its operator can at any time. */
async function carryOutTried(asked: ReturnType<typeof listenToNode>): Promise<number> {
  const [operator] = chain.accounts
  const tried = asked
    .filter(({ method }) => method === 'eth_simulateV1')
    .flatMap(({ params }) => params[0].blockStateCalls.flatMap(({ calls }: any) => calls))
    .filter(({ to }: any) => to?.toLowerCase() === contracts.entryPoint.toLowerCase())
  await chain.client.impersonateAccount({ address: operator!.address })
  for (const { data } of tried) {
    const kept = { account: operator!.address, chain: chain.chain, to: contracts.entryPoint, data }
    const hash = await chain.client.sendTransaction({ ...kept, gas: 5_000_000n })
    await chain.client.waitForTransactionReceipt({ hash })
  }
  return tried.length
}

describe('a node that keeps what it is given to try', () => {
  const sponsored = () => ({ capabilities: { paymasterService: { url: abstraction.paymasterUrl } } })

  test.each([
    ['an account that isn’t deployed', false],
    ['an account that is', true],
  ])('has nothing valid of %s, whatever the person decides', async (_, isDeployed) => {
    const { context, account, shown } = await funded(1)
    if (isDeployed) await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    const to = someone()
    const asked = listenToNode()
    // What the person declines is declined, also for whoever has seen it.
    abstraction.paymaster.setPolicy({ kind: 'signsExpired' })
    const declining = {
      ask: async ({ facts }: any) => {
        if (JSON.stringify(inEnglish(facts)).includes('doesn’t pay it')) throw new Error('Declined.')
        return ''
      },
    }
    const calls = callsOf([{ to, value: '0x9' }], sponsored())
    const declined = answerEvm('wallet_sendCalls', calls, { ...context, screen: declining })
    await expect(declined).rejects.toThrow('Declined.')
    abstraction.paymaster.setPolicy({ kind: 'pays' })
    onTestFinished(() => abstraction.resumeBundling())
    await abstraction.pauseBundling()
    await answerEvm('wallet_sendCalls', calls, context)
    expect(JSON.stringify(shown.at(-1))).toContain('app.example.com pays it')
    expect(await carryOutTried(asked)).toBeGreaterThan(1)
    expect(await chain.balanceOf(to)).toBe(0n)
    // And the one that the person agreed to is carried out, once.
    await abstraction.resumeBundling()
    await vi.waitFor(async () => expect(await chain.balanceOf(to)).toBe(9n), 60_000)
    expect(await chain.client.getCode({ address: account.address })).toBeTruthy()
  })
})

test('a deposit for fees counts as what the account can pay them with', async () => {
  const { context, account } = await funded(1)
  const [giver] = chain.accounts
  await chain.client.impersonateAccount({ address: giver!.address })
  const hash = await chain.client.writeContract({
    ...{ account: giver!.address, chain: chain.chain, address: contracts.entryPoint, value: parseEther('5') },
    ...{ abi: parseAbi(['function depositTo(address account) payable']), functionName: 'depositTo' },
    args: [account.address],
  })
  await chain.client.waitForTransactionReceipt({ hash })
  await chain.setBalance(account.address, 9n)
  const to = someone()
  await answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], context)
  expect(await chain.balanceOf(to)).toBe(9n)
})

describe('an operation', () => {
  const operation: Operation = {
    sender: `0x${'1'.repeat(40)}`,
    nonce: 1n,
    callData: '0x1234',
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 5n,
    signature: '0x',
  }
  test.each([
    ['another chain', operation, 2],
    ['another account', { ...operation, sender: `0x${'2'.repeat(40)}` as Hex }, 1],
    ['other calls', { ...operation, callData: '0x1235' as Hex }, 1],
    ['another nonce', { ...operation, nonce: 2n }, 1],
    ['a higher fee', { ...operation, maxFeePerGas: 40n }, 1],
    ['more gas', { ...operation, preVerificationGas: 30n }, 1],
    ['a paymaster', { ...operation, paymaster: `0x${'3'.repeat(40)}` as Hex, paymasterData: '0x' as Hex }, 1],
    ['a factory', { ...operation, factory: `0x${'3'.repeat(40)}` as Hex, factoryData: '0x' as Hex }, 1],
  ])('for %s has another hash and another signature', async (_, changed, chainId) => {
    const key = generatePrivateKey()
    expect(hashOperation(changed, chainId)).not.toBe(hashOperation(operation, 1))
    const [one, other] = [await signOperation(operation, 1, key), await signOperation(changed, chainId, key)]
    expect(other.signature).not.toBe(one.signature)
  })

  test('whose nonce another took is told as replaced', async () => {
    const { context, key } = await funded(1)
    const second = createSmartContext(
      { url: chain.url, chainId: chain.chainId, bundlers: [bundlerAt(1).url] },
      key,
    )
    const nonceKeys = { take: () => ({ key: 7n, giveBack: () => undefined }) }
    bundlerAt(0).setFaults({ drops: true })
    const calls = callsOf([{ to: someone(), value: '0x1' }], { id: 'first' })
    await answerEvm('wallet_sendCalls', calls, {
      ...context,
      smart: { ...context.smart, nonceKeys },
    } as never)
    expect(await statusOf('first', context)).toMatchObject({ status: 100 })
    await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x2' }], {
      ...second.context,
      smart: { ...second.context.smart, nonceKeys },
    } as never)
    expect(await statusOf('first', context)).toMatchObject({ status: 400 })
  })

  test('that was paid isn’t told as undone by a node whose logs are a block behind', async () => {
    const { context } = await funded(1)
    const calls = callsOf([{ to: someone(), value: '0x1' }], { id: 'paid' })
    await answerEvm('wallet_sendCalls', calls, context)
    await expect.poll(() => statusOf('paid', context), { timeout: 20_000 }).toMatchObject({ status: 200 })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const { id, method } = JSON.parse(String(init.body)) as { id: number; method: string }
      if (method !== 'eth_getLogs') return fetch(input, init)
      return Response.json({ jsonrpc: '2.0', id, result: [] })
    })
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
    expect(await statusOf('paid', context)).toMatchObject({ status: 100 })
    vi.unstubAllGlobals()
    expect(await statusOf('paid', context)).toMatchObject({ status: 200 })
  })
})

describe('an app', () => {
  const own = parseAbi([
    'function transferOwnership(address owner)',
    'function upgradeToAndCall(address implementation, bytes data) payable',
    'function withdrawDeposit(address to, uint256 amount)',
    'function updateSigners(address owner, string[] keyIds, uint256[] x, uint256[] y)',
    'function addKey(string keyId, uint256 x, uint256 y)',
    'function upgradeToAndCallAndRetainStorage(address implementation, bytes data) payable',
  ])
  const entryPoint = parseAbi([
    'function depositTo(address account) payable',
    'function withdrawTo(address to, uint256 amount)',
  ])
  // A point of the curve: the contract takes no other.
  const x = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n
  const y = 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n
  const stranger = `0x${'5'.repeat(40)}` as const

  test.each([
    [
      'the owner',
      encodeFunctionData({ abi: own, functionName: 'transferOwnership', args: [stranger] }),
      `Changes who controls your account: ${stranger}`,
    ],
    [
      'the code',
      encodeFunctionData({
        abi: own,
        functionName: 'upgradeToAndCall',
        args: [contracts.implementation, '0x'],
      }),
      `Replaces the code of your account: ${contracts.implementation}`,
    ],
    [
      'the deposit',
      encodeFunctionData({ abi: own, functionName: 'withdrawDeposit', args: [stranger, 0n] }),
      `Takes out your deposit for fees: ${stranger}`,
    ],
  ])('can’t hide in a batch that it changes %s', async (_, data, warning) => {
    const { context, shown, account } = await funded(1)
    const harmless = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [stranger] })
    const calls = callsOf([
      { to: chain.tokens.usd.address, data: harmless },
      { to: account.address.toLowerCase(), data },
      { to: someone(), value: '0x1' },
    ])
    await answerEvm('wallet_sendCalls', calls, context)
    expect(warningsOf(shown[0])).toContain(warning)
  })

  test('can’t hide whom it gives the account to behind new code that is the old', async () => {
    const { context, shown, account } = await funded(1)
    const to = account.address
    const give = encodeFunctionData({ abi: own, functionName: 'transferOwnership', args: [stranger] })
    const around = encodeFunctionData({
      abi: own,
      functionName: 'upgradeToAndCallAndRetainStorage',
      args: [contracts.implementation, give],
    })
    await answerEvm('wallet_sendCalls', callsOf([{ to, data: around }]), context)
    expect(warningsOf(shown[0])).toContain(`Changes who controls your account: ${stranger}`)
  })

  test.each([
    ['updateSigners', (owner: Hex) => [owner, ['laptop'], [x], [y]]],
    ['addKey', () => ['laptop', x, y]],
  ] as const)('can’t hide a key that it adds by %s behind the owner', async (functionName, args) => {
    const { context, shown, account } = await funded(1)
    const data = encodeFunctionData({ abi: own, functionName, args: args(account.owner) } as never)
    await answerEvm('wallet_sendCalls', callsOf([{ to: account.address, data }]), context)
    const added = warningsOf(shown[0]).filter((warning) => warning.includes(x.toString(16)))
    expect(added).toEqual([`Lets another key control your account: "laptop", ${toHex(x, { size: 32 })}`])
  })

  test('can’t hide that it takes the deposit for fees out of the EntryPoint', async () => {
    const { context, shown, account } = await funded(1)
    const deposit = encodeFunctionData({
      abi: entryPoint,
      functionName: 'depositTo',
      args: [account.address],
    })
    const take = encodeFunctionData({ abi: entryPoint, functionName: 'withdrawTo', args: [stranger, 5n] })
    const calls = [
      { to: contracts.entryPoint.toLowerCase(), data: deposit, value: '0x5' },
      { to: contracts.entryPoint, data: take },
    ]
    await answerEvm('wallet_sendCalls', callsOf(calls), context)
    expect(warningsOf(shown[0])).toEqual([
      `Changes your deposit for fees: ${contracts.entryPoint}`,
      `Takes out your deposit for fees: ${stranger}`,
      expect.stringContaining('Unknown function'),
      expect.stringContaining('Unknown function'),
    ])
  })

  test('can’t make a second payment of one that it wanted to speed up', async () => {
    const { context, shown } = await funded(1)
    const sent = answerEvm('eth_sendTransaction', [{ to: stranger, value: '0x1', nonce: '0x7' }], context)
    await expect(sent).rejects.toMatchObject({
      rpcCode: -32602,
      message: expect.stringContaining('"nonce" 7'),
    })
    expect(shown).toEqual([])
  })

  test('can’t hide that it touches what others may do', async () => {
    const { context, shown } = await funded(1)
    const calls = callsOf([{ to: contracts.delegationManager, data: '0x5c975abb' }])
    await answerEvm('wallet_sendCalls', calls, context)
    expect(warningsOf(shown[0])).toContain(
      `Changes what others may do with your account: ${contracts.delegationManager}`,
    )
  })

  test.each([
    ['the account itself', undefined],
    ['the delegation manager', contracts.delegationManager],
  ])('gets no signature over orders for %s', async (_, contract) => {
    const { context, shown, account } = await funded(1)
    const data = {
      domain: {
        name: 'HybridDeleGator',
        version: '1',
        chainId: chain.chainId,
        verifyingContract: (contract ?? account.address).toLowerCase(),
      },
      types: { PackedUserOperation: [{ name: 'sender', type: 'address' }] },
      primaryType: 'PackedUserOperation',
      message: { sender: account.address },
    }
    const asked = answerEvm('eth_signTypedData_v4', [account.address, JSON.stringify(data)], context)
    await expect(asked).rejects.toMatchObject({ rpcCode: -32602 })
    expect(shown).toEqual([])
  })

  test.each([
    ['another account', () => callsOf([{ to: stranger, value: '0x1' }], { from: stranger }), 4100],
    ['another chain', () => callsOf([{ to: stranger, value: '0x1' }], { chainId: '0x1' }), 5710],
    ['a target without 0x', () => callsOf([{ to: stranger.slice(2), value: '0x1' }]), -32602],
    ['data without 0x', () => callsOf([{ to: stranger, data: '1234' }]), -32602],
    ['the creation of a contract', () => callsOf([{ data: '0x60006000' }]), -32602],
    ['what it has not', () => callsOf([{ to: stranger }], { capabilities: { magic: {} } }), 5700],
  ])('gets nothing for %s', async (_, params, rpcCode) => {
    const { context, shown } = await funded(1)
    await expect(answerEvm('wallet_sendCalls', params(), context)).rejects.toMatchObject({ rpcCode })
    expect(shown).toEqual([])
  })
})

test('a key that isn’t the owner’s signs nothing', async () => {
  const { context, account } = await funded(1)
  const before = bundlerAt(0).requests.length
  const other = { ...context, key: async () => requireOwner(generatePrivateKey(), account.owner) }
  const sent = answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], other)
  await expect(sent).rejects.toMatchObject({ code: 'failed' })
  expect(
    bundlerAt(0)
      .requests.slice(before)
      .map(({ method }) => method),
  ).not.toContain('eth_sendUserOperation')
})
