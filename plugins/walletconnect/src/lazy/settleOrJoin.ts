import type { Clock, ConnectRequest } from '@latchkey/kernel/plugin'
import type { ConnectSignInRequest } from '@latchkey/kernel/contracts'
import { untilAborted } from '@latchkey/kernel/chain'
import type { OptionalNamespace } from '../namespaces.js'
import { pairingGuard, pairingSecondsLeft } from '../pairingTime.js'
import { relayRefused, relayUnreachable } from '../sessionErrors.js'
import type { Clients, ObtainedSession } from './createClients.js'
import type { LinkerOptions } from './createLinker.js'
import type { Opened } from './openLink.js'
import type { Pairing, Settled } from './createPairings.js'
import { refusalFrom } from './refusalFrom.js'
import { within } from './within.js'

type SettlingTools = Pick<LinkerOptions, 'options' | 'status' | 'clock'>

/** How long the relay may be silent before the user is told. Milliseconds. */
const relayPatience = 7_000
const second = 1_000

export interface Asked {
  readonly request: ConnectRequest
  readonly proposal: Record<string, OptionalNamespace>
  readonly signIn: ConnectSignInRequest | undefined
}

/** The session that a wallet settles here, or the session that another tab made while the code is shown. */
export async function settleOrJoin(
  tools: SettlingTools,
  clients: Clients,
  ready: Opened,
  asked: Asked,
): Promise<ObtainedSession> {
  const over = new AbortController()
  const signal = AbortSignal.any([asked.request.signal, over.signal])
  let stopListening = () => {}
  const joined = new Promise<ObtainedSession>((resolve) => {
    stopListening = clients.onJoined(resolve)
  })
  try {
    const settled = settleSession(tools, ready, asked, signal)
    return await Promise.race([settled.then((answer) => ({ ...answer, ready })), joined])
  } finally {
    stopListening()
    over.abort()
  }
}

/** Shows codes, each until it runs out, until a wallet settles a session. */
async function settleSession(
  tools: SettlingTools,
  ready: Opened,
  { request, proposal, signIn }: Asked,
  signal: AbortSignal,
): Promise<Settled> {
  const { options, status, clock } = tools
  const { pairings, publishRefusals } = ready
  const unsent = () =>
    publishRefusals.reason === undefined
      ? relayUnreachable(options.relayUrl)
      : relayRefused(publishRefusals.reason)
  for (;;) {
    const { refused, stop } = ready.refusals.next()
    const sent = within(pairings.obtain(proposal, signIn), clock, relayPatience, unsent)
    const pairing = await untilAborted(signal, Promise.race([sent, refused])).finally(stop)
    status.show({ uri: pairing.uri, renewsAt: (pairing.expiry - pairingGuard) * second })
    request.onUri?.(pairing.uri)
    const settled = await waitForWallet(tools, pairing, ready, signal)
    if (settled) return settled
    pairings.discard(pairing)
  }
}

/** The session, or `undefined` when the pairing must be renewed. */
async function waitForWallet(
  { options, clock }: SettlingTools,
  pairing: Pairing,
  { client: held, lookout, refusals }: Opened,
  signal: AbortSignal,
): Promise<Settled | undefined> {
  let timer: ReturnType<Clock['setTimeout']> | undefined
  const over = new Promise<undefined>((resolve, reject) => {
    let silent = 0
    const look = () => {
      silent = held.core.relayer.connected ? 0 : silent + second
      if (silent >= relayPatience) return reject(relayUnreachable(options.relayUrl))
      if (pairingSecondsLeft(pairing.expiry, clock.now()) === 0) return resolve(undefined)
      timer = clock.setTimeout(look, second)
    }
    look()
  })
  pairing.waiting += 1
  const stopWatching = lookout.watch()
  const { refused, stop: stopHearing } = refusals.next()
  try {
    return await untilAborted(signal, Promise.race([pairing.settled, over, refused]))
  } catch (error) {
    throw signal.aborted ? error : refusalFrom(error)
  } finally {
    if (timer !== undefined) clock.clearTimeout(timer)
    pairing.waiting -= 1
    stopWatching()
    stopHearing()
  }
}
