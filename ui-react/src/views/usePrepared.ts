import { type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { useKernel } from '../useKernel.js'

/** Lets the connectors of a wallet that is offered load what connecting needs. */
export function usePrepared(connectors: readonly ConnectorContribution[]): void {
  const kernel = useKernel()
  useEffect(() => {
    for (const connector of connectors) {
      // Not called at once: what throws here would take the whole list with it.
      Promise.resolve()
        .then(() => connector.prepare?.())
        .catch((error: unknown) => {
          attemptCall(
            () => kernel.find(Log)?.info(`"${connector.name}" could not be prepared.`, error),
            undefined,
          )
        })
    }
  }, [connectors, kernel])
}
