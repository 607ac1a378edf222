import { BaseError } from '@latchkey/kernel/plugin'
import { swapError } from '../swapErrors.js'

/** An error with a sentence for the user: what has none of its own is a source's. */
export const toSwapError = (cause: unknown): BaseError =>
  cause instanceof BaseError ? cause : swapError('SWAP_SOURCE_FAILED', { cause })
