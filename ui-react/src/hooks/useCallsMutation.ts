import type { SubmittedCalls } from '@latchkey/kernel/contracts'
import { type HandedToWallet, outcomeOf, type RequestOutcome } from '@latchkey/kernel/transaction'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useMemo, useState } from 'react'
import { type Mutation, useMutation } from './useMutation.js'

/** Calls that a person started. */
export interface CallsMutation<Variables> extends Mutation<Variables, SubmittedCalls> {
  /**
   * Tells what a failure has done; `undefined` unless `state.status` is `error`. `nothing`: certainly nothing, so they may be
   * offered again. `partly`: some of several calls are done, and the rest certainly isn't. `unknown`: they may have been sent,
   * so a second press may pay twice.
   */
  readonly outcome: RequestOutcome | undefined
}

interface CallsToSubmit {
  readonly prepared: HandedToWallet
  submit(): Promise<SubmittedCalls>
}

/** Follows calls from their preparing to the wallet's answer, and keeps what a failure has done. */
export function useCallsMutation<Variables>(
  prepare: (variables: Variables) => Promise<CallsToSubmit>,
): CallsMutation<Variables> {
  const [outcomes] = useState(() => new WeakMap<Error, RequestOutcome>())
  const mutation = useMutation(async (variables: Variables) => {
    let handed: HandedToWallet | undefined
    try {
      const { prepared, submit } = await prepare(variables)
      handed = prepared
      return await submit()
    } catch (cause) {
      const error = kernelErrorFrom(cause)
      outcomes.set(error, outcomeOf(cause, handed))
      throw error
    }
  })
  const { error } = mutation.state
  const outcome = error && outcomes.get(error)
  return useMemo(() => ({ ...mutation, outcome }), [mutation, outcome])
}
