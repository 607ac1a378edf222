import { type BaseError, kernelErrorFrom } from '@latchkey/kernel/plugin'
import { useEffect, useState } from 'react'

export type UseClientResult<Client> =
  /** No wallet is connected. */
  | { readonly status: 'disconnected'; readonly client: undefined; readonly error: undefined }
  /** The code of the client is on its way, or the wallet has just changed. */
  | { readonly status: 'loading'; readonly client: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly client: Client; readonly error: undefined }
  | { readonly status: 'error'; readonly client: undefined; readonly error: BaseError }

const disconnected = { status: 'disconnected', client: undefined, error: undefined } as const
const loading = { status: 'loading', client: undefined, error: undefined } as const

/**
 * What a load brings, and never what an earlier one brought: a client of the account before must not sign for this one.
 *
 * @param load the same function for as long as it would bring the same. `undefined` while there is nothing to load.
 */
export function useLoadedClient<Client>(load: (() => Promise<Client>) | undefined): UseClientResult<Client> {
  const [loaded, setLoaded] = useState<{
    readonly load: () => Promise<Client>
    readonly result: UseClientResult<Client>
  }>()

  useEffect(() => {
    if (!load) return
    let isCurrent = true
    const show = (result: UseClientResult<Client>) => isCurrent && setLoaded({ load, result })
    load().then(
      (client) => show({ status: 'success', client, error: undefined }),
      (cause: unknown) => show({ status: 'error', client: undefined, error: kernelErrorFrom(cause) }),
    )
    return () => {
      isCurrent = false
    }
  }, [load])

  if (!load) return disconnected
  return loaded?.load === load ? loaded.result : loading
}
