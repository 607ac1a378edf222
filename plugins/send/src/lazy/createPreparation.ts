import type { SendTarget } from '../Sender.js'
import { type Checked, prepareSend } from './prepareSend.js'
import type { SendQuestion } from './readQuestion.js'
import type { SenderTools } from './SenderTools.js'

/** Has one draft at a time checked against the chain, and keeps what came of the last. */
export interface Preparation {
  /** `undefined` when it was called off by something newer. Throws when the chain says no. */
  run(asked: SendQuestion): Promise<Checked | undefined>
  current(): (Checked & { readonly target: SendTarget }) | undefined
  /** Calls off what is under way. */
  abort(): void
  /** Drops what was prepared. */
  forget(): void
}

export function createPreparation(tools: SenderTools): Preparation {
  const { state } = tools
  let attempt: AbortController | undefined
  let checked: (Checked & { readonly target: SendTarget }) | undefined
  return {
    async run(asked) {
      const own = new AbortController()
      attempt?.abort()
      attempt = own
      try {
        const answer = await prepareSend(tools, { ...asked, signal: own.signal })
        if (own.signal.aborted) return undefined
        // From here on the signal belongs to the send: the wallet is asked with it.
        attempt = undefined
        checked = { ...answer, target: asked.target }
        state.preview = answer.preview
        return answer
      } catch (error) {
        if (own.signal.aborted) return undefined
        throw error
      }
    },
    current: () => checked,
    abort() {
      attempt?.abort()
      attempt = undefined
    },
    forget() {
      checked = undefined
      state.preview = undefined
    },
  }
}
