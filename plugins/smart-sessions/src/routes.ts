import { route } from '@latchkey/kernel/plugin'

/** The permissions that the account gave. */
export const SmartSessionListRoute = route('SmartSessionList')
/** A permission was given. */
export const SmartSessionCreatedRoute = route('SmartSessionCreated')
