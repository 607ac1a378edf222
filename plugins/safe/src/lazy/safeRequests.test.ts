import { fakeClock } from '@latchkey/kernel/testing'
import { Balance, Calls, PaymentRequest, Send, SignMessage } from '@latchkey/kernel/contracts'
import type { NotificationsService } from '@latchkey/kernel/wallet'
import { outcomeOf } from '@latchkey/kernel/transaction'
import { SignTypedData } from '@latchkey/plugin-eip155'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createOwners } from './createOwners.js'
import { createSafeLink } from './createSafeLink.js'
import { createSafeProvider } from './createSafeProvider.js'
import { openSafe } from './openSafe.js'

const origin = 'https://app.safe.global'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const friend = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
/** `friend`, as it's shown. */
const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const safeTxHash = `0x${'5'.repeat(64)}`
const txHash = `0x${'7'.repeat(64)}`

type Reply = { readonly success: true; readonly data: unknown } | { success: false; error: string }
const good = (data: unknown): Reply => ({ success: true, data })
const bad = (error: string): Reply => ({ success: false, error })

/** What the host answers to each method, in turn; the last answer stays. */
let answers: Record<string, Reply[]>
let clock: ReturnType<typeof fakeClock>
const posted = vi.fn<(question: { id: string; method: string; params: unknown }) => void>()
const toasts = vi.fn<NotificationsService['toast']>()

beforeEach(() => {
  answers = {}
  clock = fakeClock()
  posted.mockReset()
  const page = new EventTarget()
  const parent = {
    postMessage(question: { id: string; method: string; params: unknown }) {
      posted(question)
      const [next, ...rest] = answers[question.method] ?? []
      if (rest.length > 0) answers[question.method] = rest
      const event = new Event('message')
      Object.assign(event, { origin, source: parent, data: { id: question.id, ...next } })
      queueMicrotask(() => page.dispatchEvent(event))
    },
  }
  vi.stubGlobal('window', Object.assign(page, { parent }))
})
afterEach(() => vi.unstubAllGlobals())

const notifications = {
  toast: toasts,
  dismissToast: () => {},
} as Partial<NotificationsService> as NotificationsService

function open() {
  const link = createSafeLink(origin, clock)
  const owners = createOwners({ link, clock, notifications })
  return {
    link,
    owners,
    provider: createSafeProvider({ link, owners, address, chainId: 1, isStillOpen: async () => true }),
  }
}

/** Moves time on until something is settled. */
async function settle<T>(work: Promise<T>): Promise<T> {
  let isSettled = false
  const end = () => {
    isSettled = true
  }
  work.then(end, end)
  while (!isSettled) {
    clock.advance(2_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return work
}

const send = (change: object = {}) =>
  open().provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: address, to: friend, value: '0x5', ...change }],
  })

const sent = () =>
  posted.mock.calls.flatMap(([{ method, params }]) => (method === 'sendTransactions' ? [params] : []))

