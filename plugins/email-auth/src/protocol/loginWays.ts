import { socialProviders } from './providers.js'

/** What a person may be logged in by. `token`: the host vouched. */
export const loginWays = ['email', 'passkey', 'token', ...socialProviders] as const
export type LoginWay = (typeof loginWays)[number]
