import { type BaseError, ConnectorError, isKernelError, UserRejectedError } from '@latchkey/kernel/plugin'
import { readField, rpcErrorFrom } from '@latchkey/kernel/chain'

/** Wallet Standard's own error for it; kernel numbers such as 4001 are known to `rpcErrorFrom`. */
const rejectionNumber = 4_001_000

/** There is no standard code for a rejection on Solana, so words decide. A network that rejects does not match. */
const rejectionText =
  /user (?:has )?(?:rejected|denied|declined|cancell?ed|disapproved|closed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user|approval (?:denied|rejected)|(?:connection|sign ?in|signature|signing) (?:request )?(?:was )?(?:rejected|denied|declined|cancell?ed)|(?:popup|window|plugin)(?: was)? closed/i

const toNumber = (code: unknown) =>
  typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN

/** Maps what a wallet threw to one of our errors, once, at this border. */
export function walletErrorFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const message = readField(error, 'message')
  const text = typeof message === 'string' ? message : typeof error === 'string' ? error : ''
  const number = toNumber(readField(readField(error, 'context'), '__code') ?? readField(error, 'code'))
  if (number === rejectionNumber || rejectionText.test(text.slice(0, 500))) {
    return new UserRejectedError({ cause: error, ...(Number.isFinite(number) ? { rpcCode: number } : {}) })
  }
  return rpcErrorFrom(error)
}

/** The wallet lacks a feature that is needed. */
export function featureMissing(wallet: string, action: string, feature: string): ConnectorError {
  return new ConnectorError(`${wallet} cannot ${action}. Use another wallet for this.`, {
    code: 'WALLET_FEATURE_MISSING',
    metaMessages: [`Needed: ${feature}, by the wallet and by the account.`],
  })
}
