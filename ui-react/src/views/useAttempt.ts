import { type BaseError, isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useCallback, useEffect, useRef, useState } from 'react'
import { nextFrame } from '../utils/nextFrame.js'

export type AttemptState =
  | { readonly status: 'pending'; readonly error: undefined }
  | { readonly status: 'success'; readonly error: undefined }
  /** The person said no in the wallet. */
  | { readonly status: 'declined'; readonly error: undefined }
  | { readonly status: 'error'; readonly error: BaseError }

export type Attempt = AttemptState & { retry(): void }

/** Why an attempt ended whose view has gone. One that joined it from the next view has not been given up. */
const left = new DOMException('The view was left.', 'AbortError')

const pending: AttemptState = { status: 'pending', error: undefined }

/**
 * Starts something when a view appears, and calls it off when the view goes. StrictMode, which mounts twice, starts
 * it once.
 *
 * @param start Gets a signal that is aborted when the view goes or a retry takes over.
 */
export function useAttempt(start: (signal: AbortSignal) => Promise<unknown>, onSuccess: () => void): Attempt {
  const [state, setState] = useState<AttemptState>(pending)
  const controller = useRef<AbortController>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = useRef({ start, onSuccess })
  useEffect(() => {
    current.current = { start, onSuccess }
  })

  const retry = useCallback(() => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setState(pending)
    current.current.start(own.signal).then(
      async () => {
        // What was started shows itself in the page, such as the account. That comes first; this view can be a frame later.
        await nextFrame()
        if (own.signal.aborted) return
        setState({ status: 'success', error: undefined })
        current.current.onSuccess()
      },
      (cause: unknown) => {
        if (own.signal.aborted) return
        if (cause instanceof Error && cause.cause === left) return retry()
        if (isUserRejection(cause)) setState({ status: 'declined', error: undefined })
        else setState({ status: 'error', error: kernelErrorFrom(cause) })
      },
    )
  }, [])

  useEffect(() => {
    clearTimeout(leaving.current)
    if (!controller.current) retry()
    return () => {
      // Later, because StrictMode unmounts and mounts again at once.
      leaving.current = setTimeout(() => controller.current?.abort(left))
    }
  }, [retry])

  return { ...state, retry }
}
