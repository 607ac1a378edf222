import { route } from '@latchkey/kernel/plugin'

/** What others may move out of the account, and what takes it back. */
export const ApprovalsRoute = route('Approvals')
