import { type BaseError, ConnectorError, isKernelError, UserRejectedError } from '@latchkey/kernel/plugin'
import { readField, rpcErrorFrom } from '@latchkey/kernel/chain'

/** Injected wallets have no numbers for it: mostly an Error of one word. A node that rejects says more than this. */
const rejectionText =
  /^(?:error: )?(?:cancell?ed|rejected|denied|declined)\.?$|(?:rejected|denied|declined|cancell?ed)(?: by)?(?: the)? user|user (?:has )?(?:rejected|denied|declined|cancell?ed)|(?:request|transaction|signing|signature)(?: was| has been)? (?:rejected|denied|declined|cancell?ed)/i

/** What the first extension says, and others after it, once a person has refused the page. */
const refusedText = /not allowed to interact|has not been authorized|unauthori[sz]ed/i

/** Maps what a wallet threw to one of our errors, once, at this border. */
export function walletErrorFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const message = typeof error === 'string' ? error : readField(error, 'message')
  const text = typeof message === 'string' ? message.slice(0, 500).trim() : ''
  if (rejectionText.test(text)) return new UserRejectedError({ cause: error })
  if (refusedText.test(text)) {
    return new ConnectorError('The wallet does not allow this app. Allow it in the wallet and try again.', {
      code: 'WALLET_UNAUTHORIZED',
      cause: error,
      metaMessages: [`The wallet said: ${text.slice(0, 200)}`],
    })
  }
  return rpcErrorFrom(error)
}

/** The wallet lacks a method that is needed. */
export function featureMissing(wallet: string, action: string, method: string): ConnectorError {
  return new ConnectorError(`${wallet} cannot ${action}. Use another wallet for this.`, {
    code: 'WALLET_FEATURE_MISSING',
    metaMessages: [`Needed: ${method} of its signer.`],
  })
}
