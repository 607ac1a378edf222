import { Session } from '@latchkey/kernel/wallet'
import { sessionState } from './contain/serviceStates.js'
import { useServiceState } from './useServiceState.js'

/** The session and its state, for parts that must be drawn even where a plugin has broken it. */
export const useSession = () => useServiceState(Session, sessionState)
