import { say } from '#sentences'
import { BaseError } from '../errors/base.js'

/** The part of Standard Schema 1 that is used: zod/mini, valibot and others have it. */
export interface Schema<Output> {
  readonly '~standard': {
    readonly version: 1
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * Parses what came from outside.
 *
 * @param what Names the source in the error: 'The stored session', 'The answer of the price service'.
 * @throws BaseError `INVALID_DATA` with the first five places that do not fit.
 */
export function parse<Output>(schema: Schema<Output>, value: unknown, what: string): Output {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    throw new BaseError(say('asyncSchema'), { code: 'INVALID_SCHEMA' })
  }
  if (!result.issues) return result.value
  throw new BaseError(`${what} does not have the expected form.`, {
    code: 'INVALID_DATA',
    parameters: { what },
    metaMessages: result.issues.slice(0, 5).map((issue) => `${pathOf(issue)}: ${issue.message}`),
  })
}

function pathOf(issue: SchemaIssue): string {
  const keys = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return keys.join('.') || '(whole)'
}
