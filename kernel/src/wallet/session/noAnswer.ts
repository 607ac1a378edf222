import { ConnectorError } from '../../errors/connector.js'

/** Milliseconds that a wallet may take to answer without a prompt. */
export const answerTime = 10_000

export function noAnswer(wallet: string): ConnectorError {
  return new ConnectorError(`${wallet} did not answer in time.`, {
    code: 'WALLET_TIMEOUT',
    parameters: { wallet },
  })
}
