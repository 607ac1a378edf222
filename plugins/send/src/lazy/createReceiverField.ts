import type { BaseError, TimerHandle } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { parseAccountId, visibleText } from '@latchkey/kernel/contracts'
import type { Holding } from '@latchkey/kernel/contracts'
import type { RecentReceiver, SendReceiver } from '../Sender.js'
import { type FilledLink, looksLikeLink, readLink } from './readLink.js'
import { avatarOf, looksLikeName, resolveName } from './resolveName.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds after the last letter that a name is looked up. */
const typingPause = 500

export interface ReceiverField {
  set(text: string): void
  choose(recent: RecentReceiver): void
  dispose(): void
}

export interface ReceiverFieldOptions {
  changed(): void
  /** What the account holds, read if need be. */
  holdings(): Promise<readonly Holding[]>
  /** Takes over token and amount of a payment link. */
  fill(link: FilledLink): void
}

/** Reads what the user types as the receiver: an address and a payment link at once, a name after a pause. */
export function createReceiverField(tools: SenderTools, options: ReceiverFieldOptions): ReceiverField {
  const { changed } = options
  const { state, clock } = tools
  let timer: TimerHandle | undefined
  let lookup: AbortController | undefined

  function stop(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
    lookup?.abort()
    lookup = undefined
  }

  function show(receiver: SendReceiver): void {
    state.receiver = receiver
    changed()
  }

  async function follow(link: string, own: AbortController): Promise<void> {
    try {
      const answer = await readLink(tools, link, options.holdings)
      if (own.signal.aborted) return
      if ('error' in answer) return show({ status: 'refused', ...answer })
      options.fill(answer)
      set(answer.to)
    } catch (error) {
      if (!own.signal.aborted) show({ status: 'refused', error: toError(error) })
    }
  }

  function set(text: string): void {
    stop()
    state.draft.receiverText = text
    const value = visibleText(text)
    const { target } = state
    if (value === '' || !target) return show({ status: 'empty' })
    const address = addressIn(tools, value)
    if (address !== undefined) return show({ status: 'resolved', address })
    const isLink = looksLikeLink(value)
    if (!isLink && (!target.hasNames || !looksLikeName(value))) return show({ status: 'invalid' })
    const own = new AbortController()
    lookup = own
    show({ status: 'resolving' })
    if (isLink) void follow(value, own)
    else timer = clock.setTimeout(() => void resolveTyped(tools, value, own.signal, show), typingPause)
  }

  return {
    set,
    choose({ address, name }) {
      stop()
      state.draft.receiverText = address
      // A name that can't be looked up here would stand over the address unproven.
      const isKnown = name !== undefined && state.target?.hasNames === true
      show({ status: 'resolved', address, ...(isKnown ? { name } : {}) })
    },
    dispose: stop,
  }
}

/** Looks a name up and shows the receiver it leads to, with its picture once that is there. */
async function resolveTyped(
  tools: SenderTools,
  name: string,
  signal: AbortSignal,
  show: (receiver: SendReceiver) => void,
): Promise<void> {
  const { target } = tools.state
  if (!target) return
  try {
    const found = await resolveName(tools, target, name, signal)
    if (signal.aborted) return
    if (!found) return show({ status: 'invalid' })
    show({ status: 'resolved', ...found })
    const avatar = await avatarOf(tools, target, found.address, signal)
    if (avatar !== undefined && !signal.aborted) show({ status: 'resolved', ...found, avatar })
  } catch (error) {
    if (!signal.aborted) show({ status: 'failed', error: toError(error) })
  }
}

/** An address of the namespace, plain or as a CAIP-10 account of the very network. */
function addressIn(tools: SenderTools, value: string): string | undefined {
  const { target } = tools.state
  const namespace = target && tools.wallets.namespace(target.namespace)
  if (namespace?.isAddress(value, target?.networkId)) return value
  const account = parseAccountId(value)
  const isHere = account?.networkId === target?.networkId
  return account && isHere && namespace?.isAddress(account.address, account.networkId)
    ? account.address
    : undefined
}

export function toError(cause: unknown): BaseError {
  return kernelErrorFrom(cause)
}
