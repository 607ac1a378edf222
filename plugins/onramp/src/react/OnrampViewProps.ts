import type { OnrampController } from '../OnrampService.js'

export interface OnrampViewProps {
  readonly controller: OnrampController
}
