import { ConnectorError } from './connector.js'

/** Faults on the way between the app, the kernel and a wallet. */

export function adapterNotFound(namespace: string): ConnectorError {
  return new ConnectorError('Adapter not found', {
    code: 'ADAPTER_NOT_FOUND',
    metaMessages: [`No plugin adds the namespace "${namespace}". List it in createKernel([...]).`],
  })
}

export function connectionClientMissing(): ConnectorError {
  return new ConnectorError('No ConnectionController client found', { code: 'CONNECTION_CLIENT_MISSING' })
}

/** A request was made of a wallet before anybody connected it. */
export function notConnected(): ConnectorError {
  return new ConnectorError('Please call connect() before request()', { code: 'NOT_CONNECTED' })
}

export function disconnectFailed(cause?: unknown): ConnectorError {
  return new ConnectorError('Failed to disconnect', { code: 'DISCONNECT_FAILED', cause })
}
