import { ConnectorError } from './connector.js'

/** The person said no. Not a failure: no red snackbar, no error event. */
export class UserRejectedError extends ConnectorError {
  override name = 'UserRejectedError'

  constructor(options: { cause?: unknown; rpcCode?: number } = {}) {
    super('The request was declined in the wallet.', { ...options, code: 'USER_REJECTED' })
  }
}
