import { token } from '@latchkey/kernel/plugin'

/**
 * A capability a namespace plugin may add: what to ask of wallets over WalletConnect. Namespaces that
 * `defaultsOf` knows need none.
 */
export interface WalletConnectMethodsCapability {
  /** JSON-RPC methods a wallet may be asked for. */
  readonly methods: readonly string[]
  /** Events a wallet may send. Default accountsChanged and chainChanged. */
  readonly events?: readonly string[]
}

export const WalletConnectMethods = token<WalletConnectMethodsCapability>(
  'latchkey.capability.walletConnectMethods/1',
)
