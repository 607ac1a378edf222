import { type BaseError, ConnectorError } from '@latchkey/kernel/plugin'
import {
  Calls,
  type CallsDecision,
  type FollowCallsRequest,
  namespaceOf,
  type SendDecision,
  type SubmittedTransaction,
} from '@latchkey/kernel/contracts'
import { kernelErrorFrom, Wallets, type WalletsService } from '@latchkey/kernel/wallet'
import { useEffect, useRef, useState } from 'react'
import { useService } from '../useService.js'

/** What became of a transaction, and of calls that are several: `data.status` says whether it went through. */
export type TransactionDecision = SendDecision & Partial<Pick<CallsDecision, 'transactions' | 'isPartial'>>

export type UseWaitForTransactionResult =
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined }
  /** The chain has decided, for it or against it. */
  | { readonly status: 'success'; readonly data: TransactionDecision; readonly error: undefined }
  /** It can't be told. The transaction may still go through. */
  | { readonly status: 'error'; readonly data: undefined; readonly error: BaseError }

const idle = { status: 'idle', data: undefined, error: undefined } as const
const pending = { status: 'pending', data: undefined, error: undefined } as const

/**
 * Waits until the chain has decided on a transaction: one that was just sent, or one of an earlier page by what was kept
 * of it (`id`, `networkId`, `from`, `sentAt`, and `trail` where there was one).
 *
 * @param transaction `undefined` while there is none.
 *
 * @example
 * const { state } = useSendTransaction(EvmCalls)
 * const { data } = useWaitForTransaction(state.data)
 */
export function useWaitForTransaction(
  transaction: SubmittedTransaction | FollowCallsRequest | undefined,
): UseWaitForTransactionResult {
  const wallets = useService(Wallets)
  const [decided, setDecided] = useState<{ key: string; result: UseWaitForTransactionResult }>()
  const current = useRef(transaction)
  useEffect(() => {
    current.current = transaction
  })
  // An equal question is the same one, though each rendering writes it as a new object.
  const key =
    transaction && JSON.stringify([transaction.id, 'networkId' in transaction && transaction.networkId])

  useEffect(() => {
    const wanted = current.current
    if (key === undefined || !wanted) return undefined
    const controller = new AbortController()
    const tell = (result: UseWaitForTransactionResult) =>
      controller.signal.aborted || setDecided({ key, result })
    takeUp(wallets, wanted)
      .then((submitted) => submitted.wait(controller.signal))
      .then(
        (data) => tell({ status: 'success', data, error: undefined }),
        (cause: unknown) => tell({ status: 'error', data: undefined, error: kernelErrorFrom(cause) }),
      )
    return () => controller.abort()
  }, [wallets, key])

  if (key === undefined) return idle
  return decided?.key === key ? decided.result : pending
}

/** With the wallet where it is connected: some ids are known to it alone. */
async function takeUp(
  wallets: WalletsService,
  transaction: SubmittedTransaction | FollowCallsRequest,
): Promise<SubmittedTransaction> {
  if ('wait' in transaction) return transaction
  const { networkId, from } = transaction
  const wallet = wallets.active(namespaceOf(networkId))
  const isSender = wallet?.contribution.isSameAddress(wallet.account.address, from)
  const calls = (isSender ? wallet?.use(Calls) : undefined) ?? wallets.chain(networkId, Calls)
  const followed = calls?.follow?.(transaction)
  if (followed) return followed
  throw new ConnectorError('This network can’t tell what became of the transaction. Look at the explorer.', {
    code: 'CAPABILITY_MISSING',
    metaMessages: [`Capability: ${Calls.id}`],
  })
}
