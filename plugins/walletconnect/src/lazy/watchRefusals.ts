import { type BaseError, messageOf } from '@latchkey/kernel/plugin'
import { alertFrom } from '../alertFrom.js'
import { relayBlocked, relayRefused } from '../sessionErrors.js'
import type { WalletConnectClient } from './openClient.js'

/** Tells of a relay that will not let this app in, however often it is asked. */
export interface Refusals {
  /** Rejects with the next refusal, and with one that stands for as long as the page does. */
  next(): { readonly refused: Promise<never>; stop(): void }
  /** Set once the page's security policy blocks the relay: each further try would be one more report. */
  readonly blocked: BaseError | undefined
  stop(): void
}

/** The name of the library's event for a fault of its socket. Its version is pinned. */
const relayFault = 'relayer_error'

/** The relay closes with 3000 and its reason where it does not let a client in. */
const closedForGood = /\bcode: 3000\b(?:\s*\((.*)\))?/s

export function watchRefusals({ core }: WalletConnectClient, relayUrl: string | undefined): Refusals {
  const waiting = new Set<(error: BaseError) => void>()
  let blocked: BaseError | undefined

  const refuse = (error: BaseError) => {
    for (const reject of [...waiting]) reject(error)
  }
  const hear = (fault: unknown) => {
    const known = alertFrom(fault)
    if (known) return refuse(known)
    const [match, reason = ''] = closedForGood.exec(messageOf(fault)) ?? []
    if (match !== undefined) refuse(relayRefused(reason, fault))
  }
  const hearPolicy = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || !isRelay(blockedURI, relayUrl ?? core.relayUrl)) return
    blocked ??= relayBlocked(relayUrl ?? core.relayUrl)
    refuse(blocked)
  }
  const isPage = typeof document !== 'undefined'
  core.relayer.events.on(relayFault, hear)
  if (isPage) document.addEventListener('securitypolicyviolation', hearPolicy)

  return {
    get blocked() {
      return blocked
    },
    next() {
      let reject: (error: BaseError) => void = () => undefined
      const refused = new Promise<never>((_, rejectPromise) => {
        reject = rejectPromise
      })
      refused.catch(() => undefined)
      if (blocked) reject(blocked)
      waiting.add(reject)
      return { refused, stop: () => void waiting.delete(reject) }
    },
    stop() {
      waiting.clear()
      core.relayer.events.removeListener(relayFault, hear)
      if (isPage) document.removeEventListener('securitypolicyviolation', hearPolicy)
    },
  }
}

/** A report may name the whole address, with the client's token, or its origin alone. */
function isRelay(blocked: string, relayUrl: string | undefined): boolean {
  if (relayUrl === undefined || !URL.canParse(blocked) || !URL.canParse(relayUrl)) return false
  return new URL(blocked).host === new URL(relayUrl).host
}
