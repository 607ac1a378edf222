import { useService, useSnapshot } from '@latchkey/ui-react'
import { Sender, type SendState } from '../Sender.js'

/** The state of sending, drawn at once: a field that lags behind its keys loses the caret. */
export function useSendState(): SendState {
  return useSnapshot(useService(Sender).state, { sync: true }) as SendState
}
