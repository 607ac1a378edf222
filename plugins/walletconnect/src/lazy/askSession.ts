import type { Clock } from '@latchkey/kernel/plugin'
import type { SignClientTypes } from '@walletconnect/types'
import type { WalletConnectClient } from './openClient.js'
import { relayRefused } from '../sessionErrors.js'
import { userDisconnected } from './createPairings.js'
import type { PublishRefusals } from './repeatRefused.js'
import { settleRequest } from './settlePending.js'

export interface AskedRequest {
  readonly method: string
  readonly params: unknown
}

/** WalletConnect error code 8000, "Session request expired". */
export const requestExpired = { code: 8000, message: 'Session request expired.' }

/** How long a wallet may take, in milliseconds: short of the five minutes after which the relay drops the request. */
const answerTime = 295_000

export interface AskSessionOptions {
  readonly client: WalletConnectClient
  readonly clock: Clock
  readonly publishRefusals: PublishRefusals
  readonly topic: string
  readonly chainId: string
  readonly request: AskedRequest
  /** Aborted when the session is over. */
  readonly signal: AbortSignal
  /** Told when the relay has the request. */
  onSent(requestId: number): void
}

/**
 * Asks the wallet, and leaves nothing waiting in the library when the session or the time is over.
 *
 * @throws WalletConnectError `RELAY_REFUSED` when the relay has refused to take the request for ten seconds
 */
export async function askSession(options: AskSessionOptions): Promise<unknown> {
  const { client, clock, publishRefusals, topic, chainId, request, signal, onSent } = options
  let release = () => {}
  const sent = (event: SignClientTypes.EventArguments['session_request_sent']) => {
    // Two requests of one session may be under way: the library hands the very object back.
    if (event.request !== request) return
    client.events.removeListener('session_request_sent', sent)
    stopHearing()
    const end = (error: typeof requestExpired) => {
      release()
      settleRequest(client, event.id, error)
    }
    const over = () => end(userDisconnected)
    const timer = clock.setTimeout(() => end(requestExpired), answerTime)
    release = () => {
      clock.clearTimeout(timer)
      signal.removeEventListener('abort', over)
    }
    if (signal.aborted) return over()
    signal.addEventListener('abort', over, { once: true })
    onSent(event.id)
  }
  let stopHearing = () => {}
  const refused = new Promise<never>((_, reject) => {
    stopHearing = publishRefusals.subscribe(topic, (reason) => reject(relayRefused(reason)))
  })
  client.events.on('session_request_sent', sent)
  try {
    return await Promise.race([client.request({ topic, chainId, request }), refused])
  } finally {
    client.events.removeListener('session_request_sent', sent)
    stopHearing()
    release()
  }
}
