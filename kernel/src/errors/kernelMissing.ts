import type { BaseErrorOptions } from './base.js'
import { KernelError } from './kernel.js'

/**
 * A hook was used outside the provider. The specification's sentence, with this product's own names in it.
 *
 * @param help What to do in the framework of the hook.
 */
export function kernelMissing(
  create = 'createKernel',
  hook = 'useKernel',
  help: Pick<BaseErrorOptions, 'metaMessages' | 'docsPath'> = {},
): KernelError {
  return new KernelError(`Please call "${create}" before using "${hook}" hook.`, {
    ...help,
    code: 'KERNEL_MISSING',
  })
}
