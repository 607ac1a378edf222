import { Balance, type BalanceCapability, namespaceOf } from '@latchkey/kernel/contracts'
import type { NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import { useChain } from '../useChain.js'
import { useNamespace } from '../useNamespace.js'
import { useAccount } from './useAccount.js'
import type { Readiness } from './useNativeBalance.js'

export interface BalanceChoice {
  readonly namespace?: NamespaceId | undefined
  readonly networkId?: NetworkId | undefined
  readonly address?: string | undefined
}

/** Whose balance is asked for, where, and of whom. */
export interface BalanceQuestion {
  readonly readiness: Readiness
  readonly networkId: NetworkId | undefined
  readonly address: string | undefined
  readonly reader: BalanceCapability | undefined
  /** By the rules of the namespace. */
  isSameAddress(left: string, right: string): boolean
}

export function useBalanceQuestion(choice: BalanceChoice): BalanceQuestion {
  const wanted = choice.networkId === undefined ? choice.namespace : namespaceOf(choice.networkId)
  const asked = wanted === undefined ? {} : { namespace: wanted }
  const account = useAccount(asked)
  const address = choice.address ?? account.address
  const networkId = choice.networkId ?? account.networkId
  const namespace = useNamespace(wanted ?? account.namespace)
  const reader = useChain(networkId, Balance)
  const isListed = namespace?.networks.some(({ id }) => id === networkId)
  return {
    readiness: address === undefined ? 'disconnected' : isListed && reader ? 'ready' : 'unavailable',
    networkId,
    address,
    reader,
    isSameAddress: namespace?.isSameAddress ?? Object.is,
  }
}
