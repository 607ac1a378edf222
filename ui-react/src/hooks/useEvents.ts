import type { AnyEvent } from '@latchkey/kernel/plugin'
import { useEffect, useRef, useState } from 'react'
import { useKernel } from '../useKernel.js'

export type UseEventsResult =
  | { readonly status: 'none'; readonly event: undefined; readonly time: undefined }
  /** `time` in milliseconds since 1970. */
  | { readonly status: 'received'; readonly event: AnyEvent; readonly time: number }

const none: UseEventsResult = { status: 'none', event: undefined, time: undefined }

/** The last event since this component appeared. @param listener Told of every one of them. */
export function useEvents(listener?: (event: AnyEvent) => void): UseEventsResult {
  const kernel = useKernel()
  const [last, setLast] = useState<UseEventsResult>(none)
  const current = useRef(listener)
  useEffect(() => {
    current.current = listener
  })
  useEffect(
    () =>
      kernel.events.onAny((event) => {
        setLast({ status: 'received', event, time: Date.now() })
        current.current?.(event)
      }),
    [kernel],
  )
  return last
}
