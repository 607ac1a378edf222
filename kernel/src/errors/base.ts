export interface BaseErrorOptions {
  readonly code: string
  readonly cause?: unknown
  /** A heading of a document that is installed with a package, such as `@latchkey/kernel/README.md#session`. */
  readonly docsPath?: string
  /** Further lines for developers: what was received, what was expected. */
  readonly metaMessages?: readonly string[]
  /** Numeric code of the wallet, node or relay, when it gave one. */
  readonly rpcCode?: number
}

/**
 * Every error of this product. `shortMessage` is a sentence for people; `message` adds context for developers.
 * `code` is stable, upper-case and never reused; match on it, or use {@link isKernelError}, never on `instanceof`.
 */
export class BaseError extends Error {
  override name = 'BaseError'
  declare readonly shortMessage: string
  declare readonly code: string
  declare readonly docsPath: string | undefined
  declare readonly metaMessages: readonly string[]
  declare readonly rpcCode: number | undefined

  constructor(shortMessage: string, { code, cause, docsPath, metaMessages = [], rpcCode }: BaseErrorOptions) {
    const parts = [shortMessage, metaMessages.join('\n'), docsPath && `Docs: ${docsPath}`]
    super(parts.filter(Boolean).join('\n\n'), cause === undefined ? undefined : { cause })
    Object.assign(this, { shortMessage, code, docsPath, metaMessages, rpcCode })
  }

  /** The first error of the cause chain, this one included, that matches; `undefined` when none does. */
  walk(matches: (error: unknown) => boolean): unknown {
    const seen = new Set<unknown>()
    let current: unknown = this
    while (current !== undefined && current !== null && !seen.has(current)) {
      if (matches(current)) return current
      seen.add(current)
      current = (current as { cause?: unknown }).cause
    }
    return undefined
  }
}

/** Whether a value is one of our errors, from any copy of this package, with the given code if one is given. */
export function isKernelError(error: unknown, code?: string): error is BaseError {
  if (typeof error !== 'object' || error === null) return false
  const candidate = error as Partial<BaseError>
  if (typeof candidate.code !== 'string' || typeof candidate.shortMessage !== 'string') return false
  return code === undefined || candidate.code === code
}

/** A sentence for people from anything that was thrown. Never markup, never longer than 300 characters. */
export function messageOf(error: unknown): string {
  const text = isKernelError(error)
    ? error.shortMessage
    : error instanceof Error
      ? error.message
      : typeof error === 'string'
        ? error
        : 'Unknown error'
  return text.length > 300 ? `${text.slice(0, 299)}…` : text || 'Unknown error'
}
