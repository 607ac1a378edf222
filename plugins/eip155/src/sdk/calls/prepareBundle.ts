import { isKernelError } from '@latchkey/kernel/plugin'
import type { PreparedCalls } from '@latchkey/kernel/contracts'
import { noBundleCodes } from './noBundleCodes.js'

type Submit = Pick<PreparedCalls, 'submit' | 'isHandedOver'>

export interface BundlePlan {
  /** What was found out about the calls. */
  readonly facts: Omit<PreparedCalls, 'atomic' | 'steps' | keyof Submit>
  readonly bundle: Submit
  /** The same calls as a transaction each. Absent where they have to happen at once, or where only a bundle names who pays. */
  readonly apart: (Submit & { readonly steps: number }) | undefined
  /** Whether all calls happen, or none of them, while the wallet keeps to what it says of itself. */
  readonly isAtomic: boolean
}

/**
 * Calls that a wallet is asked for at once. Where it then can't take them so, whatever it said of itself, it's asked for one after the
 * other: `steps` and `atomic` change with that.
 */
export function prepareBundle({ facts, bundle, apart, isAtomic }: BundlePlan): PreparedCalls {
  let current: Submit & { readonly steps?: number } = bundle
  return {
    ...facts,
    get atomic() {
      return isAtomic && current === bundle
    },
    get steps() {
      return current.steps ?? 1
    },
    async submit(options) {
      const asked = current
      try {
        return await asked.submit(options)
      } catch (error) {
        const isNoBundle = isKernelError(error) && noBundleCodes.includes(error.code)
        if (asked !== bundle || !apart || !isNoBundle) throw error
        current = apart
        return apart.submit(options)
      }
    },
    isHandedOver: () => current.isHandedOver(),
  }
}
