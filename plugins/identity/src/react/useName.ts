import type { BaseError, NetworkId } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useNetwork, useService } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { NameLookup, type ResolvedName } from '../NameLookup.js'

export type UseNameResult =
  | { readonly status: 'idle' | 'loading' | 'notFound'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'found'; readonly data: ResolvedName; readonly error: undefined }
  | { readonly status: 'error'; readonly data: undefined; readonly error: BaseError }

/** Milliseconds after the last change before anybody is asked (specification: 500 ms for names). */
const pause = 500

const of = <Status extends 'idle' | 'loading' | 'notFound'>(status: Status) => ({
  status,
  data: undefined,
  error: undefined,
})

/**
 * The address a name stands for, asked 500 ms after the last change, so that it can follow what a person types. An
 * answer for an earlier text is never given for the present one.
 *
 * @param name `undefined` and texts without a dot ask nobody.
 */
export function useName(
  name: string | undefined,
  options: { readonly networkId?: NetworkId | undefined } = {},
): UseNameResult {
  const lookup = useService(NameLookup)
  const { networkId: active } = useNetwork()
  const networkId = options.networkId ?? active
  const text = name?.trim() ?? ''
  const question = networkId !== undefined && text.includes('.') ? `${networkId} ${text}` : undefined
  const [answer, setAnswer] = useState<{ question: string; result: UseNameResult }>()
  useEffect(() => {
    if (question === undefined || networkId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const tell = (result: UseNameResult) => void (signal.aborted || setAnswer({ question, result }))
    const timer = setTimeout(() => {
      lookup.resolve({ networkId, name: text, signal }).then(
        (data) => tell(data ? { status: 'found', data, error: undefined } : of('notFound')),
        (cause: unknown) => tell({ status: 'error', data: undefined, error: toError(cause) }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [lookup, networkId, text, question])
  if (question === undefined) return of('idle')
  return answer?.question === question ? answer.result : of('loading')
}

const toError = (cause: unknown) =>
  kernelErrorFrom(cause, 'NAMES_UNAVAILABLE', 'Names could not be read. Try again.')
