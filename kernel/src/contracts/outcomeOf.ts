import { isKernelError } from '../errors/base.js'
import { readField } from '../errors/readField.js'
import { isNothingSent } from '../errors/nothingSent.js'

/**
 * What a request that failed has done. `nothing`: certainly nothing. `partly`: some of several steps are done, and the rest
 * certainly isn't. `unknown`: money may have left.
 */
export type RequestOutcome = 'nothing' | 'partly' | 'unknown'

/** What was prepared for the wallet: a `PreparedSend`, `PreparedCalls` or `PreparedReplacement`. */
export interface HandedToWallet {
  /** Absent where nobody knows: then it's taken to have been handed over. */
  isHandedOver?(): boolean
}

/**
 * Says whether money may have left by a request that failed. Every place that asks it asks here, so that a payment is never
 * offered twice in one view and called sent in another.
 *
 * Certain is: a plain refusal by the person, as the wallet's own dialect has it; what the chain has decided; and our own code,
 * which knows that it handed nothing over, or is the wallet itself. A wallet, a node, a bundler or a relay that says nothing
 * was done proves nothing, and neither does an error that nobody explains.
 *
 * @param cause What `submit` threw.
 * @param prepared What was to be done; `undefined` where nothing was prepared yet.
 */
export function outcomeOf(cause: unknown, prepared: HandedToWallet | undefined): RequestOutcome {
  // A step of several: those before it are done, and stay so.
  if (isKernelError(cause, 'CALLS_PARTLY_SENT'))
    return isNothing(readField(cause, 'cause')) ? 'partly' : 'unknown'
  if (prepared === undefined || prepared.isHandedOver?.() === false) return 'nothing'
  return isNothing(cause) ? 'nothing' : 'unknown'
}

/** `CALL_FAILED` is the chain's: a step that it refused has moved nothing. */
const nothingCodes: readonly string[] = ['USER_REJECTED', 'CALL_FAILED']

/** Whether an error by itself says that nothing was done, whatever had been handed over. */
const isNothing = (cause: unknown): boolean =>
  isKernelError(cause) && (nothingCodes.includes(cause.code) || isNothingSent(cause))
