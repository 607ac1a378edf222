import type { AppMetadata } from '@latchkey/kernel/contracts'
import type { Clock, LogService, StorageService } from '@latchkey/kernel/plugin'
import type { WalletConnectOptions } from '../readOptions.js'
import { storedPrefix } from '../storedLink.js'
import { readSessions } from '../storedSessions.js'
import { createLookout, type Lookout } from './createLookout.js'
import { createNeeds, type Needs } from './createNeeds.js'
import type { PublishRefusals } from './repeatRefused.js'
import { openClient, type WalletConnectClient } from './openClient.js'
import { pageStore } from './pageStore.js'
import { createPairings, type Pairings } from './createPairings.js'
import { purge } from './purge.js'
import { type SharedStore, sharedStore } from './sharedStore.js'
import type { Refusals } from './watchRefusals.js'

export interface OpenLinkOptions {
  readonly options: WalletConnectOptions
  readonly metadata: AppMetadata
  readonly clock: Clock
  readonly log: LogService
  readonly storage: StorageService
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

/** An open client, with what is kept beside it. */
export interface Opened {
  readonly client: WalletConnectClient
  readonly store: SharedStore
  readonly pairings: Pairings
  readonly lookout: Lookout
  readonly needs: Needs
  readonly refusals: Refusals
  readonly publishRefusals: PublishRefusals
  close(): void
  /** Closes as soon as nothing needs this client any more: another has taken its place. */
  retire(): void
}

/** How long a client counts as needed after it was opened, for what it was opened for to begin. Milliseconds. */
const lingering = 1_000

export async function openLink(linkOptions: OpenLinkOptions): Promise<Opened> {
  const { options, metadata, clock, log, storage, signal: disposed } = linkOptions
  disposed.throwIfAborted()
  const prefix = storage.read(storedPrefix) ?? crypto.randomUUID()
  storage.write(storedPrefix, prefix)
  const store = sharedStore(options.storage ?? (await pageStore(log)))
  const needs = createNeeds()
  const begun = needs.take()
  const rules = { clock, onDropped: dropped(log) }
  const held = await openClient({ ...options, storage: store }, metadata, prefix, needs, rules)
  const { client, refusals, publishRefusals } = held
  const lookout = createLookout(client, clock, log)
  const pairings = createPairings(client, clock, log)
  const timer = clock.setTimeout(begun, lingering)
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    disposed.removeEventListener('abort', close)
    clock.clearTimeout(timer)
    lookout.stop()
    pairings.stop()
    held.close().catch((error: unknown) => log.debug('The relay’s socket could not be closed.', error))
  }
  if (disposed.aborted) {
    close()
    disposed.throwIfAborted()
  }
  disposed.addEventListener('abort', close, { once: true })
  purge(client, { keep: readSessions(storage).map(({ topic }) => topic), clock, log })
  return {
    client,
    store,
    pairings,
    lookout,
    needs,
    refusals,
    publishRefusals,
    close,
    retire() {
      // A connection that is released may still have to tell its wallet that it is over.
      const closeSoon = () => clock.setTimeout(() => !needs.isNeeded && close(), lingering)
      if (!needs.isNeeded) closeSoon()
      needs.subscribe((isNeeded) => !isNeeded && closeSoon())
    },
  }
}

/** Says the first, and each tenfold of it: a relay could fill the console otherwise. */
function dropped(log: LogService): (count: number) => void {
  return (count) => {
    if (!/^10*$/.test(String(count))) return
    log.warn(`The WalletConnect relay sent ${count} message(s) that no wallet encrypted. They were dropped.`)
  }
}
