import type { NamespaceId } from '../../contracts/caip.js'
import type { ConnectorContribution } from '../../contracts/points/connector.js'
import { adapterNotFound } from '../../errors/connection.js'
import { ConnectorError } from '../../errors/connector.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type { SessionAccounts } from './accounts.js'
import { invalidConnection } from './connectionCheck.js'
import type { SessionConnections } from './connections.js'
import { createConnectionOpener, type OpenParameters } from './createConnectionOpener.js'
import { rememberWallet } from './rememberWallet.js'
import type { Attempt, SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { Connected } from './walletEvents.js'

export interface ConnectParameters extends Omit<OpenParameters, 'stored' | 'followed'> {
  /** Makes the wallet's namespace the active one even when another one is connected. */
  readonly activate: boolean
}

/** How connections are opened: by a person, or from an earlier session without a prompt. */
export interface SessionOpening {
  /**
   * @param asked The namespaces that were asked for, if any were named.
   * @throws ConnectorError that says why nothing can be connected: no such wallet, no plugin for what was asked, or none
   *   of the wallet's networks is listed.
   */
  refuse(
    connectorId: string,
    connector: ConnectorContribution | undefined,
    asked?: readonly NamespaceId[],
  ): never
  connect(parameters: ConnectParameters): Promise<ConnectionRecord>
  restore(
    connectors: readonly ConnectorContribution[],
    attempt: Attempt,
    session: Pick<OpenParameters, 'stored' | 'followed'>,
  ): Promise<void>
}

export function createSessionOpening(
  core: SessionCore,
  accounts: SessionAccounts,
  connections: SessionConnections,
): SessionOpening {
  const { state } = core
  const open = createConnectionOpener(core, accounts, connections)

  const announce = ({ id, name, namespaces }: ConnectionRecord, reconnect: boolean) => {
    const method = core.live.get(id)?.method ?? 'browser'
    core.options.events.emit(Connected, { connectionId: id, name, namespaces, reconnect, method })
  }

  return {
    refuse(connectorId, connector, asked = []) {
      if (!connector) throw connectorNotFound(connectorId)
      const [first] = asked
      throw first === undefined ? noNamespace(connector.name) : adapterNotFound(first)
    },
    async connect(parameters) {
      const { connectors, attempt } = parameters
      try {
        const entry = await open('connect', parameters)
        if (!entry) throw invalidConnection(connectors[0]?.name ?? '', 'it ended before it began')
        const isConnected = state.namespaces[state.activeNamespace ?? '']?.status === 'connected'
        if (parameters.activate || !isConnected) {
          const granted = attempt.namespaces.find((namespace) => entry.namespaces.includes(namespace))
          state.activeNamespace = granted ?? entry.namespaces[0]
        }
        rememberWallet(core, entry)
        core.save()
        announce(entry, false)
        core.options.connected?.(entry)
        return entry
      } catch (error) {
        throw rpcErrorFrom(error, { method: 'connect' })
      }
    },
    async restore(connectors, attempt, session) {
      const entry = await open('restore', { connectors, attempt, ...session })
      if (!entry) return
      core.save()
      announce(entry, true)
    },
  }
}

function connectorNotFound(connectorId: string): ConnectorError {
  return new ConnectorError('This wallet is not available any more. Choose it again from the list.', {
    code: 'CONNECTOR_NOT_FOUND',
    metaMessages: [`No connector has the id "${connectorId}".`],
  })
}

function noNamespace(name: string): ConnectorError {
  return new ConnectorError(`${name} supports none of the networks this app uses.`, {
    code: 'NAMESPACE_NOT_FOUND',
    parameters: { wallet: name },
  })
}
