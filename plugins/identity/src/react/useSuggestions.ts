import { useService } from '@latchkey/ui-react'
import type { NameSuggestion } from '@latchkey/kernel/contracts'
import { useCallback, useEffect, useState } from 'react'
import { NameRegistration } from '../NameRegistration.js'
import { problemOfNamePart } from '../problemOfNamePart.js'

/** Milliseconds after the last change (specification). */
const pause = 500

interface Answer {
  readonly part: string
  readonly list?: readonly NameSuggestion[]
  readonly error?: unknown
}

/** Suggestions for a part, 500 ms after the last change; `list` is absent until the registry has answered for it. */
export function useSuggestions(part: string) {
  const registration = useService(NameRegistration)
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  const isAsked = problemOfNamePart(part) === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again.
  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      registration.suggest(part, signal).then(
        (list) => signal.aborted || setAnswer({ part, list }),
        (error: unknown) => signal.aborted || setAnswer({ part, error }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [registration, part, isAsked, attempt])
  const retry = useCallback(() => {
    setAnswer(undefined)
    setAttempt((previous) => previous + 1)
  }, [])
  const current = answer?.part === part ? answer : undefined
  return { isAsked, list: current?.list, error: current?.error, retry }
}
