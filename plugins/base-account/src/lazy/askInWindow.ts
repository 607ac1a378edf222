import { readField } from '@latchkey/kernel/chain'
import { type Clock, ConnectorError, UserRejectedError, wait } from '@latchkey/kernel/plugin'
import { walletErrorFrom } from './baseAccountDialect.js'

/** What the SDK is asked. */
export interface WindowRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

export interface WindowTools {
  readonly clock: Clock
  /** The SDK’s provider. */
  readonly own: { request(asked: WindowRequest): Promise<unknown> }
  readonly wallet: string
}

/** Milliseconds between two looks at the window, and how long a person may take in it. */
const lookTime = 500
const patience = 300_000

/** The window sends what is approved by itself, and may do so although it is closed before it says so. */
const sending: ReadonlySet<string> = new Set(['eth_sendTransaction', 'wallet_sendCalls'])

/**
 * Asks the SDK. It hears of a window that says goodbye, and waits for ever for one that was closed before it had loaded. So the window
 * is looked at while an answer is missing; one that was closed before says nothing about this request.
 *
 * @throws UserRejectedError for a window that was closed; ConnectorError `WALLET_WINDOW_CLOSED` where it may have sent something,
 *   `WALLET_SEND_TIMEOUT` and `WALLET_TIMEOUT` for one that says nothing; RpcError by what the SDK threw
 */
export async function askInWindow(
  { clock, own, wallet }: WindowTools,
  asked: WindowRequest,
): Promise<unknown> {
  const before = popupOf(own)
  const earlier = isClosed(before) ? before : undefined
  const hasClosed = () => {
    const popup = popupOf(own)
    return popup !== earlier && isClosed(popup)
  }
  const closed = () =>
    sending.has(asked.method)
      ? windowClosed()
      : new UserRejectedError({ cause: new Error('The window was closed.') })
  const silent = () => noAnswer(wallet, sending.has(asked.method))
  const over = new AbortController()
  try {
    return await Promise.race([
      own.request(asked),
      watchWindow({ clock, hasClosed, closed, silent, signal: over.signal }),
    ])
  } catch (error) {
    throw walletErrorFrom(error, { wallet, method: asked.method })
  } finally {
    over.abort()
  }
}

const popupOf = (own: object): unknown => readField(readField(own, 'communicator'), 'popup')
const isClosed = (popup: unknown): boolean => readField(popup, 'closed') === true

interface Watch {
  readonly clock: Clock
  hasClosed(): boolean
  closed(): Error
  silent(): Error
  readonly signal: AbortSignal
}

async function watchWindow({ clock, hasClosed, closed, silent, signal }: Watch): Promise<never> {
  const deadline = clock.now() + patience
  // What the window said last may still be under way when it is found closed.
  for (let looks = 0; clock.now() < deadline; looks = hasClosed() ? looks + 1 : 0) {
    if (looks > 2) throw closed()
    await wait(clock, lookTime, signal)
  }
  throw silent()
}

/** What was approved in the window may be sent although nobody says so: another try could pay twice. */
const noAnswer = (wallet: string, isSending: boolean) =>
  new ConnectorError(
    isSending
      ? `${wallet} didn’t answer. It may have sent this all the same: look at your activity there before you send again.`
      : `${wallet} didn’t answer. Close its window and try again.`,
    { code: isSending ? 'WALLET_SEND_TIMEOUT' : 'WALLET_TIMEOUT', parameters: { wallet } },
  )

const windowClosed = () =>
  new ConnectorError('The window was closed before it answered. Look at your wallet before you send again.', {
    code: 'WALLET_WINDOW_CLOSED',
  })
