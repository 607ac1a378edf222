import type { ConnectedStandardWallet } from '../currentProvider.js'
import { type AnnouncedLogin, hear, logIn, takenUp } from './announcedLogin.js'
import { mostSolanaTransactionBytes, solanaTransactionVersions } from '../protocol/solanaTransactions.js'
import { createProviderRpcError } from './createProviderRpcError.js'
import { solanaSignInText } from './solanaSignInText.js'
import { toProviderRpcError } from './toProviderRpcError.js'
import { walletName } from './walletName.js'
import { walletPicture } from './walletPicture.js'

export interface StandardWalletOptions extends AnnouncedLogin {
  /** The app's networks, by their Wallet Standard names, such as `solana:mainnet`. */
  readonly chains: readonly string[]
}

interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** The inputs of a feature's methods, one for each thing to sign. */
interface Input {
  readonly account: StandardAccount
  readonly chain?: string
}

type Method = (...inputs: readonly unknown[]) => Promise<readonly object[]>

const version = '1.0.0'
const signing = [
  ['solana:signMessage', 'signMessage'],
  ['solana:signTransaction', 'signTransaction'],
  ['solana:signAndSendTransaction', 'signAndSendTransaction'],
] as const
const featuresOfAccount = Object.freeze([...signing.map(([feature]) => feature), 'solana:signIn'])
/** More at once than a person can decide on. */
const mostInputs = 20
/** The largest transaction, and more text than anyone reads. */
const mostBytes = { transaction: mostSolanaTransactionBytes, message: 65_536 } as const

/**
 * Registers the wallet with everything on the page that looks for Wallet Standard wallets on Solana, before and after a
 * login. Connecting opens the Connect view unless it's silent; disconnecting logs out.
 */
export function registerStandardWallet(options: StandardWalletOptions): void {
  const { current, chains, signal } = options
  const { accounts, follow } = createAccounts(chains)
  const changes = createChangeEvents()

  const wallet = Object.freeze({
    version,
    name: walletName,
    // The standard takes pictures in base64 only.
    icon: `data:image/svg+xml;base64,${btoa(walletPicture)}`,
    chains: Object.freeze([...chains]),
    get accounts() {
      return accounts()
    },
    features: Object.freeze({
      'standard:connect': Object.freeze({ version, connect: answering((given) => connect(options, given)) }),
      'standard:disconnect': Object.freeze({ version, disconnect: answering(() => disconnect(options)) }),
      'standard:events': Object.freeze({ version, on: changes.on }),
      ...signingFeatures(options, accounts),
      'solana:signIn': Object.freeze({
        version,
        signIn: answering((...inputs) => signIn(options, accounts, inputs)),
      }),
    }),
    // Our own discovery skips it, because the email field is its entry.
    isLatchkey: true,
  })

  async function connect(login: AnnouncedLogin, given: unknown) {
    const { silent } = (given ?? {}) as { readonly silent?: unknown }
    if (!current.standard) await takenUp(login)
    if (!current.standard) await takenUp(login)
    if (!current.standard && silent !== true) await logIn(login)
    return { accounts: accounts() }
  }

  const stop = hear(current, () => {
    if (follow(current.standard)) changes.emit({ accounts: accounts() })
  })
  signal.addEventListener('abort', stop, { once: true })
  follow(current.standard)
  register(wallet, signal)
}

/** The accounts as apps see them. The list and its objects stay the same until the accounts change. */
function createAccounts(chains: readonly string[]) {
  let told: readonly StandardAccount[] = Object.freeze([])
  return {
    accounts: () => told,
    /** Returns whether they changed. */
    follow(connected: ConnectedStandardWallet | undefined): boolean {
      const next = (connected?.accounts ?? []).map(({ address, publicKey, chains: own }) =>
        Object.freeze({
          address,
          // A copy: bytes can't be frozen.
          get publicKey() {
            return publicKey.slice()
          },
          chains: Object.freeze(own.filter((chain) => chains.includes(chain))),
          features: featuresOfAccount,
        }),
      )
      const addressesOf = (list: readonly StandardAccount[]) => list.map(({ address }) => address).join()
      if (addressesOf(next) === addressesOf(told)) return false
      told = Object.freeze(next)
      return true
    },
  }
}

