import { type ConnectionRecord, type ConnectOptions, Session } from '@latchkey/kernel/wallet'
import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { attemptCall } from '../contain/attemptCall.js'
import { useMemo } from 'react'
import { useConnectors } from '../useConnectors.js'
import { useKernel } from '../useKernel.js'
import { type MutationState, useMutation } from './useMutation.js'

export type UseConnectResult = MutationState<ConnectOptions, ConnectionRecord> & {
  /** Everything that can be connected, in the host's plugin order. A wallet that isn't on this page is left out, as it is in the modal. */
  readonly connectors: readonly ConnectorContribution[]
  /** Connects. Never rejects: answers `undefined` on failure, and `error` says why. */
  connect(options: ConnectOptions): Promise<ConnectionRecord | undefined>
  reset(): void
}

/** Connects a wallet without the modal. */
export function useConnect(): UseConnectResult {
  const kernel = useKernel()
  const connectors = useConnectorsOfPage()
  const { state, run, reset } = useMutation(async (options: ConnectOptions) =>
    kernel.get(Session).connect(options),
  )
  return { ...state, connectors, connect: run, reset }
}

/** The same list for as long as it has the same members, so that an effect may depend on it. */
function useConnectorsOfPage(): readonly ConnectorContribution[] {
  const all = useConnectors()
  const isHere = (connector: ConnectorContribution) =>
    attemptCall(() => connector.readiness(), 'missing') !== 'missing'
  const here = JSON.stringify(all.filter(isHere).map(({ id }) => id))
  return useMemo(() => {
    const ids = new Set<string>(JSON.parse(here))
    return all.filter(({ id }) => ids.has(id))
  }, [all, here])
}
