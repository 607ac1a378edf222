import {
  type BaseError,
  type Clock,
  errorWords,
  isKernelError,
  isUserRejection,
  UserRejectedError,
} from '@latchkey/kernel/plugin'
import type { NavigationService } from '@latchkey/kernel/wallet'
import { otherDevice } from '../errors.js'
import type { LedgerReview } from '../LedgerReview.js'
import type { LedgerShows, LedgerState } from '../LedgerService.js'
import { LedgerRequestRoute } from '../routes.js'
import type { LedgerChainCode } from './chainCode.js'
import type { LedgerAccount } from './ledgerAccount.js'
import { type LedgerApp, openLedger } from './openLedger.js'

export interface RequestsOptions {
  readonly clock: Clock
  readonly navigation: NavigationService
  readonly state: { -readonly [key in keyof LedgerState]: LedgerState[key] }
}

export interface DeviceRequest {
  readonly chain: LedgerChainCode
  readonly account: LedgerAccount
  readonly shows: LedgerShows
  /** What the page reads out of what is signed. */
  readonly review?: LedgerReview | undefined
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
}

/** Asks the device; `show` corrects what it shows. */
export type DeviceAction<Result> = (app: LedgerApp, show: (shows: LedgerShows) => void) => Promise<Result>

export interface Requests {
  /**
   * Asks the device for something that the person confirms there, one request after another. What the person can put right, such as
   * a locked device, is shown, and waits for another try. Without a view it rejects at once.
   *
   * @throws BaseError `USER_REJECTED` when the person declines on the device or leaves the view; LedgerError by its code
   */
  run<Result>(request: DeviceRequest, act: DeviceAction<Result>): Promise<Result>
  retry(): void
}

export function createRequests(options: RequestsOptions): Requests {
  const { navigation, state } = options
  let last: Promise<unknown> = Promise.resolve()
  let again: (() => void) | undefined

  async function shown<Result>(request: DeviceRequest, act: DeviceAction<Result>): Promise<Result> {
    const left = new AbortController()
    const approval = navigation.requestApproval({
      view: LedgerRequestRoute,
      onCancel: () => left.abort(new UserRejectedError({ rpcCode: 4001 })),
    })
    const signal = AbortSignal.any([request.signal, left.signal])
    try {
      const result = await untilDone(options, { ...request, signal }, act, () => nextTry(signal))
      approval.settle('success')
      return result
    } catch (error) {
      approval.settle(isUserRejection(error) ? 'cancel' : 'error', error)
      throw error
    } finally {
      state.request = undefined
    }
  }

  function nextTry(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      again = resolve
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  return {
    retry: () => again?.(),
    run(request, act) {
      const isDrawn = navigation.draws(LedgerRequestRoute.name)
      const result = last.then(() =>
        isDrawn ? shown(request, act) : attempt(options, request, act, () => undefined),
      )
      last = result.catch(() => undefined)
      return result
    },
  }
}

async function untilDone<Result>(
  options: RequestsOptions,
  request: DeviceRequest,
  act: DeviceAction<Result>,
  nextTry: () => Promise<void>,
): Promise<Result> {
  const { state } = options
  const { app } = request.chain
  const { address } = request.account
  const shows = { current: request.shows }
  const show = (isOpening: boolean, problem?: BaseError) => {
    state.request = {
      shows: shows.current,
      app,
      address,
      isOpening,
      review: request.review,
      problem: problem && errorWords(problem),
    }
  }
  for (;;) {
    show(false)
    try {
      return await attempt(
        options,
        request,
        (opened) =>
          act(opened, (corrected) => {
            shows.current = corrected
            show(false)
          }),
        show,
      )
    } catch (error) {
      request.signal.throwIfAborted()
      if (!isKernelError(error) || !canBePutRight(error)) throw error
      show(false, error)
      await nextTry()
    }
  }
}

/** What the person can't change by doing something and trying again. */
const finalCodes: ReadonlySet<string> = new Set([
  'LEDGER_ANSWER_INVALID',
  'LEDGER_BROWSER_UNSUPPORTED',
  'LEDGER_REQUEST_UNSUPPORTED',
])

const canBePutRight = ({ code }: BaseError) => code.startsWith('LEDGER_') && !finalCodes.has(code)

/** One try. The device must hold the account before it's asked for anything: another one may have been plugged in. */
function attempt<Result>(
  { clock }: RequestsOptions,
  { chain, account, signal }: DeviceRequest,
  act: DeviceAction<Result>,
  onOpening: (isOpening: boolean) => void,
): Promise<Result> {
  return openLedger({ app: chain.app, clock, signal, onOpening }, async (app) => {
    if ((await chain.readAddress(app, account.path)) !== account.address) throw otherDevice()
    return act(app, () => undefined)
  })
}