describe('words of a refusal', () => {
  it.each(['canceled', 'Access denied', 'Request rejected: 429'])(
    'are no rejection while a transaction is followed: %s',
    async (words) => {
      answers = {
        sendTransactions: [good({ safeTxHash })],
        getTxBySafeTxHash: [bad(words), good({ txStatus: 'SUCCESS', txHash })],
      }
      expect(await settle(Promise.resolve(send()))).toBe(txHash)
    },
  )

  it('are no rejection of what the chain is asked for', async () => {
    answers = { rpcCall: [bad('execution reverted: order cancelled')] }
    await expect(open().provider.request({ method: 'eth_estimateGas', params: [] })).rejects.toMatchObject({
      code: 'SAFE_REFUSED',
    })
  })

  it.each([
    ['sendTransactions', () => send()],
    ['signMessage', () => open().provider.request({ method: 'personal_sign', params: ['0x41', address] })],
    [
      'signTypedMessage',
      () => open().provider.request({ method: 'eth_signTypedData_v4', params: [address, '{}'] }),
    ],
  ] as const)('are one where a person is asked: %s', async (method, ask) => {
    answers = { [method]: [bad('Transaction was rejected')] }
    await expect(ask()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

it.each([
  'Transaction rejected by the relay: too many requests',
  'Request rejected: 429',
  'Access denied',
  'The window was closed',
])('words of a machine or of a window are no rejection of a payment: %s', async (words) => {
  answers = { sendTransactions: [bad(words)] }
  const failure = await Promise.resolve(send()).catch((error: unknown) => error)
  expect(failure).not.toMatchObject({ code: 'USER_REJECTED' })
  expect(failure).toHaveProperty('code')
})

it('a transaction that Safe says is canceled is undecided: nothing proves that it wasn’t carried out', async () => {
  answers = {
    sendTransactions: [good({ safeTxHash })],
    getTxBySafeTxHash: [good({ txStatus: 'AWAITING_EXECUTION' }), good({ txStatus: 'CANCELLED' })],
  }
  const cause = await settle(Promise.resolve(send())).catch((error: unknown) => error)
  expect(cause).toMatchObject({
    code: 'SAFE_TRANSACTION_CANCELLED',
    shortMessage: 'Safe says that this was canceled. Look at your Safe before you try again.',
  })
  expect(outcomeOf(cause, { isHandedOver: () => true })).toBe('unknown')
})

describe('a transaction that the host never names', () => {
  it.each(['SUCCESS', 'FAILED'])('ends after a while with an error: %s', async (txStatus) => {
    answers = {
      sendTransactions: [good({ safeTxHash })],
      getTxBySafeTxHash: [good({ txStatus, txHash: null })],
    }
    await expect(settle(Promise.resolve(send()))).rejects.toMatchObject({ code: 'SAFE_TRANSACTION_UNNAMED' })
    expect(posted.mock.calls.length).toBe(31)
  })

  it('is told as done without a receipt after a while, where calls are asked for', async () => {
    answers = { getTxBySafeTxHash: [good({ txStatus: 'SUCCESS', txHash: null })] }
    const { provider } = open()
    const look = () => provider.request({ method: 'wallet_getCallsStatus', params: [safeTxHash] })
    for (let looks = 1; looks < 30; looks += 1) expect(await look()).toMatchObject({ status: 100 })
    expect(await look()).toMatchObject({ status: 200, receipts: [] })
  })
})

describe('what a call says', () => {
  beforeEach(() => {
    answers = {
      sendTransactions: [good({ safeTxHash })],
      getTxBySafeTxHash: [good({ txStatus: 'SUCCESS', txHash })],
    }
  })

  it.each([{ input: '0xabcd' }, { data: '0xabcd' }, { data: '0xabcd', input: '0xABCD' }])(
    'is sent with its data, whatever it calls it: %j',
    async (change) => {
      await send({ ...change, chainId: '0x1' })
      expect(sent()).toEqual([{ txs: [{ to: friend, data: '0xabcd', value: '5' }] }])
    },
  )

  it.each([
    [{ data: '0xabcd', input: '0xabce' }, -32_602],
    [{ data: '0x', input: '0xabce' }, -32_602],
    [{ chainId: '0x2' }, 4901],
    [{ chainId: 2 }, 4901],
    [{ authorizationList: [{ address: friend }] }, 4200],
    [{ capabilities: { paymasterService: {} } }, 5700],
  ])('is refused where it can’t be kept: %j', async (change, rpcCode) => {
    const error = await Promise.resolve(send(change)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ rpcCode, shortMessage: expect.stringMatching(/^The wallet .+\.$/) })
    const calls = [{ to: friend, value: '0x5', ...change }]
    const params = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls }]
    const bundle = open().provider.request({ method: 'wallet_sendCalls', params })
    await expect(bundle).rejects.toMatchObject({ rpcCode })
    expect(sent()).toEqual([])
  })

  it('keeps a capability that a call can do without', async () => {
    expect(await send({ capabilities: { paymasterService: { optional: true } } })).toBe(txHash)
  })

  it('is refused where typed data isn’t JSON', async () => {
    const asked = open().provider.request({ method: 'eth_signTypedData_v4', params: [address, '{"a":'] })
    await expect(asked).rejects.toMatchObject({ rpcCode: -32_602 })
    expect(posted).not.toHaveBeenCalled()
  })
})

describe('a link that was closed', () => {
  it('asks the host for nothing more', async () => {
    const { link } = open()
    link.close()
    const asked = link.ask('sendTransactions', {}, { schema: z.unknown() })
    await expect(asked).rejects.toMatchObject({ code: 'SAFE_DISCONNECTED' })
    expect(posted).not.toHaveBeenCalled()
  })

  it('asks for nothing that was given up before', async () => {
    const signal = AbortSignal.abort(new Error('given up'))
    const asked = open().link.ask('getSafeInfo', {}, { schema: z.unknown(), signal })
    await expect(asked).rejects.toThrow('given up')
    expect(posted).not.toHaveBeenCalled()
  })
})

describe('a Safe', () => {
  const connect = (isReadOnly: boolean, onChange: (change: unknown) => void = () => {}) => {
    answers = { getSafeInfo: [good({ safeAddress: address, chainId: 1, isReadOnly })], rpcCall: [good(true)] }
    const log = { debug: () => {}, warn: () => {}, error: () => {} } as never
    return openSafe(
      { clock, log, notifications, origin },
      {
        ...{ namespaces: ['eip155'], networkIds: ['eip155:1'], onChange },
        signal: new AbortController().signal,
      },
    )
  }

  it('of the person is an account of theirs', async () => {
    const { accounts, supports } = await connect(false)
    expect(accounts).toMatchObject([{ address, kind: 'smartAccount' }])
    for (const token of [Send, Calls, SignMessage, SignTypedData])
      expect(supports?.(token, 'eip155:1')).toBe(true)
  })

  it('that was opened to look at is watched only, and nothing can be asked of its owners', async () => {
    const { accounts, supports, provider } = await connect(true)
    expect(accounts).toMatchObject([{ address, kind: 'watching' }])
    for (const token of [Send, Calls, SignMessage, SignTypedData])
      expect(supports?.(token, 'eip155:1')).toBe(false)
    for (const token of [Balance, PaymentRequest]) expect(supports?.(token, 'eip155:1')).toBe(true)
    expect(provider('eip155')).toEqual({})
  })

  it.each([
    ['eth_sendTransaction', [{ from: address, to: friend, value: '0x5' }]],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls: [{ to: friend, value: '0x5' }] }]],
    ['personal_sign', ['0x41', address]],
    ['eth_signTypedData_v4', [address, '{}']],
  ])(
    'is asked for nothing by %s once another one is open in the host, which is told',
    async (method, params) => {
      const onChange = vi.fn()
      const { provider } = await connect(false, onChange)
      answers = {
        getSafeInfo: [good({ safeAddress: friend, chainId: 1, isReadOnly: false })],
        sendTransactions: [good({ safeTxHash })],
        getTxBySafeTxHash: [good({ txStatus: 'SUCCESS', txHash })],
        signMessage: [good({ safeTxHash })],
        signTypedMessage: [good({ safeTxHash })],
      }
      posted.mockClear()
      const { request } = provider('eip155') as { request(asked: unknown): Promise<unknown> }
      await expect(request({ method, params })).rejects.toMatchObject({ rpcCode: 4100 })
      expect(posted.mock.calls.map(([question]) => question.method)).toEqual(['getSafeInfo'])
      expect(onChange).toHaveBeenCalledWith(
        expect.objectContaining({ accounts: [expect.objectContaining({ address: checksummed })] }),
      )
    },
  )
})
