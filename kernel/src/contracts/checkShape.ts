import { say } from '#sentences'
import { KernelError } from '../errors/kernel.js'
import { isWords } from './words.js'

const kinds = {
  text: (value: unknown) => typeof value === 'string',
  words: isWords,
  function: (value: unknown) => typeof value === 'function',
  list: (value: unknown) => Array.isArray(value),
  number: (value: unknown) => typeof value === 'number',
  token: (value: unknown) => typeof (value as { symbol?: unknown } | null)?.symbol === 'symbol',
}

export type Shape = Readonly<Record<string, keyof typeof kinds | `${keyof typeof kinds}?`>>

/**
 * Checks the members of an entry; `text?` may be absent.
 *
 * @param pointId Names the list in the error.
 * @throws KernelError `CONTRIBUTION_INVALID` with the first member that does not fit.
 */
export function checkShape(pointId: string, value: { readonly id: string }, shape: Shape): void {
  for (const [name, stated] of Object.entries(shape)) {
    const kind = stated.replace('?', '') as keyof typeof kinds
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (kinds[kind](member) || (member === undefined && kind !== stated)) continue
    throw new KernelError(say('member', pointId, value.id, name, kind), {
      code: 'CONTRIBUTION_INVALID',
    })
  }
}
