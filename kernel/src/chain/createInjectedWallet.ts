import type { NamespaceId, NetworkId } from '../contracts/caip.js'
import type { ConnectorContribution } from '../contracts/points/connector.js'
import { ConnectorError } from '../errors/connector.js'
import type { ReadWalletError } from '../errors/createWalletErrors.js'
import { readField } from '../errors/readField.js'
import { invalidAnswer, rpcErrorFrom } from '../errors/rpc.js'
import { type ProviderKey, providerKey } from '../keys/providerKey.js'
import { untilAborted } from '../platform/untilAborted.js'
import type { ChainContext } from './chainContext.js'
import { describeAnswer } from './describeAnswer.js'
import { openInjectedWallet } from './openInjectedWallet.js'

/** How wallets of one kind are spoken to, and what they answer. Nothing that they answer is believed before it's read. */
export interface InjectedWalletOptions<Wallet> {
  readonly namespace: NamespaceId
  /** Names the wallet in errors: 'Example wallet'. */
  readonly name: string
  /** The functions that an object of the page must have to be such a wallet. */
  readonly methods: readonly (keyof Wallet & string)[]
  /** The namespace's own rule. */
  isAddress(value: string, networkId: NetworkId): boolean
  /**
   * Asks the person to let the page in. Answers what the wallet shares: a list of addresses, or of objects with `address`, and
   * `label` and `publicKey` where there are any. The first one is the account that the person chose.
   */
  connect(wallet: Wallet, networkId: NetworkId): Promise<unknown>
  /** The same list without a prompt, empty where the wallet has not let the page in. */
  accounts(wallet: Wallet, networkId: NetworkId): Promise<unknown>
  /** Listens to everything that may mean other accounts. Returns what stops it. Leave it out where the wallet tells nothing. */
  watch?(wallet: Wallet, changed: () => void): () => void
  /** Ends the session at the wallet. Leave it out where the wallet has no such request. */
  disconnect?(wallet: Wallet): Promise<unknown>
  /** `Account.kind` of its accounts. Default `eoa`. */
  readonly kind?: string | undefined
  /** The table of the wallet's own errors, by `createWalletErrors`. Default: the numbers and words of EIP-1193. */
  readonly readError?: ReadWalletError | undefined
}

