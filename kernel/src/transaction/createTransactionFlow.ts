import type { RequestOutcome } from '../contracts/outcomeOf.js'
import { isUserRejection } from '../errors/connector.js'
import type { Route } from '../keys/route.js'
import type { WalletsService } from '../wallet/activeWallet.js'
import type { NavigationService } from '../wallet/navigation.js'
import type { NotificationsService } from '../wallet/notifications.js'
import { tellAskedWalletLeft } from '../wallet/tellAskedWalletLeft.js'

/** A request that ended without a transaction. */
export interface RequestFailure {
  readonly cause: unknown
  /** What it may have done all the same: `unknown` means that money may have left. */
  readonly outcome: RequestOutcome
  /** Whether the person still waits for the answer. */
  readonly isShown: boolean
}

/** Something that a wallet is asked for, as a feature gives it. */
export interface WalletRequest<Submitted> {
  /** Whose leaving is told at once, while it is asked. */
  readonly wallet: {
    /** Untrusted text. */
    readonly name: string
    isThere(): boolean
  }
  /** Shows how it goes, where a shell draws it. Absent: the view on screen does. */
  readonly view?: RequestView
  /** Keeps the request, before the wallet knows of it: the page may be gone before the wallet answers. */
  asking(): void
  /** Has the wallet do it, after whatever steps come before. @param isShown As for `sent` */
  submit(isShown: () => boolean): Promise<Submitted>
  /** What a failure has done: `outcomeOf` with what was prepared. */
  outcomeOf(cause: unknown): RequestOutcome
  /**
   * The wallet has sent it. Nothing from here on leads back to a button that sends.
   *
   * @param isShown Whether the person still waits for the answer: a late one counts all the same.
   */
  sent(submitted: Submitted, isShown: () => boolean): void
  /** Nothing was sent, or nobody knows: {@link RequestFailure.outcome} says which. */
  failed(failure: RequestFailure): void
  /** The wallet has answered and the person sees it: what changed meanwhile can be taken up. */
  answered?(): void
}

export interface RequestView {
  readonly route: Route<undefined>
  /** Shows what comes of the request, in the place of the feature's views. */
  show(): void
  /** Leads back to where it can be asked for again. */
  leave(): void
}

export interface TransactionFlowServices {
  readonly wallets: Pick<WalletsService, 'subscribe'>
  readonly notifications: Pick<NotificationsService, 'toast'>
  /** Needed by requests with a view. */
  readonly navigation?: Pick<NavigationService, 'draws' | 'requestApproval'>
}

/** Names a thing that isn't asked for twice at a time: an account, the id of a bill, a prepared request, the one form of a feature. */
export type TransactionSubject = string | object

/** The presses of a feature's buttons, and what it asks wallets for. */
export interface TransactionFlow {
  /** Does the work once, however often it is pressed: a second press is given the end of the first. */
  press(subject: TransactionSubject, work: () => Promise<void>): Promise<void>
  /** Asks the wallet, and has the feature take up whatever it answers. It rejects only for a fault of the feature. */
  ask<Submitted>(subject: TransactionSubject, request: WalletRequest<Submitted>): Promise<void>
  isAsking(subject: TransactionSubject): boolean
  /** Stops waiting for the wallet. The feature still takes a late answer, and shows nothing of it. The next press asks again. */
  forget(subject: TransactionSubject): void
}

/**
 * Asks wallets for a feature: once for each press of a button. It opens the view that shows how it goes, tells the person when
 * the wallet leaves meanwhile, and hands the feature every answer, a late one too. Sending, swapping, paying, revoking and
 * replacing use it.
 */
export function createTransactionFlow(services: TransactionFlowServices): TransactionFlow {
  const running = new Map<TransactionSubject, Promise<void>>()
  /** The newest request of each subject, whose answer is shown. */
  const shown = new Map<TransactionSubject, AskedRequest>()
  /** How many requests of a subject no wallet has answered: those that were given up count. */
  const asked = new Map<TransactionSubject, number>()
  return {
    press(subject, work) {
      const known = running.get(subject)
      if (known) return known
      const own = work().finally(() => {
        if (running.get(subject) === own) running.delete(subject)
      })
      running.set(subject, own)
      return own
    },
    async ask(subject, request) {
      const own: AskedRequest = { stopWatching: () => {} }
      shown.set(subject, own)
      asked.set(subject, (asked.get(subject) ?? 0) + 1)
      const end = () => {
        own.stopWatching()
        const others = (asked.get(subject) ?? 1) - 1
        if (others > 0) asked.set(subject, others)
        else asked.delete(subject)
      }
      await askOnce(services, request, { own, end, isShown: () => shown.get(subject) === own })
    },
    isAsking: (subject) => asked.has(subject),
    forget(subject) {
      shown.get(subject)?.stopWatching()
      shown.delete(subject)
      running.delete(subject)
    },
  }
}

interface AskedRequest {
  stopWatching(): void
}

interface Asking {
  readonly own: AskedRequest
  /** The wallet has answered. */
  end(): void
  isShown(): boolean
}

/** A fault of the feature ends what was opened for it all the same: a view that waits for nothing would stay for ever. */
async function askOnce<Submitted>(
  services: TransactionFlowServices,
  request: WalletRequest<Submitted>,
  asking: Asking,
): Promise<void> {
  const { own, end, isShown } = asking
  const { view } = request
  let approval: OpenApproval
  try {
    request.asking()
    approval = view && openApproval(services, view)
    own.stopWatching = tellWhenLeft(services, request.wallet)
  } catch (fault) {
    end()
    throw fault
  }
  let submitted: Submitted
  try {
    submitted = await request.submit(isShown)
  } catch (cause) {
    end()
    takeFailure(request, approval, cause, isShown)
    return
  }
  end()
  try {
    request.sent(submitted, isShown)
  } finally {
    approval?.settle('success')
  }
  // Also for a person who went back while the wallet was open.
  if (!isShown()) return
  view?.show()
  request.answered?.()
}

type OpenApproval = ReturnType<typeof openApproval> | undefined

function takeFailure(
  request: WalletRequest<unknown>,
  approval: OpenApproval,
  cause: unknown,
  isShown: () => boolean,
): void {
  let outcome: RequestOutcome = 'unknown'
  try {
    outcome = request.outcomeOf(cause)
    request.failed({ cause, outcome, isShown: isShown() })
  } finally {
    approval?.settle(outcome === 'nothing' && isUserRejection(cause) ? 'cancel' : 'error', cause)
  }
  if (!isShown()) return
  if (outcome === 'unknown') request.view?.show()
  else request.view?.leave()
  request.answered?.()
}

/** @throws TypeError for a view without the service that shows it: a fault of the feature. */
function openApproval({ navigation }: TransactionFlowServices, { route }: RequestView) {
  if (!navigation) throw new TypeError('A request with a view needs the service of navigation.')
  return navigation.requestApproval(navigation.draws(route.name) ? { view: route } : {})
}

/** Tells the person once, if the wallet leaves before it has answered. @returns ends it, after a last look */
function tellWhenLeft(
  { wallets, notifications }: TransactionFlowServices,
  { name, isThere }: WalletRequest<unknown>['wallet'],
): () => void {
  let isWatched = true
  function look(): void {
    if (!isWatched || isThere()) return
    isWatched = false
    tellAskedWalletLeft(notifications, name)
  }
  const stop = wallets.subscribe(look)
  return () => {
    // The feature may learn before this that the wallet left, and stop waiting for it.
    look()
    isWatched = false
    stop()
  }
}
