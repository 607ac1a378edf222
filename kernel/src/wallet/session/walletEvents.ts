import type { NamespaceId } from '../../contracts/caip.js'
import type { Connection } from '../../contracts/points/connector.js'
import { event } from '../../keys/event.js'

export const Connected = event<{
  readonly connectionId: string
  readonly name: string
  readonly namespaces: readonly NamespaceId[]
  /** True when an earlier session was taken up. */
  readonly reconnect: boolean
  /** How the wallet was reached, as its connector says. */
  readonly method: NonNullable<Connection['method']>
}>('CONNECT_SUCCESS')

export const Disconnected = event<{
  readonly connectionId: string
  readonly namespaces: readonly NamespaceId[]
}>('DISCONNECT_SUCCESS')

export const DisconnectFailed = event<{ readonly connectionId: string; readonly message: string }>(
  'DISCONNECT_ERROR',
)
