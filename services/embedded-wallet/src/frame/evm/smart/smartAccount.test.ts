// The smart account on a real chain: the contracts of public networks, the real EntryPoint, and a real bundler.
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  isErc6492Signature,
  parseAbi,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { deployShop, startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createVerifier, eip155, memoryNonces } from '../../../../../../plugins/siwx/src/server/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { readCallsStatus } from '../sendCalls.js'
import { contracts } from './contracts.js'
import { deriveSmartAccount } from './deriveSmartAccount.js'
import type { SmartContext } from './performCalls.js'

let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain, { bundlers: 3 })
}, 300_000)
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

const network = (count = 1) => ({
  url: chain.url,
  chainId: chain.chainId,
  bundlers: abstraction.bundlers.slice(0, count).map(({ url }) => url),
})
const someone = () => privateKeyToAddress(generatePrivateKey())

async function funded(count = 1) {
  const own = createSmartContext(network(count))
  await chain.setBalance(own.account.address, parseEther('10'))
  return own
}

/** Gives an account tokens, from one that has them. */
async function giveTokens(to: Hex, amount: bigint) {
  const [, bob] = chain.accounts
  if (!bob) throw new Error('The chain has no accounts.')
  await chain.client.impersonateAccount({ address: bob.address })
  const hash = await chain.client.writeContract({
    account: bob.address,
    address: chain.tokens.usd.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
  await chain.client.waitForTransactionReceipt({ hash })
}

type Line = { readonly name: string; readonly value: string; readonly note?: string }
const valuesOf = (question: { readonly facts?: readonly Line[] } | undefined) =>
  question?.facts?.map(({ name, value, note }) => [`${name}: ${value}`, note ?? []].flat().join('; ')) ?? []

async function settled(id: string, { records }: SmartContext): Promise<any> {
  for (let turn = 0; turn < 100; turn++) {
    const status = (await readCallsStatus([id], { records, rpcUrlOf: () => chain.url })) as any
    if (status.status !== 100) return status
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The calls are still under way.')
}

const callsOf = (calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: `0x${chain.chainId.toString(16)}`, atomicRequired: true, calls, ...more },
]

describe('the address', () => {
  test('is where the contracts are on every network that has them', () => {
    const known = Object.values(DELEGATOR_CONTRACTS['1.3.0'] ?? {})
    expect(known.length).toBeGreaterThan(40)
    for (const parts of known) {
      expect(parts).toMatchObject({
        SimpleFactory: contracts.factory,
        HybridDeleGatorImpl: contracts.implementation,
        DelegationManager: contracts.delegationManager,
        EntryPoint: contracts.entryPoint,
      })
    }
  })

  test('needs no network, and is the one that the factory deploys to', async () => {
    const account = deriveSmartAccount(someone())
    const { data } = await chain.client.call({ to: account.factory, data: account.factoryData })
    expect(`0x${data?.slice(-40)}`).toBe(account.address.toLowerCase())
  })
})

describe('sending', () => {
  test('deploys with the first operation, and says what it is', async () => {
    const { context, shown, account } = await funded()
    const to = someone()
    const sent = { from: account.address, to, value: '0x2386f26fc10000' }
    const hash = (await answerEvm('eth_sendTransaction', [sent], context)) as Hex
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await chain.balanceOf(to)).toBe(parseEther('0.01'))
    expect(await chain.client.getCode({ address: account.address })).toBeTruthy()
    expect(valuesOf(shown[0])).toEqual(
      expect.arrayContaining([
        'You send: 0.01 coins',
        `To: ${to}`,
        `From: Smart account ${account.address}`,
        expect.stringMatching(/^Max network fee: 0\.0\d+ coins; Includes one-time account setup$/),
      ]),
    )
    const again = (await answerEvm('eth_sendTransaction', [sent], context)) as Hex
    expect(again).not.toBe(hash)
    expect(valuesOf(shown[1]).some((line) => line.includes('account setup'))).toBe(false)
    expect(await chain.balanceOf(to)).toBe(parseEther('0.02'))
  })

  test('costs no more than was said', async () => {
    const { context, shown, account } = await funded()
    const before = await chain.balanceOf(account.address)
    await answerEvm('eth_sendTransaction', [{ from: account.address, to: someone(), value: '0x1' }], context)
    const paid = before - (await chain.balanceOf(account.address)) - 1n
    const limit = valuesOf(shown[0]).find((line) => line.startsWith('Max network fee'))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(parseEther(/: ([\d.]+)/.exec(limit ?? '')?.[1] ?? '0'))
  })

  test('carries out three calls as one, as they were shown', async () => {
    const { context, shown, account } = await funded()
    await giveTokens(account.address, 5_000_000n)
    const [to, spender] = [someone(), someone()]
    const token = chain.tokens.usd.address
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_500_000n] })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 7n] })
    const calls = [
      { to, value: '0x5' },
      { to: token, data: transfer },
      { to: token, data: approve },
    ]
    const { id } = (await answerEvm('wallet_sendCalls', callsOf(calls), context)) as { id: string }
    const status = await settled(id, context)
    expect(status).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    expect(await chain.balanceOf(to)).toBe(5n)
    expect(await chain.tokenBalanceOf(token, to)).toBe(1_500_000n)
    expect(shown[0]?.text).toBe('All of them happen, or none.')
    expect(valuesOf(shown[0])).toEqual(
      expect.arrayContaining([
        'Step: 1 of 3',
        'Step: 2 of 3',
        'Step: 3 of 3',
        expect.stringMatching(/^You send: 1\.5 /),
        `Who: ${spender}`,
      ]),
    )
  })

  test('tells only what somebody may still take afterwards, and counts the items of a collection', async () => {
    const { context, shown, account } = await funded()
    await giveTokens(account.address, 9_000_000n)
    const shop = await deployShop(chain, '7.50')
    const { id } = (await answerEvm('wallet_sendCalls', callsOf(shop.callsFor(1n)), context)) as {
      id: string
    }
    expect(await settled(id, context)).toMatchObject({ status: 200 })
    expect(await shop.isSold(1n, account.address)).toBe(true)
    const facts = valuesOf(shown[0])
    expect(facts).toContain(`You get: 1 item of RECEIPT; Collection ${shop.receipts.toLowerCase()}`)
    expect(facts.some((line) => line.startsWith('Afterwards'))).toBe(false)
    const [approve] = shop.callsFor(2n)
    await answerEvm('wallet_sendCalls', callsOf([approve!]), context)
    expect(valuesOf(shown[1])).toContainEqual(
      expect.stringMatching(
        /^Lets someone spend your tokens: up to 7\.5 \w+ \(7500000 of the smallest unit\)$/,
      ),
    )
  })

  test('does none of the calls when one of them fails, and says so before anyone is asked', async () => {
    const { context, shown, account } = await funded()
    const to = someone()
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 30n] })
    const calls = [
      { to, value: '0x5' },
      { to: chain.tokens.usd.address, data: transfer },
    ]
    await expect(answerEvm('wallet_sendCalls', callsOf(calls), context)).rejects.toMatchObject({
      rpcCode: -32000,
      message: expect.stringContaining('would fail'),
    })
    expect(shown).toEqual([])
    expect(await chain.balanceOf(to)).toBe(0n)
    expect(await chain.client.getCode({ address: account.address })).toBeUndefined()
  })

  test('does none of the calls when one fails only once it is mined', async () => {
    const { context, account } = await funded()
    await giveTokens(account.address, 10n)
    const to = someone()
    const token = chain.tokens.usd.address
    const give = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n] })
    const first = callsOf([{ to: token, data: give }])
    await settled(((await answerEvm('wallet_sendCalls', first, context)) as { id: string }).id, context)
    await giveTokens(account.address, 10n)
    // The tokens leave between the preview and the bundle.
    await abstraction.pauseBundling()
    const calls = callsOf([
      { to, value: '0x7' },
      { to: token, data: give },
    ])
    const { id } = (await answerEvm('wallet_sendCalls', calls, context)) as { id: string }
    await chain.client.impersonateAccount({ address: account.address })
    await chain.client.waitForTransactionReceipt({
      hash: await chain.client.writeContract({
        account: account.address,
        address: token,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [someone(), 10n],
      }),
    })
    await abstraction.resumeBundling()
    expect(await settled(id, context)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await chain.balanceOf(to)).toBe(0n)
  })

  test('asks for what it lacks before anyone decides', async () => {
    const { context, shown } = createSmartContext(network())
    const sent = { to: someone(), value: '0x5' }
    await expect(answerEvm('eth_sendTransaction', [sent], context)).rejects.toMatchObject({ rpcCode: -32000 })
    expect(shown).toEqual([])
  })

  test('goes on in another tab while an operation of the first is held up', async () => {
    const { context, account, key } = await funded()
    const second = createSmartContext(network(), key)
    const to = someone()
    await answerEvm('eth_sendTransaction', [{ to, value: '0x1' }], context)
    await abstraction.pauseBundling()
    const calls = callsOf([{ to, value: '0x1' }])
    const ids = await Promise.all(
      [context, second.context, context].map(
        async (own) => ((await answerEvm('wallet_sendCalls', calls, own)) as { id: string }).id,
      ),
    )
    await abstraction.resumeBundling()
    const statuses = await Promise.all([
      settled(ids[0] ?? '', context),
      settled(ids[1] ?? '', second.context),
      settled(ids[2] ?? '', context),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await chain.balanceOf(to)).toBe(4n)
    expect(second.account.address).toBe(account.address)
  })
})

