import {
  AccountRoute,
  actionNotAllowed,
  ApproveTransactionRoute,
  BaseError,
  type Clock,
  isUserRejection,
  type LogService,
  type NavigationService,
  type NetworkId,
  type NotificationsService,
  errorWords,
  requestNotAllowed,
} from '@latchkey/kernel/plugin'
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
  /** Gives up the request that the frame shows: the one that waits longest. */
  dismiss(): void
  /** Answers a method that the policy does not name. Returns the error for the app. */
  refuse(method: string): BaseError
}

/** The policy of JSON-RPC methods, with what a person sees of it. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { clock, log, navigation, notifications, ask } = options
  const pending = new Set<AbortController>()
  let told: ReturnType<Clock['setTimeout']> | undefined

  async function approve(question: RpcQuestion): Promise<unknown> {
    if (!navigation.draws(ApproveTransactionRoute.name)) {
      throw approvalNotShown()
    }
    const own = new AbortController()
    pending.add(own)
    const approval = navigation.requestApproval({
      view: ApproveTransactionRoute,
      onCancel: () => own.abort(new FrameError('aborted')),
    })
    try {
      const result = await send(ask, question, AbortSignal.any([question.signal, own.signal]))
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

  function refuse(method: string): BaseError {
    const error = requestNotAllowed(method)
    log.error(error.message, error)
    if (!navigation.state.open) navigation.open(AccountRoute)
    if (told === undefined) {
      told = clock.setTimeout(() => {
        told = undefined
        notifications.showSnackbar(errorWords(actionNotAllowed(error)), { variant: 'error' })
        for (const own of [...pending]) own.abort(new FrameError('aborted'))
      }, notAllowedDelay)
    }
    return error
  }

  return {
    refuse,
    dismiss() {
      const [shown] = pending
      shown?.abort(new FrameError('aborted'))
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

async function send(ask: FrameLink['request'], question: RpcQuestion, signal: AbortSignal): Promise<unknown> {
  const { networkId, method, params, rpcUrl } = question
  const { result } = await ask(
    'rpcRequest',
    { networkId, method, params, ...(rpcUrl === undefined ? {} : { rpcUrl }) },
    signal,
  )
  return result
}

const approvalNotShown = () =>
  new BaseError('Nothing on this page can show what is to be approved.', {
    code: 'APPROVAL_NOT_SHOWN',
    metaMessages: ['List emailAuth() of @latchkey/plugin-email-auth/react, inside a KernelProvider.'],
  })
