import { type BaseError, isKernelError, Log, type NetworkId } from '@latchkey/kernel/plugin'
import { unknownError } from '@latchkey/kernel/wallet'
import { type Collectible, Collectibles, type CollectiblesPage } from '@latchkey/kernel/contracts'
import { useService, useViewMemory } from '@latchkey/ui-react'
import { useCallback, useEffect, useRef, useState } from 'react'

interface Pages {
  /** Whose they are: an answer for another account or network is dropped. */
  readonly of: string
  readonly items: readonly Collectible[]
  readonly next: string | undefined
  readonly status: 'loading' | 'success' | 'error'
  readonly error: BaseError | undefined
  /** When the first page was read, in milliseconds since the epoch. */
  readonly readAt?: number | undefined
}

export interface UseCollectiblesResult extends Omit<Pages, 'of' | 'next' | 'readAt'> {
  readonly hasMore: boolean
  /** Of when `items` are, where they could not be read again since, in milliseconds since the epoch. */
  readonly oldSince: number | undefined
  /** The next page, or once more the one that failed. */
  readMore(): void
}

const none = (of: string): Pages => ({ of, items: [], next: undefined, status: 'loading', error: undefined })

/** Collectibles of an account on a network, page by page. Those of the last visit stay where they can't be read again. */
export function useCollectibles(networkId: NetworkId, address: string): UseCollectiblesResult {
  const service = useService(Collectibles)
  const log = useService(Log)
  const of = `${networkId}:${address}`
  const memory = useViewMemory()
  const [kept, setKept] = useState<Pages>(() => none(of))
  const running = useRef<AbortController>(undefined)
  // The pages that are shown end where a first page is still to be read.
  const isFirst = useRef(true)
  const pages = kept.of === of ? kept : none(of)

  const read = useCallback(
    (before: Pages, shown: Pages) => {
      running.current?.abort()
      const run = new AbortController()
      running.current = run
      const { next } = before
      setKept({ ...shown, status: 'loading', error: undefined })
      // Only after a second drawing, such as StrictMode's, has taken the first one back.
      Promise.resolve()
        .then(() => {
          run.signal.throwIfAborted()
          const cursor = next === undefined ? {} : { cursor: next }
          return service.read({ networkId, address, ...cursor, signal: run.signal })
        })
        .then(
          (page) => {
            if (run.signal.aborted) return
            const whole = { ...append(before, page), readAt: before.readAt ?? Date.now() }
            isFirst.current = false
            memory.write(`collectibles ${before.of}`, whole)
            setKept(whole)
          },
          (error: unknown) => {
            if (run.signal.aborted) return
            log.warn('Couldn’t load NFTs.', error)
            setKept({
              ...shown,
              status: 'error',
              error: isKernelError(error) ? error : unknownError(error),
            })
          },
        )
    },
    [service, log, memory, networkId, address],
  )

  useEffect(() => {
    const fresh = none(`${networkId}:${address}`)
    isFirst.current = true
    read(fresh, (memory.read(`collectibles ${fresh.of}`) as Pages | undefined) ?? fresh)
    return () => running.current?.abort()
  }, [read, memory, networkId, address])

  const { items, status, error, next, readAt } = pages
  return {
    items,
    status,
    error,
    hasMore: next !== undefined && !isFirst.current,
    oldSince: status === 'error' && isFirst.current ? readAt : undefined,
    readMore: () => {
      if (status !== 'loading') read(isFirst.current ? none(of) : pages, pages)
    },
  }
}

const keyOf = ({ address, id }: Collectible) => `${address} ${id}`

/** Pages may overlap when something moved in between. */
function append(before: Pages, page: CollectiblesPage): Pages {
  const known = new Set(before.items.map(keyOf))
  const fresh = page.items.filter((item) => {
    const isNew = !known.has(keyOf(item))
    known.add(keyOf(item))
    return isNew
  })
  // A source that answers the cursor it was asked with would go on for ever.
  const next = page.next === before.next ? undefined : page.next
  return { ...before, items: [...before.items, ...fresh], next, status: 'success', error: undefined }
}
