import { History, type TransactionRecord } from '@latchkey/kernel/contracts'
import { Clock, Log, type NetworkId, wait } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { useEffect, useState } from 'react'
import { useKernel } from '../useKernel.js'

export interface TakenTransaction {
  readonly networkId: NetworkId
  /** The account that sent it, in the namespace's own form. */
  readonly address: string | undefined
  /** Its id. `undefined` while nobody has named it. */
  readonly id: string | undefined
}

/** Looks into the history, and milliseconds between them: a node may be a block (12 s) behind the one that told the end. */
const looks = 4
const pause = 4_000
/** How many transactions back it may stand: others may follow it at once. */
const depth = 5

/**
 * Returns a transaction as the chain's history has it, with the fee that was paid and the time. `undefined` until that is
 * read, and where the chain has no history.
 *
 * @param isEnded Whether the chain has decided. Nothing is read before.
 */
export function useTakenRecord(
  { networkId, address, id }: TakenTransaction,
  isEnded: boolean,
): TransactionRecord | undefined {
  const kernel = useKernel()
  const [taken, setTaken] = useState<TransactionRecord>()
  useEffect(() => {
    if (!isEnded || address === undefined || id === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    const read = async () => {
      for (let look = 0; look < looks; look += 1) {
        if (look > 0) await wait(kernel.get(Clock), pause, signal)
        const history = kernel.get(Wallets).chain(networkId, History)
        if (!history) return
        const page = await history.read({ networkId, address, limit: depth, fresh: true, signal })
        const found = page.transactions.find((record) => record.id === id && record.status !== 'pending')
        if (signal.aborted) return
        if (found) return setTaken(found)
      }
    }
    read().catch((error: unknown) => {
      // The row says what the fee was at most: that stays true.
      if (!signal.aborted) kernel.get(Log).warn('The fee of a transaction could not be read.', error)
    })
    return () => leaving.abort()
  }, [kernel, networkId, address, id, isEnded])
  return taken?.id === id ? taken : undefined
}
