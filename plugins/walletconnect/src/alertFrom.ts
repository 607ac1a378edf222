import { type BaseError, messageOf } from '@latchkey/kernel/plugin'
import { invalidConfiguration, sessionExpired } from '@latchkey/kernel/wallet'

const providerMessages: readonly (readonly [pattern: RegExp, alert: (cause: unknown) => BaseError])[] = [
  [/origin not allowed/i, (cause) => invalidConfiguration('originNotAllowed', cause)],
  [/jwt (?:validation error: )?.{0,40}not yet valid/i, (cause) => sessionExpired(cause)],
  [/invalid (?:project )?(?:id|key)/i, (cause) => invalidConfiguration('projectIdInvalid', cause)],
]

/** The alert behind what the relay or a service said; `undefined` when it is none that is known. */
export function alertFrom(error: unknown): BaseError | undefined {
  const text = messageOf(error)
  return providerMessages.find(([pattern]) => pattern.test(text))?.[1](error)
}
