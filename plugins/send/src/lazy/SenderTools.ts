import {
  type Account,
  type Clock,
  findCapability,
  type LogService,
  Namespace,
  type NamespaceContribution,
  type NamespaceId,
  type NativeBalancesService,
  type NavigationService,
  type NetworksService,
  type NotificationsService,
  type PluginContext,
  Send,
  type SendCapability,
  type SessionService,
  type StorageService,
} from '@latchkey/kernel/plugin'
import type { HoldingsService, NamesService, PricesService } from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import type { SendTarget } from '../Sender.js'
import { sendError } from './sendErrors.js'

/** What the parts of the sender work with. */
export interface SenderTools {
  readonly state: WritableState
  readonly context: Pick<PluginContext, 'emit' | 'list' | 'signal'>
  readonly session: SessionService
  readonly networks: NetworksService
  readonly navigation: NavigationService
  readonly nativeBalances: NativeBalancesService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly holdings: HoldingsService | undefined
  readonly prices: PricesService | undefined
  readonly names: NamesService | undefined
}

export function namespaceOf(
  { context }: Pick<SenderTools, 'context'>,
  id: NamespaceId,
): NamespaceContribution | undefined {
  return context.list(Namespace).find((candidate) => candidate.id === id)
}

/** What every question about a send begins with. */
export interface SendGround {
  readonly capability: SendCapability
  readonly from: Account
  readonly provider: unknown
  readonly networkId: SendTarget['networkId']
}

/** @throws BaseError `SEND_WALLET_GONE` when the wallet left since. */
export function groundOf(tools: SenderTools, target: SendTarget): SendGround {
  const namespace = namespaceOf(tools, target.namespace)
  const capability = namespace && findCapability(namespace.capabilities, Send)
  const connection = tools.session.connection(target.connectionId)
  const record = tools.session.state.connections.find(({ id }) => id === target.connectionId)
  const from = record?.accounts.find(
    ({ address, namespace: id }) => id === target.namespace && address === target.address,
  )
  if (!capability || !connection || !from) throw sendError('SEND_WALLET_GONE')
  return {
    capability,
    from: { ...from },
    provider: connection.provider(target.namespace),
    networkId: target.networkId,
  }
}
