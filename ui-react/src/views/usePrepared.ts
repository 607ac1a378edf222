import { type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { useKernel } from '../useKernel.js'

/** Lets the connectors of a wallet that is offered load what connecting needs. */
export function usePrepared(connectors: readonly ConnectorContribution[]): void {
  const kernel = useKernel()
  useEffect(() => {
    for (const connector of connectors) {
      connector
        .prepare?.()
        .catch((error: unknown) =>
          kernel.find(Log)?.info(`"${connector.name}" could not be prepared.`, error),
        )
    }
  }, [connectors, kernel])
}
