import { CallsPartlySentError } from '@latchkey/kernel/transaction'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'
import type { PayerTools } from './PayerTools.js'

/** Shows what the wallet and the chain do, in place of a view of this plugin. */
export function showProgress({ navigation }: PayerTools): void {
  const view = navigation.state.entries.at(-1)?.name
  const own: readonly (string | undefined)[] = [PayRoute.name, PayReviewRoute.name, PayLoadingRoute.name]
  if (own.includes(view)) navigation.reset(PayLoadingRoute)
}

/** Back to the review, which may be confirmed again. */
export function leaveProgress({ navigation }: PayerTools): void {
  if (navigation.state.entries.at(-1)?.name !== PayLoadingRoute.name) return
  if (!navigation.backTo(PayReviewRoute)) navigation.replace(PayReviewRoute)
}

/** Shows why a request failed. */
export function decline({ state, phases }: PayerTools, cause: unknown): void {
  phases.to('ready')
  const reason = cause instanceof CallsPartlySentError ? cause.cause : cause
  if (isUserRejection(reason)) state.notice = 'declined'
  else state.error = kernelErrorFrom(cause)
}
