import { KernelError } from '../errors/kernel.js'
import { describeOther } from './describeOther.js'
import { inDevelopment } from './inDevelopment.js'
import { isOptions } from './isOptions.js'

/**
 * Refuses what is no object of options, and an option that does not exist: a slip of the pen would change nothing. Options that
 * are left out, or undefined, are fine.
 *
 * @param call Function that the host called: `swap`.
 * @param given What the host gave for options, of code without types too.
 * @param names Options that exist. Written as below, the compiler tells of one that is left out.
 * @param code Code of a plugin that has one for all mistakes of its options.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`, or `code` for both.
 *
 * @example
 * const names = { currency: true, slippage: true } satisfies Record<keyof SwapOptions, true>
 * checkOptionNames('swap', options, names)
 */
export function checkOptionNames(
  call: string,
  given: unknown,
  names: Readonly<Record<string, true>>,
  code?: string,
): void {
  if (given === undefined) return
  if (!isOptions(given)) {
    const got = inDevelopment ? `, got ${describeOther(given)}` : ''
    throw new KernelError(`${call}() takes an object of options${got}.`, {
      code: code ?? 'OPTIONS_NO_OBJECT',
    })
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const known = inDevelopment ? ` There are: ${Object.keys(names).join(', ')}.` : ''
  throw new KernelError(`${call}() has no option "${unknown}".${known}`, { code: code ?? 'OPTION_UNKNOWN' })
}
