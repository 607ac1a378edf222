import type { SwapController } from '../Swapper.js'

export interface SwapViewProps {
  readonly controller: SwapController
}
