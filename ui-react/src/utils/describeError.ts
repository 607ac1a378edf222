/** What can be shown of an error: the sentence for people, the code and details for developers. */
export interface ErrorDescription {
  readonly text: string | undefined
  readonly code: string | undefined
  readonly details: string
}

function field(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value = (error as { readonly [key: string]: unknown })[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Reads an error of any origin. Only an error with a `shortMessage` was written for people; the message
 * of any other goes into the details.
 */
export function describeError(error: unknown): ErrorDescription {
  const code = field(error, 'code')
  const message = field(error, 'message') ?? (typeof error === 'string' ? error : undefined)
  const name = field(error, 'name') ?? 'Error'
  const details = [`${name}${code ? ` (${code})` : ''}: ${message ?? 'no message'}`]
  let cause: unknown =
    typeof error === 'object' && error !== null ? (error as { cause?: unknown }).cause : undefined
  for (let depth = 0; cause !== undefined && depth < 5; depth++) {
    details.push(`Caused by ${field(cause, 'name') ?? 'Error'}: ${field(cause, 'message') ?? String(cause)}`)
    cause = typeof cause === 'object' && cause !== null ? (cause as { cause?: unknown }).cause : undefined
  }
  return { text: field(error, 'shortMessage'), code, details: details.join('\n') }
}