/** `standard:events`. A listener that throws is reported, and the others still run. */
function createChangeEvents() {
  const listeners = new Set<{ readonly listener: (change: object) => void }>()
  return {
    on(event: unknown, listener: unknown): () => void {
      if (event !== 'change' || typeof listener !== 'function') return () => {}
      const entry = { listener: listener as (change: object) => void }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    emit(change: object): void {
      for (const { listener } of [...listeners]) {
        try {
          listener(change)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}

/** Apps read the features only once, so they exist before a login. Each call goes to the wallet that is connected then. */
function signingFeatures(options: StandardWalletOptions, accounts: () => readonly StandardAccount[]) {
  const run = (feature: string, name: string) =>
    answering(async (...inputs) => {
      const connected = requireConnected(options)
      const checked = readInputs(inputs, accounts(), feature !== 'solana:signMessage')
      return methodOf(connected, feature, name)(...checked)
    })
  return Object.fromEntries(
    signing.map(([feature, name]) => [
      feature,
      Object.freeze({
        version,
        ...(name === 'signMessage' ? {} : { supportedTransactionVersions: solanaTransactionVersions }),
        [name]: run(feature, name),
      }),
    ]),
  )
}

function requireConnected({ current }: AnnouncedLogin): ConnectedStandardWallet {
  if (current.standard) return current.standard
  throw createProviderRpcError(4100, 'Connect first: nobody is logged in.')
}

function methodOf(connected: ConnectedStandardWallet, feature: string, name: string): Method {
  const { [feature]: found } = connected.features as Record<string, Record<string, unknown> | undefined>
  const method = found?.[name]
  if (typeof method === 'function') return method as Method
  throw createProviderRpcError(4200, `This wallet does not have ${feature}.`)
}

const invalid = (message: string) => createProviderRpcError(-32602, message)

/** Each input names an account of the wallet. The wallet’s own object is passed on, not the app’s. */
function readInputs(
  inputs: readonly unknown[],
  accounts: readonly StandardAccount[],
  isTransaction: boolean,
): readonly Input[] {
  if (inputs.length > mostInputs) throw invalid(`At most ${mostInputs} can be signed at once.`)
  const name = isTransaction ? 'transaction' : 'message'
  return inputs.map((given) => {
    const { account: named, chain, options, [name]: bytes } = (given ?? {}) as Record<string, unknown>
    const address = (named as { readonly address?: unknown } | undefined)?.address
    const account = accounts.find((own) => own.address === address)
    if (!account)
      throw createProviderRpcError(
        4100,
        'The wallet hasn’t shared this account with the page. Connect it first.',
      )
    if (!(bytes instanceof Uint8Array) || bytes.length > mostBytes[name]) {
      throw invalid(`The ${name} is a Uint8Array of at most ${mostBytes[name]} bytes.`)
    }
    if (chain !== undefined && !account.chains.includes(chain as string)) {
      throw createProviderRpcError(4902, `The account is not used on ${String(chain)} in this app.`)
    }
    return {
      account,
      [name]: bytes.slice(),
      ...(chain === undefined ? {} : { chain: chain as string }),
      ...(typeof options === 'object' && options !== null ? { options } : {}),
    }
  })
}

const disconnect = async ({ current }: AnnouncedLogin): Promise<void> => current.logOut?.()

/** Signs a sign-in text (SIWS), after a login if needed. The wallet writes the text, from what the app asks for. */
async function signIn(
  options: StandardWalletOptions,
  accounts: () => readonly StandardAccount[],
  inputs: readonly unknown[],
) {
  if (inputs.length > mostInputs) throw invalid(`At most ${mostInputs} can be signed at once.`)
  if (!options.current.standard) await takenUp(options)
  if (!options.current.standard) await logIn(options)
  const signMessage = methodOf(requireConnected(options), 'solana:signMessage', 'signMessage')
  const outputs: object[] = []
  for (const input of inputs.length === 0 ? [{}] : inputs) {
    const [account] = accounts()
    if (!account) throw createProviderRpcError(4100, 'There is no account on Solana.')
    const text = solanaSignInText(input, { domain: location.host, address: account.address })
    const [signed] = await signMessage({ account, message: new TextEncoder().encode(text) })
    outputs.push({ account, ...signed, signatureType: 'ed25519' })
  }
  return outputs
}

/** Gives errors a code, as other wallets do. */
function answering<Inputs extends readonly unknown[], Output>(
  run: (...inputs: Inputs) => Promise<Output>,
): (...inputs: Inputs) => Promise<Output> {
  return async (...inputs) => {
    try {
      return await run(...inputs)
    } catch (error) {
      throw toProviderRpcError(error)
    }
  }
}

/** With the two events of Wallet Standard, the order of loading doesn’t matter. Unregisters the wallet at the end. */
function register(wallet: object, signal: AbortSignal): void {
  const leave: (() => void)[] = []
  const callback = Object.freeze((api: { register(...wallets: object[]): () => void }) => {
    if (!signal.aborted) leave.push(api.register(wallet))
  })
  window.addEventListener(
    'wallet-standard:app-ready',
    (event) => {
      try {
        callback((event as CustomEvent<Parameters<typeof callback>[0]>).detail)
      } catch (error) {
        reportError(error)
      }
    },
    { signal },
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of leave.splice(0)) stop()
    },
    { once: true },
  )
}
