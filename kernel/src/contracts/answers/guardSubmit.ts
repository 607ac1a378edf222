import type { Members } from './copyAnswer.js'
import { readLater } from './readLater.js'
import { anyFunction, optional, type Read } from './readers.js'

interface Submitting {
  /** Takes what `submit` answered. */
  readonly read: Read
  /** Whether the contract has `isHandedOver`: a plugin without it is taken to have handed over as soon as it was asked. */
  readonly tells?: boolean
  /** Makes what `submit` is given fit for the plugin. */
  options?(given: unknown): unknown
}

/**
 * Puts a `submit` whose answer is checked, and an `isHandedOver` that never throws, in the place of what a plugin prepared. Money
 * may have left as soon as `submit` has answered, whatever the plugin says, and where it doesn't say `false`.
 */
export function guardSubmit(
  prepared: Members,
  at: string,
  { read, tells = false, options = (given) => given }: Submitting,
): Members {
  const submit = anyFunction(prepared['submit'], `${at}.submit`)
  const told = optional(anyFunction)(prepared['isHandedOver'], `${at}.isHandedOver`)
  let asked: unknown
  let answer: Promise<unknown> | undefined
  let isAsked = false
  let hasAnswered = false

  prepared['submit'] = (given?: unknown) => {
    isAsked = true
    const running = attempt(() => (given === undefined ? submit() : submit(options(given))))
    // While it's under way, a second call gets the same promise.
    if (answer && running === asked) return answer
    asked = running
    answer = readLater(() => running, {
      read: (submitted, place) => {
        hasAnswered = true
        return read(submitted, place)
      },
      at: `${at}.submit()`,
    })
    return answer
  }
  if (told) prepared['isHandedOver'] = () => hasAnswered || isUnlessFalse(told)
  else if (tells) prepared['isHandedOver'] = () => isAsked
  return prepared
}

function attempt(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return Promise.reject(error)
  }
}

function isUnlessFalse(told: () => unknown): boolean {
  try {
    return told() !== false
  } catch {
    return true
  }
}
