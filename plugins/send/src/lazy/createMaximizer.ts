import type { Holding } from '@latchkey/kernel/contracts'
import type { SendDraft, SendTarget } from '../Sender.js'
import { toError } from './createReceiverField.js'
import { tokenReference } from './prepareSend.js'
import { sendOf, type SenderTools } from './SenderTools.js'

/** Works out all that can be sent of a token. */
export interface Maximizer {
  /** Fills it into the draft, unless the draft is changed first. */
  run(): Promise<void>
  /** Works it out again for other balances, while it's meant. What can't be worked out stays as it was. */
  renew(): Promise<void>
  stop(): void
}

export interface MaximizerOptions {
  /** Takes a change of the draft; false while the wallet is asked. */
  edit(change: Partial<SendDraft>): boolean
  /** The amount as it is typed, in the unit of the mode. */
  write(value: bigint, mode: SendDraft['mode'], token: Holding): string
}

export function createMaximizer(tools: SenderTools, { edit, write }: MaximizerOptions): Maximizer {
  const { state } = tools
  let running: AbortController | undefined
  return {
    async run() {
      const { target, draft } = state
      const { token } = draft
      if (!target || !token || !edit({})) return
      const own = new AbortController()
      running = own
      state.isMaximizing = true
      try {
        const value = await readMaximum(tools, target, token, own.signal)
        if (own.signal.aborted) return
        edit({ amountText: write(value, draft.mode, token), exactAmount: value, isMaximum: true })
      } catch (cause) {
        if (own.signal.aborted) return
        state.isMaximizing = false
        state.error = toError(cause)
      }
    },
    async renew() {
      const { target, draft, phase } = state
      const { token } = draft
      if (!target || !token || !draft.isMaximum || phase !== 'editing' || state.isMaximizing) return
      running?.abort()
      const own = new AbortController()
      running = own
      try {
        const value = await readMaximum(tools, target, token, own.signal)
        if (own.signal.aborted || state.phase !== 'editing') return
        Object.assign(state.draft, { amountText: write(value, draft.mode, token), exactAmount: value })
      } catch (cause) {
        if (!own.signal.aborted) tools.log.debug('What can be sent at most could not be read again.', cause)
      }
    },
    stop() {
      running?.abort()
      state.isMaximizing = false
    },
  }
}

async function readMaximum(
  tools: SenderTools,
  target: SendTarget,
  token: Holding,
  signal: AbortSignal,
): Promise<bigint> {
  const { receiver, draft } = tools.state
  const reference = tokenReference(token)
  const { value } = await sendOf(tools, target).maximum({
    // Without a receiver yet, the sender stands in: the price is nearly the same, and it is asked again.
    to: receiver.status === 'resolved' ? receiver.address : target.address,
    feeLevel: draft.feeLevel,
    signal,
    ...(reference ? { token: reference } : {}),
  })
  return value
}
