import type { BaseError } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Something a person started. Every field is there in every state. */
export type MutationState<Variables, Data> =
  | {
      readonly status: 'idle'
      readonly variables: undefined
      readonly data: undefined
      readonly error: undefined
    }
  | {
      readonly status: 'pending'
      readonly variables: Variables
      readonly data: undefined
      readonly error: undefined
    }
  | {
      readonly status: 'success'
      readonly variables: Variables
      readonly data: Data
      readonly error: undefined
    }
  | {
      readonly status: 'error'
      readonly variables: Variables
      readonly data: undefined
      readonly error: BaseError
    }

export interface Mutation<Variables, Data> {
  readonly state: MutationState<Variables, Data>
  /** Starts it. Never rejects: answers `undefined` on failure, and the state says why. A newer start wins. */
  run(variables: Variables): Promise<Data | undefined>
  /** Back to idle. What is under way goes on, but is not shown any more. */
  reset(): void
}

const idle = { status: 'idle', variables: undefined, data: undefined, error: undefined } as const

/** Follows an asynchronous action of a person through idle, pending, success and error. */
export function useMutation<Variables, Data>(
  action: (variables: Variables) => Promise<Data>,
): Mutation<Variables, Data> {
  const [state, setState] = useState<MutationState<Variables, Data>>(idle)
  const latest = useRef(0)
  const current = useRef(action)
  useEffect(() => {
    current.current = action
  })

  const run = useCallback(async (variables: Variables): Promise<Data | undefined> => {
    latest.current += 1
    const own = latest.current
    const show = (next: MutationState<Variables, Data>) => own === latest.current && setState(next)
    setState({ status: 'pending', variables, data: undefined, error: undefined })
    try {
      const data = await current.current(variables)
      show({ status: 'success', variables, data, error: undefined })
      return data
    } catch (cause) {
      show({ status: 'error', variables, data: undefined, error: kernelErrorFrom(cause) })
      return undefined
    }
  }, [])

  const reset = useCallback(() => {
    latest.current += 1
    setState(idle)
  }, [])

  return useMemo(() => ({ state, run, reset }), [state, run, reset])
}
