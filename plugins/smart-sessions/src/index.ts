export { SmartSessionCreatedRoute, SmartSessionListRoute } from './routes.js'
export { smartSessions } from './smartSessions.js'
export { SmartSessions } from './SmartSessionsService.js'
export type {
  ListedSession,
  SessionRequest,
  SessionStatus,
  SmartSession,
  SmartSessionsService,
  SmartSessionsState,
} from './SmartSessionsService.js'
export type { Allowance, Terms } from './sdk/terms.js'
export type { GivenPermission } from './sdk/redeemCalls.js'
