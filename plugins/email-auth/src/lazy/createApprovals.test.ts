import { createKernel, memoryStorage } from '@latchkey/kernel'
import { AccountRoute, ApproveTransactionRoute, Navigation, Notifications } from '@latchkey/kernel/wallet'
import { Log, type LogService, type NetworkId, route } from '@latchkey/kernel/plugin'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FrameView } from '../protocol/events.js'
import { approvalMethods, classifyRpc } from '../protocol/rpcPolicy.js'
import { createTestClock } from '../../test/testClock.js'
import { createApprovals } from './createApprovals.js'

let end: (() => Promise<void>) | undefined
afterEach(() => end?.())

interface Asked {
  readonly method: string
  resolve(result: unknown): void
  /** As the frame says it: it asks the person, or does so no longer. */
  onView(view: FrameView | null): void
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Approvals over the kernel's own modal and a frame that is asked and answers when it is told to. */
async function setUp() {
  const kernel = createKernel([], { storage: memoryStorage(), logLevel: 'silent' })
  end = () => kernel.dispose()
  await kernel.start()
  const navigation = kernel.get(Navigation)
  navigation.attach(() => true)
  // What keeps approvals is loaded with the first one, which a connection has done by then.
  await vi.waitFor(() =>
    navigation.requestApproval({ view: ApproveTransactionRoute, onCancel() {} }).settle('cancel'),
  )
  const clock = createTestClock()
  const log: LogService = { ...kernel.get(Log), error: vi.fn() }
  const asked: Asked[] = []
  const approvals = createApprovals({
    clock: clock as never,
    log,
    navigation,
    notifications: kernel.get(Notifications),
    ask: ((
      _type: string,
      { method }: { method: string },
      signal: AbortSignal,
      onView: (view: FrameView | null) => void = () => {},
    ) =>
      new Promise((resolve, reject) => {
        asked.push({ method, resolve: (result) => resolve({ result }), onView })
        signal.addEventListener('abort', () => reject(signal.reason))
      })) as never,
  })
  const request = (method: string) => {
    const state: { value?: unknown; code?: string } = {}
    approvals
      .request({
        networkId: 'eip155:1' as NetworkId,
        method,
        params: [],
        rpcUrl: undefined,
        signal: new AbortController().signal,
      })
      .then(
        (value) => Object.assign(state, { value }),
        ({ code }: { code: string }) => Object.assign(state, { code }),
      )
    return state
  }
  const views = () => navigation.state.entries.map(({ name }) => name)
  const snackbar = () => kernel.get(Notifications).state.snackbar
  return { approvals, asked, clock, log, navigation, request, views, snackbar }
}

test('a method that is not allowed opens the modal and is logged at once, and 300 ms later is said and ends what waits', async () => {
  const { approvals, clock, log, navigation, request, snackbar } = await setUp()
  const waiting = request('personal_sign')
  await rest()
  navigation.open(AccountRoute)
  const error = approvals.refuse('eth_sign')
  expect(error).toMatchObject({ code: 'RPC_CALL_NOT_ALLOWED' })
  expect(log.error).toHaveBeenCalledWith(error.message, error)
  expect(navigation.state.open).toBe(true)
  await clock.pass(299)
  expect([snackbar().open, waiting]).toEqual([false, {}])
  await clock.pass(1)
  await rest()
  expect(snackbar()).toMatchObject({ message: { text: 'Action not allowed' }, variant: 'error' })
  expect(waiting).toEqual({ code: 'REQUEST_ABORTED' })
})

test('a method that is not allowed opens the modal where it was closed, and many are said once', async () => {
  const { approvals, clock, navigation, views } = await setUp()
  for (let count = 0; count < 50; count += 1) approvals.refuse('eth_sign')
  expect(navigation.state.open).toBe(true)
  expect(views()).toEqual([AccountRoute.name])
  expect(clock.pending()).toBe(1)
})

test.each(approvalMethods)(
  '%s waits in the approve view, whatever the modal shows, and goes back to it',
  async (method) => {
    const { asked, navigation, request, views } = await setUp()
    const Other = route('Other')
    navigation.open(AccountRoute)
    navigation.push(Other)
    const state = request(method)
    await rest()
    expect(views()).toEqual([AccountRoute.name, Other.name, ApproveTransactionRoute.name])
    asked[0]?.resolve('0x1')
    await rest()
    expect(state).toEqual({ value: '0x1' })
    expect(views()).toEqual([AccountRoute.name, Other.name])
  },
)

test('an approval that opened the modal closes it, and closing the modal ends approvals', async () => {
  const { asked, navigation, request } = await setUp()
  const first = request('personal_sign')
  await rest()
  asked[0]?.resolve('0x1')
  await rest()
  expect([first, navigation.state.open]).toEqual([{ value: '0x1' }, false])
  const second = request('eth_sendTransaction')
  await rest()
  navigation.close()
  await rest()
  expect(second).toEqual({ code: 'REQUEST_ABORTED' })
})

test('a method that is safe is asked without the modal', async () => {
  const { asked, navigation, request } = await setUp()
  expect(classifyRpc('eth_call')).toBe('safe')
  const state = request('eth_call')
  await rest()
  expect(navigation.state.open).toBe(false)
  asked[0]?.resolve('0x')
  await rest()
  expect(state).toEqual({ value: '0x' })
})

test('a method that is not allowed ends what waited then, and nothing that was asked for later', async () => {
  const { approvals, asked, clock, request } = await setUp()
  const before = request('personal_sign')
  await rest()
  approvals.refuse('eth_sign')
  await clock.pass(299)
  const after = request('eth_sendTransaction')
  await rest()
  await clock.pass(1)
  await rest()
  expect([before, after]).toEqual([{ code: 'REQUEST_ABORTED' }, {}])
  asked[1]?.resolve('0x1')
  await rest()
  expect(after).toEqual({ value: '0x1' })
})

test('closing what the frame shows ends that request, also where another has waited for longer', async () => {
  const { approvals, asked, request } = await setUp()
  // Its preview is still being read from a node when the other is asked about.
  const slow = request('eth_sendTransaction')
  const shown = request('personal_sign')
  await rest()
  asked[1]?.onView('approve')
  approvals.dismiss()
  await rest()
  expect([slow, shown]).toEqual([{}, { code: 'REQUEST_ABORTED' }])
})

describe('a request that the person has agreed to', () => {
  const ways: readonly (readonly [string, (set: Awaited<ReturnType<typeof setUp>>) => void])[] = [
    ['the modal is closed', ({ navigation }) => void navigation.close()],
    ['its view is left', ({ navigation }) => void navigation.back()],
    ['the next one is closed', ({ approvals }) => approvals.dismiss()],
    ['a method is refused', ({ approvals }) => void approvals.refuse('eth_sign')],
  ]
  test.each(ways)('is answered with what came of it, although %s', async (_, leave) => {
    const set = await setUp()
    const { asked, clock, request } = set
    const sent = request('eth_sendTransaction')
    await rest()
    asked[0]?.onView('approve')
    asked[0]?.onView(null)
    const next = request('personal_sign')
    await rest()
    asked[1]?.onView('approve')
    leave(set)
    await clock.pass(300)
    await rest()
    expect([sent, next]).toEqual([{}, { code: 'REQUEST_ABORTED' }])
    asked[0]?.resolve('0xhash')
    await rest()
    expect(sent).toEqual({ value: '0xhash' })
  })

  test('is over when the frame asks once more and nobody is there', async () => {
    const { asked, navigation, request } = await setUp()
    const sent = request('eth_sendTransaction')
    await rest()
    asked[0]?.onView('approve')
    asked[0]?.onView(null)
    navigation.close()
    await rest()
    expect(sent).toEqual({})
    asked[0]?.onView('approve')
    await rest()
    expect(sent).toEqual({ code: 'REQUEST_ABORTED' })
  })
})
