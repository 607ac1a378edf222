import { ConnectorError } from './connector.js'

/** @param namespace The one that was asked for, when the connection may exist without it. */
export function connectionNotFound(connectionId: string, namespace?: string): ConnectorError {
  const missing = namespace === undefined ? 'is there' : `spans the namespace "${namespace}"`
  return new ConnectorError('This wallet is not connected here any more. Connect it again.', {
    code: 'CONNECTION_NOT_FOUND',
    metaMessages: [`No connection "${connectionId}" ${missing}.`],
  })
}
