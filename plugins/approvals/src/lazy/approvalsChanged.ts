import { BaseError } from '@latchkey/kernel/plugin'

/** What is on screen is of another account, or was read again meanwhile. */
export const approvalsChanged = (): BaseError =>
  new BaseError('The list has changed. Look at it again.', { code: 'APPROVALS_CHANGED' })
