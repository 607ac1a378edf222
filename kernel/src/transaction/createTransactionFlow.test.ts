import { expect, it } from 'vitest'
import { UserRejectedError } from '../plugin.js'
import { createTransactionFlow, type RequestFailure, type WalletRequest } from './createTransactionFlow.js'

/** A wallet that is there until it leaves, and a request that waits for its answer. */
function started() {
  const listeners = new Set<() => void>()
  const toasts: unknown[] = []
  const told: unknown[] = []
  const settled: unknown[] = []
  let isThere = true
  let answer: { resolve(id: string): void; reject(cause: unknown): void } | undefined
  const flow = createTransactionFlow({
    wallets: {
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    notifications: { toast: (message) => `${toasts.push(message)}` },
    navigation: {
      draws: () => false,
      requestApproval: () => ({ settle: (outcome) => void settled.push(outcome) }),
    },
  })
  const request: WalletRequest<string> = {
    wallet: { name: 'Metal Wallet', isThere: () => isThere },
    view: {
      route: { name: 'Progress' } as never,
      show: () => void told.push('show'),
      leave: () => void told.push('leave'),
    },
    asking: () => void told.push('asking'),
    submit: () =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject }
      }),
    outcomeOf: (cause) => (cause instanceof UserRejectedError ? 'nothing' : 'unknown'),
    sent: (id, isShown) => void told.push([id, isShown()]),
    failed: ({ outcome, isShown }: RequestFailure) => void told.push([outcome, isShown]),
    answered: () => void told.push('answered'),
  }
  return {
    ...{ flow, request, toasts, told, settled, listeners },
    answer: () => answer,
    leave() {
      isThere = false
      for (const listener of listeners) listener()
    },
  }
}

it('does the work once, however often it is pressed', async () => {
  const { flow } = started()
  let runs = 0
  let end: () => void = () => {}
  const work = () => {
    runs += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  const presses = [flow.press('send', work), flow.press('send', work)]
  expect(runs).toBe(1)
  end()
  await Promise.all(presses)
  void flow.press('send', work)
  expect(runs).toBe(2)
})

it.each([
  ['sent', (hand: { resolve(id: string): void }) => hand.resolve('0x1'), ['0x1', true], 'show', 'success'],
  [
    'refused',
    (hand: { reject(cause: unknown): void }) => hand.reject(new UserRejectedError()),
    ['nothing', true],
    'leave',
    'cancel',
  ],
  [
    'lost',
    (hand: { reject(cause: unknown): void }) => hand.reject(new Error('gone')),
    ['unknown', true],
    'show',
    'error',
  ],
] as const)('takes up that it was %s', async (_, act, taken, view, outcome) => {
  const { flow, request, told, settled, answer, listeners } = started()
  const asked = flow.ask('send', request)
  expect(flow.isAsking('send')).toBe(true)
  const hand = answer()
  if (!hand) throw new Error('The wallet was not asked.')
  act(hand)
  await asked
  expect(told).toEqual(['asking', taken, view, 'answered'])
  expect(settled).toEqual([outcome])
  expect([flow.isAsking('send'), listeners.size]).toEqual([false, 0])
})

it('takes an answer for which nobody waits, and shows nothing of it', async () => {
  const { flow, request, told, settled, answer } = started()
  const asked = flow.ask('send', request)
  flow.forget('send')
  expect(flow.isAsking('send')).toBe(true)
  answer()?.resolve('0x1')
  await asked
  expect(told).toEqual(['asking', ['0x1', false]])
  expect(settled).toEqual(['success'])
})

it('tells once that the wallet left while it was asked, also where the feature stops waiting for it first', async () => {
  for (const isFirst of [false, true]) {
    const { flow, request, toasts, leave, listeners } = started()
    void flow.ask('send', request)
    if (isFirst) listeners.clear()
    leave()
    flow.forget('send')
    leave()
    expect(toasts).toMatchObject([{ key: 'WALLET_LEFT_ASKED', parameters: { wallet: 'Metal Wallet' } }])
  }
})

it.each([
  ['asking', 'asking', []],
  ['sent', 'resolve', ['success']],
  ['failed', 'reject', ['error']],
  ['outcomeOf', 'reject', ['error']],
] as const)(
  'ends what it opened when the feature fails in `%s`, and may be asked again',
  async (name, act, outcomes) => {
    const { flow, request, settled, answer, listeners } = started()
    const broken = () => {
      throw new TypeError('A fault of the feature.')
    }
    const asked = flow.ask('send', { ...request, [name]: broken })
    if (act === 'resolve') answer()?.resolve('0x1')
    if (act === 'reject') answer()?.reject(new Error('gone'))
    await expect(asked).rejects.toThrow('A fault of the feature.')
    expect(settled).toEqual(outcomes)
    expect([flow.isAsking('send'), listeners.size]).toEqual([false, 0])
  },
)
