import type {
  Account,
  ConnectorContribution,
  HttpService,
  NamespaceContribution,
  PluginContext,
  NetworkId,
  Plugin,
} from '@latchkey/kernel/plugin'
import type { HoldingsService } from '@latchkey/kernel/contracts'
import type { Kernel } from '@latchkey/kernel'
import type { CapabilityHarness, CapabilityInputs, ConnectorHarness } from '@latchkey/kernel/testing'
import type { UtxoSourceService } from '@latchkey/plugin-bip122'
import type { Eip155Options, EvmCall } from '@latchkey/plugin-eip155'
import type { SqlExecute } from '@latchkey/plugin-siwx/server'
import type { SwapQuotes } from '@latchkey/plugin-swap'
import type { WalletDataFacts } from '@latchkey/plugin-wallet-data/testing'
import type { EvmTestWallet, WalletChain } from '@latchkey/testkit/evm'
import type { Page } from '@playwright/test'

// Names that a sample takes from the app, plugin or test of who reads it. Nothing that our packages export.
declare global {
  // The app
  const kernel: Kernel
  const networks: Eip155Options['networks']
  const account: Account
  const networkId: NetworkId
  const address: `0x${string}`
  const uri: string
  const nonce: string
  const consent: { readonly given: boolean }
  const psbt: string
  const ordinalsAddress: string
  const pool: { query(sql: string, values: unknown[]): Promise<{ rows: Awaited<ReturnType<SqlExecute>> }> }

  // The plugin
  const context: PluginContext
  const cosmos: () => Plugin
  const cosmosNamespace: () => NamespaceContribution
  const watchSomething: (http: HttpService) => () => void
  const createMySource: () => UtxoSourceService
  const myHoldings: HoldingsService
  const reportedTransaction: string
  const exampleQuotes: SwapQuotes<EvmCall>

  // Its tests
  const connector: ConnectorContribution
  const reject: () => void
  const changeAccount: () => void
  const hold: NonNullable<ConnectorHarness['hold']>
  const networkIds: readonly NetworkId[]
  const namespace: NamespaceContribution
  const provider: unknown
  const inputs: CapabilityInputs
  const prompts: () => number
  const decide: NonNullable<CapabilityHarness['decide']>
  const facts: WalletDataFacts
  const page: Page
  const wallet: EvmTestWallet
  const chains: readonly WalletChain[]
  const privateKey: `0x${string}`
  const rpcUrl: string
  const esploraUrl: string
  const topic: string
}
