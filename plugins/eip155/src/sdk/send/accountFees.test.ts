// An account pays by how its transactions get onto the chain; its code and its wallet tell how.
import { Send } from '@latchkey/kernel/contracts'
import type { Account } from '@latchkey/kernel/plugin'
import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { answeringCode } from '../../../test/answeringCode.js'
import { setUpCapabilities } from '../../../test/support.js'

let stack: EvmStack
let setUp: ReturnType<typeof setUpCapabilities>
beforeAll(async () => {
  stack = await startEvm()
  setUp = setUpCapabilities([stack])
})
afterAll(async () => {
  setUp?.dispose()
  await stack?.stop()
})

const address: Address = '0x00000000000000000000000000000000000a11ce'
const receiver: Address = '0x0000000000000000000000000000000000000b0b'
const bundled = answeringCode({ 'entryPoint()': 1n })
const shared = answeringCode({ 'getThreshold()': 2n })
const other = answeringCode({ 'owner()': 1n })
const borrowed: Hex = `0xef0100${receiver.slice(2)}`

/** A wallet that answers the given methods itself. The node answers every other request. */
const walletWith = (answers: Readonly<Record<string, unknown>> = {}) => {
  const asked: string[] = []
  return {
    asked,
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      asked.push(method)
      if (!Object.hasOwn(answers, method)) {
        return stack.client.transport.request({ method, params } as never)
      }
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

const send = () => setUp.get(Send)
const requestOf = (kind: Account['kind'], provider: unknown) => ({
  networkId: setUp.networkId,
  from: { id: `${setUp.networkId}:${address}`, namespace: 'eip155', address, kind } as const,
  to: receiver,
  provider,
})
const codesOf = (error: unknown) => (error as { readonly code?: string }).code

beforeEach(async () => {
  await stack.setBalance(address, parseEther('1'))
  await stack.client.setCode({ address, bytecode: '0x' })
})

describe('a contract of several owners', () => {
  it('pays nothing itself, sends all that it holds, and says who pays', async () => {
    await stack.client.setCode({ address, bytecode: shared })
    const request = requestOf('smartAccount', walletWith())
    expect((await send().maximum(request)).value).toBe(parseEther('1'))
    const prepared = await send().prepare({ ...request, amount: parseEther('1') })
    expect(prepared).toMatchObject({ fee: { value: 0n }, feePayer: 'executor' })
    expect(prepared.likelyFee).toBeUndefined()
    const tooMuch = send().prepare({ ...request, amount: parseEther('1') + 1n })
    expect(codesOf(await tooMuch.catch((error: unknown) => error))).toBe('INSUFFICIENT_FUNDS')
  })
})

describe.each([
  ['one key', 'eoa', '0x'],
  ['one key that borrows code (EIP-7702)', 'eoa', borrowed],
  ['a contract that nothing is known of', 'smartAccount', other],
] as const)('an account of %s', (_, kind, bytecode) => {
  it('pays for a transaction', async () => {
    await stack.client.setCode({ address, bytecode })
    const wallet = walletWith()
    const prepared = await send().prepare({ ...requestOf(kind, wallet), amount: 1n })
    expect(prepared.feePayer).toBeUndefined()
    const { likelyFee, fee } = prepared
    expect(likelyFee?.value).toBeGreaterThan(0n)
    expect(likelyFee?.value).toBeLessThan(fee.value)
    expect(wallet.asked).not.toContain('wallet_getCapabilities')
  })
})

const capabilities = { '0x7a69': { latchkey_estimateCalls: { supported: true } } }
const estimate = { maxFee: '0x64', feeToHold: '0x28', likelyFee: '0x32', setUpFee: '0xa' }

describe('an account whose operations are bundled', () => {
  beforeEach(() => stack.client.setCode({ address, bytecode: bundled }))

  it.each([['smartAccount'], ['eoa']] as const)(
    'costs what its wallet says, connected as %s',
    async (kind) => {
      const wallet = walletWith({ wallet_getCapabilities: capabilities, latchkey_estimateCalls: estimate })
      const prepared = await send().prepare({ ...requestOf(kind, wallet), amount: parseEther('1') - 40n })
      expect(prepared).toMatchObject({
        fee: { value: 100n },
        likelyFee: { value: 50n },
        setUpFee: { value: 10n },
      })
      // What the entry point holds of the account pays the rest.
      const tooMuch = send().prepare({ ...requestOf(kind, wallet), amount: parseEther('1') - 39n })
      expect(codesOf(await tooMuch.catch((error: unknown) => error))).toBe('INSUFFICIENT_FUNDS')
      const most = await send().maximum(requestOf(kind, wallet))
      expect(most.value).toBe(parseEther('1') - 40n - 15n)
    },
  )

  it.each([
    ['doesn’t say that it can tell', {}],
    [
      'fails',
      { wallet_getCapabilities: capabilities, latchkey_estimateCalls: new Error('No bundler answers.') },
    ],
    ['answers rubbish', { wallet_getCapabilities: capabilities, latchkey_estimateCalls: { maxFee: 'much' } }],
    [
      'answers more than any fee',
      {
        wallet_getCapabilities: capabilities,
        latchkey_estimateCalls: { ...estimate, maxFee: `0x1${'0'.repeat(40)}` },
      },
    ],
  ])('costs at most a bound where its wallet %s', async (_, answers) => {
    const wallet = walletWith(answers)
    const prepared = await send().prepare({ ...requestOf('smartAccount', wallet), amount: 1n })
    expect(prepared.fee.value).toBeGreaterThan(10n ** 14n)
    expect([prepared.likelyFee, prepared.setUpFee]).toEqual([undefined, undefined])
    expect(wallet.asked.includes('latchkey_estimateCalls')).toBe('wallet_getCapabilities' in answers)
  })
})
