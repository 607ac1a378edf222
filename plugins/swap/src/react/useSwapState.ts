import { useService, useSnapshot } from '@latchkey/ui-react'
import { Swapper, type SwapState } from '../Swapper.js'

/** The state of swapping, drawn at once: a field that lags behind its keys loses the caret. */
export function useSwapState(): SwapState {
  return useSnapshot(useService(Swapper).state, { sync: true }) as SwapState
}
