import { useService, useSnapshot } from '@latchkey/ui-react'
import { Onramp, type OnrampState } from '../OnrampService.js'

/** The state of buying, drawn at once: a field that lags behind its keys loses the caret. */
export function useOnrampState(): OnrampState {
  return useSnapshot(useService(Onramp).state, { sync: true }) as OnrampState
}
