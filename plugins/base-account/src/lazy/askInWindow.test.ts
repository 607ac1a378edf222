import { isUserRejection } from '@latchkey/kernel/plugin'
import { type FakeClock, fakeClock } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { askInWindow } from './askInWindow.js'

interface Popup {
  closed: boolean
}

/** The SDK's provider as far as its window goes, with an answer of the test's. */
function bench(popup: Popup | null) {
  const clock = fakeClock()
  const answer = { resolve: (_: unknown): void => undefined, reject: (_: unknown): void => undefined }
  const answered = new Promise<unknown>((resolve, reject) => Object.assign(answer, { resolve, reject }))
  const communicator = { popup }
  const own = { communicator, request: () => answered }
  return {
    clock,
    communicator,
    answer,
    ask: (method: string) => settled(askInWindow({ clock, own, wallet: 'Coinbase Wallet' }, { method })),
  }
}

interface Settled {
  value?: unknown
  error?: unknown
}

function settled(promise: Promise<unknown>): Settled {
  const result: Settled = {}
  promise.then(
    (value) => Object.assign(result, { value }),
    (error: unknown) => Object.assign(result, { error }),
  )
  return result
}

/** Lets time pass look by look, so that what each look starts is done before the next. */
async function pass(clock: FakeClock, duration: number): Promise<void> {
  for (let time = 0; time < duration; time += 500) {
    clock.advance(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const sending = ['eth_sendTransaction', 'wallet_sendCalls']

it.each([...sending, 'personal_sign'])(
  'waits for the answer to %s beside a window that was closed before',
  async (method) => {
    const { clock, answer, ask } = bench({ closed: true })
    const result = ask(method)
    await pass(clock, 5000)
    expect(result).toEqual({})
    answer.resolve('0x1')
    await expect.poll(() => result).toEqual({ value: '0x1' })
    expect(clock.pending).toBe(0)
  },
)

it.each([
  ['was open before', true],
  ['is opened by the request', false],
])('tells no rejection by a window that %s and closes while it sends', async (_, isBefore) => {
  for (const method of sending) {
    const popup = { closed: false }
    const { clock, communicator, ask } = bench(isBefore ? popup : { closed: true })
    const result = ask(method)
    communicator.popup = popup
    await pass(clock, 2000)
    expect(result).toEqual({})
    popup.closed = true
    await pass(clock, 3000)
    expect(result.error).toMatchObject({
      code: 'WALLET_WINDOW_CLOSED',
      shortMessage: 'The window was closed before it answered. Look at your wallet before you send again.',
    })
    expect(isUserRejection(result.error)).toBe(false)
  }
})

it('tells no rejection where the SDK takes a window that is left for one', async () => {
  for (const method of sending) {
    const { answer, ask } = bench(null)
    const result = ask(method)
    answer.reject({ code: 4001, message: 'Request rejected', docUrl: 'https://example.com' })
    await expect.poll(() => result.error).toMatchObject({ code: 'WALLET_WINDOW_CLOSED' })
    expect(isUserRejection(result.error)).toBe(false)
  }
})

it('hands on the answer of a person who declines', async () => {
  const { answer, ask } = bench({ closed: false })
  const result = ask('eth_sendTransaction')
  const declined = { code: 4001, message: 'User denied the request' }
  answer.reject(declined)
  await expect.poll(() => result.error).toMatchObject({ code: 'USER_REJECTED', cause: declined })
})

it('takes a window that closes for a no where nothing can have been sent', async () => {
  const popup = { closed: false }
  const { clock, ask } = bench(popup)
  const result = ask('personal_sign')
  popup.closed = true
  await pass(clock, 3000)
  expect(isUserRejection(result.error)).toBe(true)
})

it('gives up after five minutes, in the name that the wallet is listed by', async () => {
  const { clock, ask } = bench({ closed: false })
  const result = ask('personal_sign')
  await pass(clock, 301_000)
  expect(result.error).toMatchObject({
    code: 'WALLET_TIMEOUT',
    shortMessage: 'Coinbase Wallet didn’t answer. Close its window and try again.',
  })
})

it('sends nobody to try a payment again that may have been made', async () => {
  for (const method of sending) {
    const { clock, ask } = bench({ closed: false })
    const result = ask(method)
    await pass(clock, 301_000)
    expect(result.error).toMatchObject({
      code: 'WALLET_SEND_TIMEOUT',
      shortMessage:
        'Coinbase Wallet didn’t answer. It may have sent this all the same: look at your activity there before you send again.',
    })
    expect(isUserRejection(result.error)).toBe(false)
  }
})