describe('signatures', () => {
  const typed = (chainId: number) =>
    ({
      domain: { name: 'Shop', version: '1', chainId, verifyingContract: `0x${'1'.repeat(40)}` },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'Shoes' },
    }) as const

  test('are valid before the account is deployed and after, for messages and typed data', async () => {
    const { context, account } = await funded()
    const { address } = account
    const data = typed(chain.chainId)
    const sign = async () => ({
      message: (await answerEvm('personal_sign', ['Hello', address], context)) as Hex,
      typed: (await answerEvm('eth_signTypedData_v4', [address, JSON.stringify(data)], context)) as Hex,
    })
    const check = async (signed: Awaited<ReturnType<typeof sign>>) => [
      await chain.client.verifyMessage({ address, message: 'Hello', signature: signed.message }),
      await chain.client.verifyTypedData({ address, ...data, signature: signed.typed }),
      await chain.client.verifyMessage({ address, message: 'Hallo', signature: signed.message }),
    ]
    const before = await sign()
    expect(isErc6492Signature(before.message)).toBe(true)
    expect(await check(before)).toEqual([true, true, false])
    await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    const after = await sign()
    expect(isErc6492Signature(after.message)).toBe(false)
    expect(await check(after)).toEqual([true, true, false])
    // A signature from before the deployment stays valid.
    expect(await check(before)).toEqual([true, true, false])
    expect(
      await chain.client.readContract({
        address,
        abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
        functionName: 'isValidSignature',
        args: [hashTypedData(data), after.typed],
      }),
    ).toBe('0x1626ba7e')
  })

  test('sign in to a host’s server before the account is deployed and after', async () => {
    const { context, account } = await funded()
    const nonces = memoryNonces()
    const verifier = createVerifier({
      domain: 'app.example',
      verifiers: [eip155({ rpc: { [chain.chainId]: chain.url } })],
      nonces,
    })
    const signIn = async (nonce: string) => {
      const message = createSiweMessage({
        address: account.address,
        chainId: chain.chainId,
        domain: 'app.example',
        nonce,
        uri: 'https://app.example',
        version: '1',
        issuedAt: new Date(),
      })
      await nonces.add({ nonce, binding: '', expiresAt: Date.now() + 60_000 })
      const signature = (await answerEvm('personal_sign', [message, account.address], context)) as Hex
      return verifier.verify({ message, signature })
    }
    expect(await signIn('beforehand1')).toMatchObject({ ok: true, method: 'eip6492' })
    await answerEvm('eth_sendTransaction', [{ to: someone(), value: '0x1' }], context)
    expect(await signIn('afterwards1')).toMatchObject({ ok: true, method: 'eip1271' })
  })
})
