import {
  type ConnectionRecord,
  type ConnectOptions,
  Connector,
  type ConnectorContribution,
  Session,
} from '@latchkey/kernel/plugin'
import { useContributions } from '../useContributions.js'
import { useService } from '../useService.js'
import { type MutationState, useMutation } from './useMutation.js'

export type UseConnectResult = MutationState<ConnectOptions, ConnectionRecord> & {
  /** Everything that can be connected, in the host's plugin order. */
  readonly connectors: readonly ConnectorContribution[]
  /** Connects. Never rejects: answers `undefined` on failure, and `error` says why. */
  connect(options: ConnectOptions): Promise<ConnectionRecord | undefined>
  reset(): void
}

/** Connects a wallet without the modal. */
export function useConnect(): UseConnectResult {
  const session = useService(Session)
  const connectors = useContributions(Connector)
  const { state, run, reset } = useMutation((options: ConnectOptions) => session.connect(options))
  return { ...state, connectors, connect: run, reset }
}
