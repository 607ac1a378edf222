import type { KnownNamespace } from './knownNamespaces.js'

/** What a dapp asks of one namespace when neither its plugin nor the host says otherwise. */
export interface NamespaceDefaults {
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

const events = ['accountsChanged', 'chainChanged'] as const

const none: NamespaceDefaults = { methods: [], events }

const defaults: Readonly<Record<KnownNamespace, NamespaceDefaults>> = {
  eip155: {
    methods: [
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendRawTransaction',
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'personal_sign',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_registerOnboarding',
      'wallet_watchAsset',
      'wallet_scanQRCode',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_sendCalls',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_getAssets',
    ],
    events,
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events,
  },
  bip122: {
    methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
    events: [...events, 'bip122_addressesChanged'],
  },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events },
}

/** Defaults of a CAIP-2 namespace; one without any gets the two common events and no methods. */
export function defaultsOf(namespace: string): NamespaceDefaults {
  return Object.hasOwn(defaults, namespace) ? defaults[namespace as KnownNamespace] : none
}

/** Ids some wallets still use, by the id they stand for. Asked for beside it, read as it. */
const deprecatedIds: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}

/** The CAIP-2 id with the deprecated form of it, if there is one. */
export function withDeprecatedId(chainId: string): readonly string[] {
  const old = Object.hasOwn(deprecatedIds, chainId) ? deprecatedIds[chainId] : undefined
  return old ? [chainId, old] : [chainId]
}

/** The current CAIP-2 id of a network a wallet named in the old way. */
export function currentId(chainId: string): string {
  return Object.entries(deprecatedIds).find(([, old]) => old === chainId)?.[0] ?? chainId
}
