import type { PayController } from '../Payer.js'

export interface PayViewProps {
  readonly controller: PayController
}