export interface InjectedQuestion<T> {
  /** As the wallet calls it, for errors. */
  readonly method: string
  /** Asks the wallet. */
  ask(): Promise<unknown>
  /** Whether the wallet's answer is one. */
  isAnswer(answer: unknown): answer is T
  /**
   * That of `submitOnce`, where the request can move money: it's called right before the wallet is asked, and only a plain refusal by the
   * person then means that nothing left.
   */
  readonly handingOver?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface InjectedConnectorOptions
  extends Pick<ConnectorContribution, 'id' | 'icon' | 'rdns' | 'walletId'> {
  /** Default: the name of the kind. */
  readonly name?: string | undefined
  /** Looks for the wallet on the page, each time it's needed: a wallet may come late, and go. */
  find(): unknown
}

export interface InjectedWallet<Wallet> {
  /** Types the wallet for capabilities, and checks it before they get it. */
  readonly key: ProviderKey<Wallet>
  /**
   * Asks a connected wallet, once.
   * @throws the wallet's own error as `readError` reads it; ConnectorError `WALLET_ANSWER_INVALID`; BaseError `REQUEST_ABORTED`.
   */
  ask<T>(question: InjectedQuestion<T>): Promise<T>
  /**
   * Makes a connector, to be added to `Connector`. It connects, restores, follows the wallet's accounts, and lets go.
   * @param context of the plugin's `setup`
   */
  connector(context: Pick<ChainContext, 'get'>, options: InjectedConnectorOptions): ConnectorContribution
}

/** How wallets say that they have not let the page in, where they don't answer an empty list. */
const denials = ['USER_REJECTED', 'RPC_UNAUTHORIZED', 'WALLET_ACCESS_DENIED', 'WALLET_UNAUTHORIZED']

/**
 * Describes wallets of one kind that put an object on the page, once, for the connector and for every capability that asks them. The wallet
 * has no network of its own: each request names one. For one that stands on a network, write the connector yourself.
 *
 * @example
 * const exampleWallet = createInjectedWallet<ExampleApi>({
 *   namespace: 'example',
 *   name: 'Example wallet',
 *   methods: ['connect', 'accounts', 'sign'],
 *   isAddress: isExampleAddress,
 *   connect: (wallet) => wallet.connect(),
 *   accounts: (wallet) => wallet.accounts(),
 * })
 */
export function createInjectedWallet<Wallet>(options: InjectedWalletOptions<Wallet>): InjectedWallet<Wallet> {
  const { name, methods, namespace, readError = rpcErrorFrom } = options
  const isWallet = (value: unknown): value is Wallet =>
    methods.every((method) => typeof readField(value, method) === 'function')
  return {
    key: providerKey(namespace, isWallet),
    async ask({ method, ask, isAnswer, handingOver, signal }) {
      try {
        const answer = await untilAborted(signal, async () => {
          handingOver?.()
          return ask()
        })
        if (!isAnswer(answer)) throw invalidAnswer(name, method, describeAnswer(answer))
        return answer
      } catch (error) {
        // Without a method, the table takes the request for one that moves money, whatever its name.
        throw readError(error, { wallet: name, ...(!handingOver && { method }) })
      }
    },
    connector: (context, own) =>
      injectedConnector({ ...options, name: own.name ?? name, readError, isWallet, context, own }),
  }
}

/** All that opening a wallet needs to know. */
export interface InjectedWalletParts<Wallet> extends InjectedWalletOptions<Wallet> {
  readonly readError: ReadWalletError
  readonly isWallet: (value: unknown) => value is Wallet
  readonly context: Pick<ChainContext, 'get'>
  readonly own: InjectedConnectorOptions
}

function injectedConnector<Wallet>(parts: InjectedWalletParts<Wallet>): ConnectorContribution {
  const { own, name, namespace, readError, watch } = parts
  const { id, icon, rdns, walletId } = own
  return {
    id,
    name,
    ...(icon && { icon }),
    ...(rdns && { rdns }),
    ...(walletId && { walletId }),
    group: 'injected',
    namespaces: [namespace],
    readiness: () => (findWallet(parts) ? 'installed' : 'missing'),
    async connect(request) {
      const wallet = findWallet(parts)
      if (!wallet) {
        throw new ConnectorError(`${name} wasn’t found. Install it, then reload the page.`, {
          code: 'WALLET_NOT_FOUND',
          parameters: { wallet: name },
        })
      }
      try {
        const connection = await openInjectedWallet(parts, wallet, request, parts.connect)
        if (connection) return connection
      } catch (error) {
        throw readError(error, { method: 'connect', wallet: name })
      }
      throw new ConnectorError(`${name} shared no account. Choose one in the wallet, then connect again.`, {
        code: 'WALLET_NO_ACCOUNTS',
        parameters: { wallet: name },
      })
    },
    async restore(request) {
      const wallet = findWallet(parts)
      if (!wallet) return undefined
      try {
        return await openInjectedWallet(parts, wallet, request, parts.accounts)
      } catch (error) {
        const told = readError(error, { method: 'accounts', wallet: name })
        if (denials.includes(told.code)) return undefined
        throw told
      }
    },
    ...(watch && {
      listen({ signal, onShared }) {
        const wallet = findWallet(parts)
        if (!wallet || signal.aborted) return
        const stop = watch(wallet, onShared)
        signal.addEventListener('abort', () => stop(), { once: true })
      },
    }),
  }
}

/** A page may put anything in the wallet's place, or throw when it's looked at. */
function findWallet<Wallet>({ own, isWallet }: InjectedWalletParts<Wallet>): Wallet | undefined {
  try {
    const found = own.find()
    return isWallet(found) ? found : undefined
  } catch {
    return undefined
  }
}
