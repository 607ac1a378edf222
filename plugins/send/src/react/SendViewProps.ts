import type { SendController } from '../Sender.js'

/** What every view of sending gets beside the parameters of its route. */
export interface SendViewProps {
  readonly controller: SendController
}
