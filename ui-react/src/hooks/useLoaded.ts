import { type BaseError, kernelErrorFrom } from '@latchkey/kernel/plugin'
import { useEffect, useState } from 'react'

type Named<Name extends string, Value> = { readonly [K in Name]: Value }

/** What a hook of a chain returns: an SDK's object under its own name, once it is there. */
export type Loaded<Name extends string, Value> =
  /** No wallet is connected. */
  | ({ readonly status: 'disconnected'; readonly error: undefined } & Named<Name, undefined>)
  /** The code is on its way, or the wallet has just changed. */
  | ({ readonly status: 'loading'; readonly error: undefined } & Named<Name, undefined>)
  | ({ readonly status: 'success'; readonly error: undefined } & Named<Name, Value>)
  | ({ readonly status: 'error'; readonly error: BaseError } & Named<Name, undefined>)

/**
 * What a load brings, and never what an earlier one brought: a signer of the account before must not sign for this one.
 * For hooks of plugins that load an SDK.
 *
 * @param name what the value is called in the result.
 * @param load the same function for as long as it would bring the same. `undefined` while there is nothing to load.
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
