import { findCapability, Identities, Send } from '@latchkey/kernel/plugin'
import type { SendTarget } from '../Sender.js'
import { namespaceOf, type SenderTools } from './SenderTools.js'

/** The active account on the active network; undefined while nothing is connected. */
export function readTarget(tools: SenderTools): SendTarget | undefined {
  const { session, networks, names } = tools
  const namespace = session.state.activeNamespace
  if (namespace === undefined) return undefined
  const connection = session.activeConnection(namespace)
  const account = session.activeAccount(namespace)
  const active = networks.active(namespace)
  if (!connection || !account || !active) return undefined
  const capabilities = namespaceOf(tools, namespace)?.capabilities ?? []
  const send = findCapability(capabilities, Send)
  const chainNames = findCapability(capabilities, Identities)
  const hasNames =
    names?.supports(active.id) || (chainNames !== undefined && (chainNames.supports?.(active.id) ?? true))
  return {
    namespace,
    networkId: active.id,
    networkName: active.network?.name ?? active.id,
    connectionId: connection.id,
    address: account.address,
    isSmartAccount: account.kind === 'smartAccount',
    walletName: connection.name,
    ...(connection.icon === undefined ? {} : { walletIcon: connection.icon }),
    canSend: send !== undefined && active.status === 'supported',
    hasTokens: send?.tokens === true,
    feeLevels: send?.feeLevels ?? [],
    hasNames,
  }
}

/** Whether a draft for one may go on for the other. */
export function isSameTarget(left: SendTarget | undefined, right: SendTarget | undefined): boolean {
  return (
    left?.connectionId === right?.connectionId &&
    left?.networkId === right?.networkId &&
    left?.address === right?.address &&
    left?.namespace === right?.namespace
  )
}
