import type { BaseError } from '@latchkey/kernel/plugin'
import { useService, useSnapshot } from '@latchkey/ui-react'
import { useCallback } from 'react'
import type { SwapArguments } from '../routes.js'
import { type ShownQuote, Swapper, type SwapPhase, type SwapTransaction } from '../Swapper.js'

export interface UseSwapResult {
  /**
   * Opens the form, filled in with tokens, amount and network where given. Nothing is sent before the person has seen the
   * preview and confirmed in the wallet.
   * @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list
   */
  openSwap(given?: SwapArguments): Promise<void>
  readonly phase: SwapPhase
  /** The newest offer for what the form says. */
  readonly offer: ShownQuote | undefined
  /** The last one that was handed to the chain, until the form is opened again. */
  readonly transaction: SwapTransaction | undefined
  readonly error: BaseError | undefined
}

/** Opens the form to swap, and follows what comes of it. */
export function useSwap(): UseSwapResult {
  const swapper = useService(Swapper)
  const { phase, offer, transaction, error } = useSnapshot(swapper.state)
  const openSwap = useCallback((given?: SwapArguments) => swapper.open(given), [swapper])
  return {
    openSwap,
    phase,
    offer: offer as ShownQuote | undefined,
    transaction: transaction as SwapTransaction | undefined,
    error: error as BaseError | undefined,
  }
}
