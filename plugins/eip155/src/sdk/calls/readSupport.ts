import type { CallsSupport } from '@latchkey/kernel/contracts'
import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { wait } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { askWallet } from '../../connect/askWallet.js'
import type { Eip1193Provider } from '../../provider.js'

export interface SupportQuestion {
  readonly provider: Eip1193Provider
  readonly from: string
  readonly chainId: number
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
}

const none: CallsSupport = { atomic: 'unsupported' }
/** Milliseconds: a wallet that says nothing must not hold up what works without it. */
const patience = 5_000

const Answer = z.record(z.string(), z.record(z.string(), z.unknown()))
const Atomic = z.object({ status: z.enum(['supported', 'ready', 'unsupported']) })
/** The word for it before version 2.0.0. */
const OldAtomic = z.object({ supported: z.boolean() })

/** What the wallet says it can do with several calls on a chain (EIP-5792, `wallet_getCapabilities`). Never throws. */
export async function readSupport(question: SupportQuestion): Promise<CallsSupport> {
  const { provider, from, chainId, clock, log, signal } = question
  const params = [from, [`0x${chainId.toString(16)}`]]
  const asked = askWallet(provider, 'wallet_getCapabilities', params, signal).catch((error: unknown) => {
    signal?.throwIfAborted()
    log.debug('The wallet does not tell what it can do with several calls.', error)
  })
  const answer = await Promise.race([asked, wait(clock, patience, signal)])
  const parsed = z.safeParse(Answer, answer)
  if (!parsed.success) return none
  const ofChain = entriesFor(parsed.data, chainId)
  if (ofChain === undefined) return none
  const capabilities = { ...entriesFor(parsed.data, 0), ...ofChain }
  return { atomic: atomicOf(capabilities), capabilities }
}

/** Chain ids are compared as numbers: an example of the standard itself has a leading zero. */
function entriesFor(answer: z.infer<typeof Answer>, chainId: number): Record<string, unknown> | undefined {
  return Object.entries(answer).find(([id]) => /^0x[0-9a-f]{1,13}$/i.test(id) && Number(id) === chainId)?.[1]
}

function atomicOf(capabilities: Readonly<Record<string, unknown>>): CallsSupport['atomic'] {
  const stated = z.safeParse(Atomic, capabilities['atomic'])
  if (stated.success) return stated.data.status
  const old = z.safeParse(OldAtomic, capabilities['atomicBatch'] ?? capabilities['atomic'])
  return old.success && old.data.supported ? 'supported' : 'unsupported'
}
