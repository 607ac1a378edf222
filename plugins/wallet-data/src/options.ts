import { checkOptionNames, inDevelopment, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { HistorySource } from './histories/HistorySource.js'

/** A list of tokens in the format of https://tokenlists.org. Tokens of EVM networks are used. */
export type TokenListSource = {
  /** Refuses a list whose own version is older: `11.4.0`. Default every version. */
  readonly atLeast?: `${number}.${number}.${number}`
} & (
  | {
      /** Over https; http on loopback only. Loaded when tokens are first looked for. */
      readonly url: string
    }
  | { readonly data: unknown }
)

/** Which tokens are looked for on chains that cannot list what an account holds. */
export interface TokenLists {
  /** Further tokens by network. On chains that list their tokens, what a listed one is called and looks like. */
  readonly tokens?: Readonly<Record<NetworkId, readonly TokenReference[]>> | undefined
  /**
   * Lists of further tokens, the most trusted first: at most 200 tokens of them on each network are looked for. A list that
   * can't be used is named in the log; one that is loaded is tried again after a minute. Default none.
   */
  readonly tokenLists?: readonly TokenListSource[] | undefined
  /** Look for the common tokens of well-known networks, too. Default true. */
  readonly commonTokens?: boolean | undefined
}

/** A service of the wallet-data contract: the README names its routes. */
export interface ServiceOptions {
  /** Where the service is: `https://data.example`. A path is kept in front of the contract's own. */
  readonly url: string
  /** Sent with every request. Public: it stands in the page. */
  readonly projectId?: string | undefined
  /** Sent with every request. A page cannot keep a secret in them, and browsers ask the service whether it takes them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Networks the service may be asked about. Default: those it lists under `/v1/supported-chains`. An address on any
   * other network is never told to it.
   */
  readonly networks?: readonly NetworkId[] | undefined
  /** Zone of the service's name registry: `latchkey.id`. Without one, nobody can take a name. */
  readonly nameZone?: string | undefined
  /** Offer the service's list of wallets. Default false. */
  readonly directory?: boolean | undefined
  /**
   * Origins that pictures of listed wallets may come from, besides the service's own: `['https://pictures.example']`.
   * Default none.
   */
  readonly imageOrigins?: readonly string[] | undefined
  /** Offer the service as a place for analytics events. Default false. */
  readonly analytics?: boolean | undefined
  /** Hosts that avatars may be loaded from over https, besides the service's own: `['pictures.example']`. Default none. */
  readonly avatarHosts?: readonly string[] | undefined
  /**
   * How long a slow service is waited for before the chain is asked in its place, in milliseconds. Default 8000.
   * Requests that have no stand-in wait for the HTTP client's own timeouts.
   */
  readonly patience?: number | undefined
}

/** Who knows past transactions, beside the chains' own nodes and the service. */
export interface Histories {
  /**
   * Sources that are asked side by side with the chain, and merged with it transaction by transaction: `blockscout()`,
   * `etherscan()` and `subscan()` of `@latchkey/plugin-wallet-data/histories`. Each learns the account's address. Default none.
   */
  readonly histories?: readonly HistorySource[] | undefined
}

/** Without `url` and `histories`, everything comes from the chains. */
export type WalletDataOptions = TokenLists &
  Histories &
  (ServiceOptions | { readonly [name in keyof ServiceOptions]?: undefined })

const code = 'WALLET_DATA_OPTIONS_INVALID'

const names = {
  tokens: true,
  tokenLists: true,
  commonTokens: true,
  histories: true,
  url: true,
  projectId: true,
  headers: true,
  networks: true,
  nameZone: true,
  directory: true,
  imageOrigins: true,
  analytics: true,
  avatarHosts: true,
  patience: true,
} satisfies Record<keyof WalletDataOptions, true>

/** @throws KernelError `WALLET_DATA_OPTIONS_INVALID` */
export function readServiceOptions(options: WalletDataOptions): ServiceOptions | undefined {
  checkOptionNames('walletData', options, names, code)
  const { url, projectId, patience, nameZone, imageOrigins = [] } = options
  if (url === undefined) {
    if (projectId !== undefined)
      throw invalid('projectId', inDevelopment && 'needs the "url" of the service it belongs to')
    return undefined
  }
  const isHttp = typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)
  if (!isHttp) throw invalid('url', inDevelopment && 'must be an http(s) URL, such as https://data.example')
  const { username, password, search, hash } = new URL(url)
  if (username || password || search || hash) {
    throw invalid(
      'url',
      inDevelopment && 'must have no user, password, query or fragment; use "projectId" or "headers"',
    )
  }
  if (patience !== undefined && !(patience > 0))
    throw invalid('patience', inDevelopment && 'must be milliseconds above 0')
  if (nameZone !== undefined && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(nameZone)) {
    throw invalid('nameZone', inDevelopment && 'must be a zone such as latchkey.id')
  }
  if (!imageOrigins.every(isOrigin)) {
    throw invalid(
      'imageOrigins',
      inDevelopment && 'must be origins without a path, such as https://pictures.example',
    )
  }
  return options as ServiceOptions
}

const isOrigin = (value: string) =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

function invalid(name: string, why: string | false): KernelError {
  return new KernelError(`walletData() cannot use these options: "${name}"${why ? ` ${why}` : ''}.`, { code })
}
