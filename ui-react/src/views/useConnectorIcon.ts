import { type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useEffect, useState } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { useKernel } from '../useKernel.js'

/** A connector's picture, loaded when it has to be. Without one, the kit draws a gradient from the name. */
export function useConnectorIcon(icon: ConnectorContribution['icon']): string | undefined {
  const kernel = useKernel()
  const [loaded, setLoaded] = useState<{ icon: typeof icon; source: string }>()
  useEffect(() => {
    if (typeof icon !== 'function') return
    let live = true
    // Not called at once: what throws here would take the whole view with it.
    Promise.resolve()
      .then(icon)
      .then(
        (source) => live && typeof source === 'string' && setLoaded({ icon, source }),
        (error: unknown) => {
          attemptCall(
            () => kernel.find(Log)?.info('The picture of a wallet could not be loaded.', error),
            undefined,
          )
        },
      )
    return () => {
      live = false
    }
  }, [icon, kernel])
  if (typeof icon === 'string') return icon
  return loaded?.icon === icon ? loaded?.source : undefined
}
