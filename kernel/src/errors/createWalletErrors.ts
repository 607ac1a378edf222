import { type BaseError, isKernelError } from './base.js'
import { ConnectorError } from './connector.js'
import { readField } from './readField.js'
import { rpcErrorFrom } from './rpc.js'
import { UserRejectedError } from './userRejected.js'

/** What wallets of a chain say in words, where their standard has no numbers for it. */
export interface WalletWords {
  /** That the person declined. Must not match what a network says of a transaction that it rejects. */
  readonly declined: RegExp
  /** That the person has not allowed the app, or not any more. */
  readonly notAllowed?: RegExp
}

/** Wallet Standard's number for a person who declined; 4001 and its like are known to `rpcErrorFrom`. */
const declinedNumber = 4_001_000
/** Characters read of what a wallet says: a pattern over more would hold up the page. */
const textLimit = 500

/**
 * Makes the function that maps what a wallet threw to one of our errors, once, at the connector's border. Words and
 * numbers are read without trusting the value: a getter or a proxy that throws is as if there were none.
 *
 * @example
 * const walletErrorFrom = createWalletErrors({ declined: /user rejected|cancelled/i })
 */
export function createWalletErrors({ declined, notAllowed }: WalletWords): (error: unknown) => BaseError {
  return (error) => {
    if (isKernelError(error)) return error
    const text = textOf(error)
    const number = numberOf(error)
    if (number === declinedNumber || declined.test(text)) {
      return new UserRejectedError({ cause: error, ...(number === undefined ? {} : { rpcCode: number }) })
    }
    if (notAllowed?.test(text)) {
      return new ConnectorError('The wallet does not allow this app. Allow it in the wallet and try again.', {
        code: 'WALLET_UNAUTHORIZED',
        cause: error,
        metaMessages: [`The wallet said: ${text.slice(0, 200)}`],
      })
    }
    return rpcErrorFrom(error)
  }
}

function textOf(error: unknown): string {
  const text = typeof error === 'string' ? error : readField(error, 'message')
  return typeof text === 'string' ? text.slice(0, textLimit).trim() : ''
}

function numberOf(error: unknown): number | undefined {
  const code = readField(readField(error, 'context'), '__code') ?? readField(error, 'code')
  const number = typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
