import { checkOptionNames, inDevelopment } from '@latchkey/kernel/plugin'
import type { AppMetadata } from '@latchkey/kernel/contracts'
import { WalletConnectError } from './errors.js'
import type { NamespaceOverride } from './namespaces.js'

/** Where the client library keeps keys and sessions. The library's own default is the page's IndexedDB. */
export interface WalletConnectStorage {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

export interface WalletConnectOptions {
  /** `wss://…`, or `ws://` on the loopback interface. Default: the public relay, which wants a `projectId`. */
  readonly relayUrl?: string | undefined
  /** What the public relay knows the app by. Other relays may not need one. */
  readonly projectId?: string | undefined
  /** What the wallet shows of the app. Default: what the kernel knows. */
  readonly metadata?: Partial<AppMetadata> | undefined
  readonly storage?: WalletConnectStorage | undefined
  /**
   * Whether one approval connects and signs in, where the sign-in plugin is listed and every network asked for is EVM.
   * Wallets that cannot connect in the ordinary way. Default true.
   */
  readonly signInOnConnect?: boolean | undefined
  /** By CAIP-2 namespace: lists given replace ours, node addresses are merged. */
  readonly namespaces?: Readonly<Record<string, NamespaceOverride>> | undefined
}

const code = 'WALLET_CONNECT_OPTIONS_INVALID'

const names = {
  relayUrl: true,
  projectId: true,
  metadata: true,
  storage: true,
  signInOnConnect: true,
  namespaces: true,
} satisfies Record<keyof WalletConnectOptions, true>

/**
 * @throws KernelError `WALLET_CONNECT_OPTIONS_INVALID` for an option that does not exist, or no object.
 * @throws WalletConnectError `PROJECT_ID_MISSING`, `WALLET_CONNECT_OPTIONS_INVALID` with what is wrong and what would be right.
 */
export function readOptions(options: WalletConnectOptions): WalletConnectOptions {
  checkOptionNames('walletConnect', options, names, code)
  if (options === undefined) {
    throw invalid(
      inDevelopment ? 'expected { projectId } for the public relay, or { relayUrl }' : 'no object',
    )
  }
  const { relayUrl, projectId } = options
  if (relayUrl === undefined && !projectId) {
    throw new WalletConnectError('PROJECT_ID_MISSING', 'Project ID Not Configured', {
      metaMessages: inDevelopment
        ? ['Give walletConnect() the `projectId` the public relay asks for, or a `relayUrl`.']
        : [],
    })
  }
  if (relayUrl !== undefined && !isRelay(relayUrl)) {
    throw invalid(
      `"relayUrl"${inDevelopment ? ' must begin with wss:// (ws:// on the loopback interface), not' : ':'} "${relayUrl}"`,
    )
  }
  return options
}

function isRelay(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol === 'wss:') return true
  return protocol === 'ws:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

function invalid(problem: string): WalletConnectError {
  return new WalletConnectError(code, `walletConnect() cannot use these options: ${problem}.`)
}
