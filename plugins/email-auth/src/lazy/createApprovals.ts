import {
  AccountRoute,
  ApproveTransactionRoute,
  type NavigationService,
  type NotificationsService,
} from '@latchkey/kernel/wallet'
import {
  BaseError,
  type Clock,
  isUserRejection,
  type LogService,
  type NetworkId,
  errorWords,
} from '@latchkey/kernel/plugin'
import { actionNotAllowed, requestNotAllowed } from '../embeddedErrors.js'
import type { FrameView } from '../protocol/events.js'
import { FrameError } from '../protocol/frameError.js'
import { classifyRpc } from '../protocol/rpcPolicy.js'
import { notAllowedDelay } from '../protocol/timeLimits.js'
import { walletErrorFrom } from '../walletErrorFrom.js'
import type { FrameLink } from './createFrameLink.js'

export interface ApprovalsOptions {
  readonly clock: Clock
  readonly log: LogService
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly ask: FrameLink['request']
}

export interface RpcQuestion {
  readonly networkId: NetworkId
  readonly method: string
  readonly params: unknown
  readonly rpcUrl: string | undefined
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
}

export interface Approvals {
  /**
   * Asks the frame for a JSON-RPC method; one that needs the person is shown in the modal.
   *
   * @throws BaseError `RPC_CALL_NOT_ALLOWED`, `USER_REJECTED`, `REQUEST_ABORTED` when the modal was closed, and by code
   */
  request(question: RpcQuestion): Promise<unknown>
  /** Gives up the request that the frame shows. */
  dismiss(): void
  /** Answers a method that the policy does not name. Returns the error for the app. */
  refuse(method: string): BaseError
}

interface Waiting {
  readonly controller: AbortController
  /** Whether the frame has yet to ask the person, is asking them, or has their answer. */
  stage: 'waits' | 'asked' | 'decided'
  /** The person left the view. */
  isLeft: boolean
}

/**
 * Ends a request that the person hasn't decided. One that they have agreed to may be on its way to the network: to say that it was
 * rejected would make them pay twice.
 */
function leave(waiting: Waiting): void {
  waiting.isLeft = true
  if (waiting.stage !== 'decided') waiting.controller.abort(new FrameError('aborted'))
}

/** The policy of JSON-RPC methods, with what a person sees of it. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { navigation, ask } = options
  const pending = new Set<Waiting>()
  const refuse = createRefusals(options, pending)

  async function approve(question: RpcQuestion): Promise<unknown> {
    if (!navigation.draws(ApproveTransactionRoute.name)) {
      throw approvalNotShown()
    }
    const own: Waiting = { controller: new AbortController(), stage: 'waits', isLeft: false }
    pending.add(own)
    const approval = navigation.requestApproval({
      view: ApproveTransactionRoute,
      onCancel: () => leave(own),
    })
    function onView(view: FrameView | null): void {
      own.stage = view === null ? 'decided' : 'asked'
      if (own.isLeft) leave(own)
    }
    try {
      const signal = AbortSignal.any([question.signal, own.controller.signal])
      const result = await send(ask, question, signal, onView)
      pending.delete(own)
      approval.settle('success')
      return result
    } catch (cause) {
      pending.delete(own)
      const error = walletErrorFrom(cause, question.method)
      approval.settle(isUserRejection(error) ? 'cancel' : 'error', error)
      throw error
    }
  }

  return {
    refuse,
    dismiss() {
      const open = [...pending].filter(({ stage }) => stage !== 'decided')
      // A frame that doesn't say which request it asks about asks about the one that waits longest.
      const shown = open.find(({ stage }) => stage === 'asked') ?? open[0]
      if (shown) leave(shown)
    },
    async request(question) {
      const kind = classifyRpc(question.method)
      if (kind === 'refused') throw refuse(question.method)
      if (kind === 'approval') return approve(question)
      try {
        return await send(ask, question, question.signal)
      } catch (error) {
        throw walletErrorFrom(error, question.method)
      }
    },
  }
}

/** Answers methods that the policy does not name. A moment later the person is told, and what waited by then ends. */
function createRefusals(
  { clock, log, navigation, notifications }: ApprovalsOptions,
  pending: ReadonlySet<Waiting>,
): (method: string) => BaseError {
  const refusedWith = new Set<Waiting>()
  let told: ReturnType<Clock['setTimeout']> | undefined
  return (method) => {
    const error = requestNotAllowed(method)
    log.error(error.message, error)
    if (!navigation.state.open) navigation.open(AccountRoute)
    for (const waiting of pending) refusedWith.add(waiting)
    if (told === undefined) {
      told = clock.setTimeout(() => {
        told = undefined
        notifications.showSnackbar(errorWords(actionNotAllowed(error)), { variant: 'error' })
        for (const waiting of refusedWith) leave(waiting)
        refusedWith.clear()
      }, notAllowedDelay)
    }
    return error
  }
}

async function send(
  ask: FrameLink['request'],
  question: RpcQuestion,
  signal: AbortSignal,
  onView?: (view: FrameView | null) => void,
): Promise<unknown> {
  const { networkId, method, params, rpcUrl } = question
  const { result } = await ask(
    'rpcRequest',
    { networkId, method, params, ...(rpcUrl === undefined ? {} : { rpcUrl }) },
    signal,
    onView,
  )
  return result
}

const approvalNotShown = () =>
  new BaseError('Nothing on this page can show what is to be approved.', {
    code: 'APPROVAL_NOT_SHOWN',
    metaMessages: ['List emailAuth() of @latchkey/plugin-email-auth/react, inside a KernelProvider.'],
  })
