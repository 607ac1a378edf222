import { ConnectorError } from '@latchkey/kernel/plugin'

export function noCommonNetwork(name: string): ConnectorError {
  return new ConnectorError(`${name} supports none of the Solana networks this app uses.`, {
    code: 'WALLET_NETWORK_UNSUPPORTED',
    parameters: { wallet: name },
  })
}
