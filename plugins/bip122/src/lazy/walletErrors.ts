import { type BaseError, ConnectorError, UserRejectedError } from '@latchkey/kernel/plugin'
import { createWalletErrors, readField } from '@latchkey/kernel/chain'

/** Maps what a wallet threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors({
  /** Many Bitcoin wallets give words alone. A network that rejects a transaction does not match. */
  declined:
    /(?:user|request) (?:has )?(?:rejected|denied|declined|cancell?ed|closed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user|user.?rejection|(?:popup|window|plugin)(?: was)? closed/i,
})

/** sats-connect gives the reserved server numbers of JSON-RPC a meaning of their own. */
export function satsConnectErrorFrom(wallet: string, method: string, error: unknown): BaseError {
  const rpcCode = readField(error, 'code')
  const message = readField(error, 'message')
  const options = {
    cause: error,
    metaMessages: [
      `Method: ${method}`,
      `The wallet said: ${typeof message === 'string' ? message.slice(0, 200) : 'nothing'}`,
    ],
  }
  if (rpcCode === -32000) return new UserRejectedError({ cause: error, rpcCode })
  if (rpcCode === -32001 || rpcCode === -32601) {
    return new ConnectorError(`${wallet} can’t do this. Use another wallet, or another address of it.`, {
      ...options,
      code: 'WALLET_METHOD_UNSUPPORTED',
      parameters: { wallet },
      rpcCode,
    })
  }
  if (rpcCode === -32002) {
    return new ConnectorError(
      `${wallet} does not let this app do that. Connect it again to ask for access.`,
      {
        ...options,
        code: 'WALLET_ACCESS_DENIED',
        parameters: { wallet },
        rpcCode,
      },
    )
  }
  return walletErrorFrom(error)
}
