import { type BaseError, isKernelError, Log, type NetworkId } from '@latchkey/kernel/plugin'
import { unknownError } from '@latchkey/kernel/wallet'
import {
  type Collectible,
  Collectibles,
  type CollectiblesPage,
  type CollectiblesRequest,
  type CollectiblesService,
} from '@latchkey/kernel/contracts'
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
  /** They were read on an earlier visit, and the first page is still to be read again. */
  readonly isOld?: true
}

export interface UseCollectiblesResult extends Omit<Pages, 'of' | 'next' | 'readAt' | 'isOld'> {
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
  const pages = kept.of === of ? kept : none(of)

  const read = useCallback(
    (shown: Pages) => {
      running.current?.abort()
      const run = new AbortController()
      running.current = run
      setKept({ ...shown, status: 'loading', error: undefined })
      readPage(service, { networkId, address, signal: run.signal }, shown).then(
        (whole) => {
          if (run.signal.aborted) return
          memory.write(`collectibles ${whole.of}`, whole)
          setKept(whole)
        },
        (cause: unknown) => {
          if (run.signal.aborted) return
          log.warn('Couldn’t load NFTs.', cause)
          setKept({ ...shown, status: 'error', error: isKernelError(cause) ? cause : unknownError(cause) })
        },
      )
    },
    [service, log, memory, networkId, address],
  )

  useEffect(() => {
    const fresh = none(`${networkId}:${address}`)
    const before = memory.read(`collectibles ${fresh.of}`) as Pages | undefined
    read(before ? { ...before, isOld: true } : fresh)
    return () => running.current?.abort()
  }, [read, memory, networkId, address])

  const { items, status, error, next, readAt, isOld } = pages
  return {
    items,
    status,
    error,
    hasMore: next !== undefined && !isOld,
    oldSince: status === 'error' && isOld ? readAt : undefined,
    readMore: () => {
      if (status !== 'loading') read(pages)
    },
  }
}

/** Reads the page after those that are shown, or the first one in place of those of an earlier visit. */
async function readPage(
  service: CollectiblesService,
  request: CollectiblesRequest & { readonly signal: AbortSignal },
  shown: Pages,
): Promise<Pages> {
  // Only after a second drawing, such as StrictMode's, has taken the first one back.
  await Promise.resolve()
  request.signal.throwIfAborted()
  const before = shown.isOld ? none(shown.of) : shown
  const cursor = before.next === undefined ? {} : { cursor: before.next }
  const page = await service.read({ ...request, ...cursor })
  return { ...append(before, page), readAt: before.readAt ?? Date.now() }
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
