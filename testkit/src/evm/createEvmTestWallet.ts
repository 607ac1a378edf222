import type { Hex } from 'viem'
import { announce, type ProviderInfo } from './announce.js'
import { createApprovalPrompt } from './approvalPrompt.js'
import { type ApprovalMode, createApprovals } from './approvals.js'
import { createCallBundles } from './callBundles.js'
import { createControl, type EvmTestWalletControl } from './control.js'
import { defaults } from './defaults.js'
import { createEmitter } from './emitter.js'
import { injectAsWindowEthereum } from './injectAsWindowEthereum.js'
import { createNodeRequest } from './nodeClient.js'
import { createPresence } from './presence.js'
import { createProvider, type EvmTestProvider } from './provider.js'
import { rpcErrors } from './providerRpcError.js'
import { randomUuid } from './randomUuid.js'
import { type ContractAccount, createWalletAccount } from './walletAccount.js'
import type { WalletCalls, WalletContext } from './walletContext.js'
import { createWalletState, type WalletChain } from './walletState.js'
import { createWalletStore, pageStorage, type WalletStorage } from './walletStore.js'

export interface EvmTestWalletOptions {
  /** @default 'Test wallet' */
  readonly name?: string
  /** Symbol of the native coin. @default 'ETH' */
  readonly symbol?: string
  /** Reverse domain name (EIP-6963). Also the key of what the wallet remembers. @default 'dev.latchkey.test-wallet' */
  readonly rdns?: string
  /** A data URI. */
  readonly icon?: string
  /** @default a new one for every wallet, as EIP-6963 asks */
  readonly uuid?: string
  /** Private keys or contracts, selected first. Test keys only! @default the first two well-known keys of local chains */
  readonly accounts?: readonly (Hex | ContractAccount)[]
  /** @default the chain that `latchkey-devstack evm` starts */
  readonly chains?: readonly WalletChain[]
  /** @default the first of `chains` */
  readonly initialChainId?: number
  /** Whether the page may see the account without asking. What the wallet remembers comes first. @default false */
  readonly permitted?: boolean
  /** Whether a permission shows all accounts and not only the selected one. @default false */
  readonly exposeAllAccounts?: boolean
  /** @default 'auto' */
  readonly approval?: ApprovalMode
  /**
   * How it does several calls of one request (EIP-5792). `none`: it does not know such requests.
   * @default one after the other
   */
  readonly calls?: WalletCalls | 'none'
  /** More properties of the provider, such as `{ isMetaMask: true }`. */
  readonly providerFlags?: Readonly<Record<string, boolean>>
  /** Where permission and chain are remembered. @default the page's localStorage; in Node nothing is remembered */
  readonly storage?: WalletStorage
}

export interface EvmTestWallet {
  readonly info: ProviderInfo
  readonly provider: EvmTestProvider
  readonly control: EvmTestWalletControl
  /** Announces the wallet by EIP-6963, now and whenever asked. Returns the function that stops it. */
  announce(): () => void
  /** Sets window.ethereum. Returns the function that puts back what was there. */
  injectAsWindowEthereum(): () => void
}

/**
 * A browser wallet with real keys: it signs, fills in and sends transactions, switches chains and
 * remembers permissions as an extension does, and does so as `control` says.
 *
 * The keys are in the page, so only ever give it keys that protect nothing.
 */
export function createEvmTestWallet(options: EvmTestWalletOptions = {}): EvmTestWallet {
  const info: ProviderInfo = {
    uuid: options.uuid ?? randomUuid(),
    name: options.name ?? defaults.name,
    icon: options.icon ?? defaults.icon,
    rdns: options.rdns ?? defaults.rdns,
  }
  const emitter = createEmitter()
  const approvals = createApprovals(options.approval ?? 'auto', createApprovalPrompt(info.name))
  const state = createState(options, info, emitter)
  const context: WalletContext = {
    state,
    approvals,
    bundles: createCallBundles(),
    watchedAssets: [],
    calls: options.calls,
    node(chainId) {
      const chain = state.chain(chainId)
      if (!chain) throw rpcErrors.unknownChain(chainId)
      return createNodeRequest(chainId, chain.rpcUrl)
    },
    inOrder: createQueue(),
  }
  const presence = createPresence()
  const { control, observe } = createControl(context, approvals, emitter, presence)
  const provider = Object.assign(createProvider(context, emitter, observe), options.providerFlags)
  return {
    info,
    provider,
    control,
    announce: () => presence.show(() => announce(info, provider)),
    injectAsWindowEthereum: () => presence.show(() => injectAsWindowEthereum(provider)),
  }
}

function createState(
  options: EvmTestWalletOptions,
  info: ProviderInfo,
  emitter: ReturnType<typeof createEmitter>,
) {
  const chains = options.chains ?? defaults.chains
  const initialChainId = options.initialChainId ?? chains[0]?.chainId
  if (!chains.some((chain) => chain.chainId === initialChainId) || initialChainId === undefined) {
    throw new Error('A test wallet needs at least one chain, and "initialChainId" must be one of "chains".')
  }
  return createWalletState(
    {
      accounts: (options.accounts ?? defaults.accounts).map(createWalletAccount),
      chains,
      initialChainId,
      permitted: options.permitted ?? false,
      exposeAllAccounts: options.exposeAllAccounts ?? false,
    },
    emitter,
    createWalletStore(`latchkey-test-wallet:${info.rdns}`, options.storage ?? pageStorage()),
  )
}

function createQueue(): WalletContext['inOrder'] {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task)
    // The caller sees the failure; the next task must run all the same.
    last = next.catch(() => undefined)
    return next
  }
}
