import { isKernelError } from '@latchkey/kernel/plugin'
/** What can be shown of an error: the sentence for people, the code and details for developers. */
export interface ErrorDescription {
  readonly text: string | undefined
  readonly code: string | undefined
  readonly details: string
}

/** What is copied for a bug report; a wallet's answer may be as long as it likes. */
const detailsLength = 8_000

/** Reads a property of what a wallet or a plugin threw, which may throw once more. */
function read(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  try {
    return (error as { readonly [key: string]: unknown })[name]
  } catch {
    return undefined
  }
}

function field(error: unknown, name: string): string | undefined {
  const value = read(error, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Objects without a prototype, among others, cannot be written as a text. */
function asText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'no message'
  }
}

/**
 * Reads an error of any origin. Only one of our errors was written for people; the message of any other goes into the
 * details.
 */
export function describeError(error: unknown): ErrorDescription {
  const code = field(error, 'code')
  const message = field(error, 'message') ?? (typeof error === 'string' ? error : undefined)
  const name = field(error, 'name') ?? 'Error'
  const details = [`${name}${code ? ` (${code})` : ''}: ${message ?? 'no message'}`]
  let cause = read(error, 'cause')
  for (let depth = 0; cause !== undefined && depth < 5; depth++) {
    details.push(`Caused by ${field(cause, 'name') ?? 'Error'}: ${field(cause, 'message') ?? asText(cause)}`)
    cause = read(cause, 'cause')
  }
  return {
    text: isKernelError(error) ? error.shortMessage : undefined,
    code,
    details: details.join('\n').slice(0, detailsLength),
  }
}
