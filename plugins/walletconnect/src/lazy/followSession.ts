import type { LogService } from '@latchkey/kernel/plugin'
import type { SignClientTypes } from '@walletconnect/types'
import { writeSession } from '../storedLink.js'
import { readSessions, storedSessions } from '../storedSessions.js'
import type { LiveSession } from './createLiveSession.js'
import type { WalletConnectClient } from './openClient.js'
import { readAccountsEvent, readChainEvent } from './readSessionEvent.js'
import type { SessionConnectionOptions } from './createSessionConnection.js'

/** Follows what the wallet and other tabs do with the session, until it is over. */
export function followSession(
  { client, log, storage, ...options }: SessionConnectionOptions,
  live: LiveSession,
): void {
  const { topic } = options.session
  const isStored = () => readSessions(storage).some((entry) => entry.topic === topic)

  live.defer(
    listenToSession(client, log, topic, {
      session_update: ({ params }) => live.refresh(params.namespaces),
      session_event: ({ params }) => takeEvent(live, params),
      session_extend: () => {
        const { expiry } = client.session.get(topic)
        if (isStored()) writeSession(storage, { ...options.stored, expiry })
      },
      session_delete: () => live.end(),
      session_expire: () => live.end('The connection has run out.'),
    }),
  )
  // Tabs share the session: only the client of the tab that ends or replaces it knows.
  live.defer(
    storage.watch(storedSessions, () => {
      if (!isStored()) live.end('The connection was ended in another tab.')
    }),
  )
}

function takeEvent(live: LiveSession, { event, chainId }: Heard['params']): void {
  if (!event) return
  if (event.name === 'chainChanged') {
    const networkId = readChainEvent(event.data, chainId)
    if (networkId) live.wish(networkId)
  } else if (event.name === 'accountsChanged' || event.name === 'bip122_addressesChanged') {
    const account = readAccountsEvent(event.data, chainId)
    if (account) live.putFirst(account.namespace, account.address)
  } else return
  live.refresh()
}

interface Heard {
  readonly topic: string
  readonly params: {
    readonly namespaces?: unknown
    readonly event?: { readonly name: unknown; readonly data: unknown }
    readonly chainId?: unknown
  }
}

/** Hears events of one session only; what a wallet sends must not throw into the client library. */
function listenToSession(
  client: WalletConnectClient,
  log: LogService,
  topic: string,
  handlers: Readonly<Partial<Record<SignClientTypes.Event, (event: Heard) => void>>>,
): () => void {
  const names = Object.keys(handlers) as SignClientTypes.Event[]
  const stops = names.map((name) => {
    const heard = (given: unknown) => {
      const event = given as Heard
      if (event.topic !== topic) return
      try {
        handlers[name]?.(event)
      } catch (error) {
        log.warn(`What the wallet sent as "${name}" was ignored.`, error)
      }
    }
    client.events.on(name, heard)
    return () => client.events.removeListener(name, heard)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
