import { ConnectorError } from '@latchkey/kernel/plugin'

export function walletConnectConnectorNotFound(): ConnectorError {
  return new ConnectorError('WalletConnectConnector not found', {
    code: 'WALLET_CONNECT_CONNECTOR_NOT_FOUND',
    metaMessages: ['List the WalletConnect plugin in createKernel([...]).'],
  })
}
