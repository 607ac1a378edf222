import {
  Balance,
  type BalanceCapability,
  type NamespaceId,
  namespaceOf,
  type NetworkId,
  TransactionSettled,
} from '@latchkey/kernel/plugin'
import { useEffect, useRef } from 'react'
import { attempt } from '../contain/attempt.js'
import { useChain } from '../useChain.js'
import { useKernel } from '../useKernel.js'
import { useNamespace } from '../useNamespace.js'
import { useAccount } from './useAccount.js'
import { useNetwork } from './useNetwork.js'

export interface BalanceChoice {
  readonly namespace?: NamespaceId
  readonly networkId?: NetworkId
  readonly address?: string
}

/** Whose balance is asked for, where, and of whom. */
export type BalanceQuestion =
  | { readonly status: 'disconnected' | 'unavailable'; readonly namespace: NamespaceId | undefined }
  | {
      readonly status: 'ready'
      readonly namespace: NamespaceId
      readonly networkId: NetworkId
      readonly address: string
      readonly reader: BalanceCapability
    }

export function useBalanceQuestion(choice: BalanceChoice): BalanceQuestion {
  const wanted = choice.networkId === undefined ? choice.namespace : namespaceOf(choice.networkId)
  const asked = wanted === undefined ? {} : { namespace: wanted }
  const account = useAccount(asked)
  const active = useNetwork(asked)
  const namespace = wanted ?? account.namespace
  const address = choice.address ?? account.address
  const networkId = choice.networkId ?? active.networkId
  const networks = useNamespace(namespace)?.networks
  const reader = useChain(networkId, Balance)
  if (address === undefined || namespace === undefined) return { status: 'disconnected', namespace }
  const isListed = networks?.some(({ id }) => id === networkId)
  if (!isListed || !reader || networkId === undefined) return { status: 'unavailable', namespace }
  return { status: 'ready', namespace, networkId, address, reader }
}

/** Reads when the question is another one, and again once a transaction of the account is decided. */
export function useReadings(question: BalanceQuestion, read: (force: boolean) => void): void {
  const { events } = useKernel()
  const isSame = useNamespace(question.namespace)?.isSameAddress
  const current = useRef({ question, isSame })
  useEffect(() => {
    current.current = { question, isSame }
  })
  useEffect(() => read(false), [read])
  useEffect(
    () =>
      events.on(TransactionSettled, ({ address, record }) => {
        const { question: shown, isSame: rule = Object.is } = current.current
        if (shown.status !== 'ready' || shown.networkId !== record.networkId) return
        if (attempt(() => rule(shown.address, address), false)) read(true)
      }),
    [events, read],
  )
}
