import { type Danger, refuseUnaccepted } from '@latchkey/kernel/transaction'
import type { SendPreview, SendTarget } from '../Sender.js'
import { compareToShown } from './compareToShown.js'
import type { Follower } from './createFollower.js'
import type { Previewer } from './createPreviewer.js'
import { leaveRequest } from './progressView.js'
import { requestOf } from './requestOf.js'
import { isUnansweredNews } from './reviewUnanswered.js'
import { sendError } from './sendErrors.js'
import type { SenderTools } from './SenderTools.js'

export interface ConfirmationOptions {
  readonly tools: SenderTools
  readonly previewer: Previewer
  readonly follower: Follower
  /** Works out again what the form warns of. */
  review(): void
  /** The chain has the transaction. @param isCurrent Whether it is the draft's, which has done its service then. */
  submitted(target: SendTarget, preview: SendPreview, isCurrent: boolean): void
  /** The wallet was asked and did not say what it did: the draft has done its service. */
  mayHaveLeft(): void
  /** The wallet has answered, whatever it was: what changed meanwhile can be taken up. */
  answered(): void
}

export interface Confirmation {
  confirm(shown?: SendPreview, accepted?: readonly Danger[]): Promise<void>
  /** Stops waiting for the wallet's answer; one that comes late is followed all the same. */
  forget(): void
}

/** One send is confirmed at a time. */
const subject = 'send'

/** Asks the wallet once, and has what it sent followed until the chain has decided. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { tools, previewer } = options
  const { state, navigation, flow, phases } = tools

  /** Works the preview out again, and once more where another tab asked or a wallet answered meanwhile. */
  async function refresh(): Promise<boolean> {
    const isThere = await previewer.refresh({ isAsked: true, isSeen: false })
    if (!isThere || !state.preview) return false
    options.review()
    return (
      !isUnansweredNews(state.warnings, state.preview) ||
      (await previewer.refresh({ isAsked: true, isSeen: false }))
    )
  }

  async function confirmShown(
    pressed: SendPreview | undefined,
    accepted: readonly Danger[] | undefined,
  ): Promise<void> {
    const onScreen = pressed ?? state.preview
    if (phases.current !== 'ready' || !previewer.current() || !state.preview) {
      throw sendError('SEND_NOT_PREPARED')
    }
    options.review()
    const isCurrent = previewer.isFresh() && !isUnansweredNews(state.warnings, state.preview)
    const isThere = isCurrent || (await refresh())
    if (!isThere || !state.preview) return
    // What the person has read may not hold any more, however it came to be replaced; then it is read again.
    const change = previewer.takeChange(undefined) ?? (onScreen && compareToShown(onScreen, state.preview))
    if (change) {
      state.notice = change
      return
    }
    const refusal = refuseUnaccepted(state.preview.dangers, accepted)
    if (refusal) {
      state.error = refusal
      return
    }
    const current = previewer.current()
    if (current && phases.current === 'ready') await flow.ask(subject, requestOf(options, current))
  }

  return {
    confirm(pressed, accepted) {
      // Pressed twice, mounted twice, or come back to while the wallet is open: one request.
      if (phases.current !== 'ready' && state.transaction) return Promise.resolve()
      return flow.press(subject, () => confirmShown(pressed, accepted))
    },
    forget() {
      if (phases.current !== 'asking') return
      flow.forget(subject)
      previewer.drop()
      phases.to('editing')
      options.answered()
      options.review()
      leaveRequest(navigation)
    },
  }
}
