import type { BaseError } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useEffect, useState } from 'react'

type Named<Name extends string, Value> = { readonly [K in Name]: Value }

/** The result of a chain's hook: an SDK's object, under its own name once it's loaded. */
export type Loaded<Name extends string, Value> =
  /** No wallet is connected. */
  | ({ readonly status: 'disconnected'; readonly error: undefined } & Named<Name, undefined>)
  /** The code is loading, or the wallet has just changed. */
  | ({ readonly status: 'loading'; readonly error: undefined } & Named<Name, undefined>)
  | ({ readonly status: 'success'; readonly error: undefined } & Named<Name, Value>)
  | ({ readonly status: 'error'; readonly error: BaseError } & Named<Name, undefined>)

/**
 * Returns the result of a load, never of an earlier one: the previous account's signer must not sign for this one.
 * For hooks of plugins that load an SDK.
 *
 * @param name the key of the value in the result.
 * @param load keep the same function while its result would be the same. `undefined` while there is nothing to load.
 *
 * @example
 * const wallet = useWallet({ namespace: 'cosmos' })
 * const load = useMemo(() => wallet && (async () => createSigner(wallet)), [wallet])
 * return useLoaded('signer', load)
 */
export function useLoaded<Name extends string, Value>(
  name: Name,
  load: (() => Promise<Value>) | undefined,
): Loaded<Name, Value> {
  const [loaded, setLoaded] = useState<{
    readonly load: () => Promise<Value>
    readonly result: Loaded<Name, Value>
  }>()

  useEffect(() => {
    if (!load) return
    let isCurrent = true
    const show = (result: object) => {
      if (isCurrent) setLoaded({ load, result: result as Loaded<Name, Value> })
    }
    load().then(
      (value) => show({ status: 'success', [name]: value, error: undefined }),
      (cause: unknown) => show({ status: 'error', [name]: undefined, error: kernelErrorFrom(cause) }),
    )
    return () => {
      isCurrent = false
    }
  }, [name, load])

  if (load && loaded?.load === load) return loaded.result
  const status = load ? 'loading' : 'disconnected'
  return { status, [name]: undefined, error: undefined } as Loaded<Name, Value>
}
