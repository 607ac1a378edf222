import { useService, useViewMemory } from '@latchkey/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { hostedPageSize } from '../hostedWallets.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'

/** How long typing rests before the service is asked, in milliseconds, and from how many characters on. */
const rest = 500
const shortest = 2
/** Pages read by themselves while filters leave too little to scroll. */
const unasked = 10

interface Loaded {
  readonly key: string
  readonly pages: number
  readonly wallets: readonly WalletRecord[]
  readonly count: number
}

const none: readonly WalletRecord[] = []

/** The wallets of the hosted list, where there is one: page by page, or what a search found. */
export function useHostedWallets(query: string, certified: boolean) {
  const { hosted } = useService(WalletDirectory)
  const typed = query.trim()
  const rested = useRested(typed)
  // An emptied search is over at once: what it found must not stand behind the whole list.
  const text = typed === '' ? '' : rested
  const search = text.length >= shortest ? text : ''
  const key = `${certified} ${search}`
  const memory = useViewMemory()
  const [loaded, setLoaded] = useState(() => memory.read('hosted') as Loaded | undefined)
  const [wanted, setWanted] = useState({ key, pages: loaded?.key === key ? loaded.pages : 1, attempt: 0 })
  const [failed, setFailed] = useState<string>()
  const current = loaded?.key === key ? loaded : undefined
  const pages = wanted.key === key ? wanted.pages : 1
  const { attempt } = wanted

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!hosted || (current && current.pages >= pages)) return
    const controller = new AbortController()
    const options = { certified, signal: controller.signal }
    const page = (current?.pages ?? 0) + 1
    const asked = search === '' ? hosted.page(page, options) : hosted.search(search, options)
    asked.then(
      ({ wallets, count }) => {
        if (controller.signal.aborted) return
        setFailed(undefined)
        const next = { key, pages: page, wallets: [...(current?.wallets ?? none), ...wallets], count }
        memory.write('hosted', next)
        setLoaded(next)
      },
      () => {
        if (!controller.signal.aborted) setFailed(key)
      },
    )
    return () => controller.abort()
  }, [hosted, key, pages, current, attempt])

  const hasMore = current !== undefined && search === '' && current.pages * hostedPageSize < current.count
  const next = hasMore ? current.pages + 1 : undefined
  const more = useCallback(() => {
    if (next !== undefined) setWanted({ key, pages: next, attempt: 0 })
  }, [next, key])
  const retry = useCallback(() => {
    setFailed(undefined)
    setWanted({ key, pages, attempt: attempt + 1 })
  }, [key, pages, attempt])

  return {
    wallets: current?.wallets ?? none,
    /** Whether they were found by the service, whose idea of a match may be wider. */
    isSearch: search !== '' && search === typed,
    isLoading: hosted !== undefined && current === undefined && failed !== key,
    failed: failed === key,
    /** Whether the next page may be read before anybody has scrolled. */
    mayGoOn: next !== undefined && next <= unasked && failed !== key,
    more,
    retry,
  }
}

/** The value once it has not changed for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
