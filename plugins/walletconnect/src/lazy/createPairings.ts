import type { Clock, LogService } from '@latchkey/kernel/plugin'
import type { ConnectSignInRequest } from '@latchkey/kernel/contracts'
import type { SessionTypes } from '@walletconnect/types'
import type { OptionalNamespace } from '../namespaces.js'
import { expiryAfter, pairingLifetime, pairingSecondsLeft } from '../pairingTime.js'
import { parsePairingUri } from '../pairingUri.js'
import type { WalletConnectClient } from './openClient.js'
import { propose, proposeSignIn } from './propose.js'
import { settleProposal } from './settlePending.js'

/** A proposal on its way to the wallet that scans or opens the uri. */
export interface Pairing {
  readonly uri: string
  readonly topic: string
  /** What is proposed, to know whether it may be used again. */
  readonly key: string
  /** Unix time in seconds. */
  readonly expiry: number
  /** The session a wallet settles; rejects when it refuses. */
  readonly settled: Promise<Settled>
  /** How many attempts wait for it. A session that no attempt waits for is ended. */
  waiting: number
}

export interface Settled {
  readonly session: SessionTypes.Struct
  /** Sign-ins the wallet signed with the same approval. */
  readonly cacaos: readonly unknown[]
}

export interface Pairings {
  /**
   * The pairing still valid for this proposal, or a new one. There is at most one at a time.
   *
   * @param signIn asks to sign in with the same approval
   */
  obtain(proposal: Record<string, OptionalNamespace>, signIn?: ConnectSignInRequest): Promise<Pairing>
  /** Gives up a pairing, and tells a wallet that may hold it. */
  discard(pairing: Pairing): void
  /** Stops waiting for a wallet: the client is being closed. */
  stop(): void
}

/** WalletConnect error code 6000, "User disconnected". */
export const userDisconnected = { code: 6000, message: 'User disconnected.' }

export function createPairings(client: WalletConnectClient, clock: Clock, log: LogService): Pairings {
  let opening: { readonly key: string; readonly pairing: Promise<Pairing> } | undefined

  const pairings: Pairings = {
    async obtain(proposal, signIn) {
      const key = JSON.stringify([proposal, signIn])
      const earlier = opening
      if (earlier?.key === key) {
        const pairing = await earlier.pairing
        if (opening !== earlier) return pairings.obtain(proposal, signIn)
        if (pairingSecondsLeft(pairing.expiry, clock.now()) > 0) return pairing
        pairings.discard(pairing)
      } else if (earlier) {
        opening = undefined
        earlier.pairing.then(drop, () => undefined)
      }
      const next = { key, pairing: openPairing(proposal, key, signIn) }
      opening = next
      next.pairing.catch(() => {
        if (opening === next) opening = undefined
      })
      return next.pairing
    },
    discard(pairing) {
      if (opening?.key === pairing.key) opening = undefined
      drop(pairing)
    },
    stop() {
      opening?.pairing.then(
        ({ topic }) => settleProposal(client, topic),
        () => undefined,
      )
    },
  }
  return pairings

  async function openPairing(
    proposal: Record<string, OptionalNamespace>,
    key: string,
    signIn: ConnectSignInRequest | undefined,
  ): Promise<Pairing> {
    const pairing = await proposePairing(client, clock, { proposal, key, signIn })
    const forget = () => {
      if (opening?.key === key) opening = undefined
    }
    pairing.settled.then(({ session }) => {
      forget()
      if (pairing.waiting === 0) void endUnwanted(client, session.topic, log)
    }, forget)
    return pairing
  }

  function drop({ topic }: Pairing): void {
    settleProposal(client, topic)
    client.core.pairing
      .disconnect({ topic })
      .catch((error: unknown) => log.debug('A pairing could not be ended; it runs out by itself.', error))
  }
}

async function proposePairing(
  client: WalletConnectClient,
  clock: Clock,
  asked: {
    readonly proposal: Record<string, OptionalNamespace>
    readonly key: string
    readonly signIn: ConnectSignInRequest | undefined
  },
): Promise<Pairing> {
  const { proposal, key, signIn } = asked
  const { uri, settled } = signIn
    ? await proposeSignIn(client, proposal, signIn)
    : await propose(client, proposal)
  if (!uri) throw new Error('The client library gave no pairing uri.')
  const { topic } = parsePairingUri(uri)
  return { uri, topic, key, expiry: expiryAfter(pairingLifetime, clock.now()), settled, waiting: 0 }
}

/** A wallet approved what the user had cancelled. */
async function endUnwanted(client: WalletConnectClient, topic: string, log: LogService): Promise<void> {
  try {
    await client.disconnect({ topic, reason: userDisconnected })
  } catch (error) {
    log.warn('A session nobody waited for could not be ended; it is ended at the next start.', error)
  }
}
