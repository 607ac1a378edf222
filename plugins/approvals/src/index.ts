export { approvals } from './approvals.js'
export type { ApprovalsOptions } from './approvals.js'
export { Approvals } from './ApprovalsService.js'
export type {
  ApprovalsService,
  ApprovalsState,
  ListedApproval,
  PreparedRevoke,
  Revoking,
} from './ApprovalsService.js'
export { ApprovalsRoute } from './routes.js'
