import { createEmitter } from '../evm/emitter.js'
import { createAccessMemory } from '../wallet/accessMemory.js'
import { createAccountAccess } from '../wallet/accountAccess.js'
import { createBehaviour, type TestWalletControl } from '../wallet/behaviour.js'
import { type TestWalletOptions, walletIdentity } from '../wallet/walletOptions.js'
import { inWalletWords } from './inWalletWords.js'
import { createSigner, type PolkadotSigner } from './createSigner.js'
import { readSecretUri, type Sr25519Keypair } from './secretUri.js'
import { encodeSs58 } from './ss58.js'

export interface PolkadotTestWalletOptions extends Omit<TestWalletOptions, 'icon'> {
  /** Secret URIs of sr25519 keys, selected first. Test keys only! @default //Alice and //Bob */
  readonly accounts?: readonly string[]
  /** @default 42 */
  readonly ss58Prefix?: number
  /** 0x-prefixed; says that the accounts are for one chain only. @default null, for all */
  readonly genesisHash?: string | null
  /** What the page sees as the wallet's version. @default '1.0.0' */
  readonly version?: string
  /** Leaves `subscribe` out of `accounts`, as some wallets do. @default false */
  readonly withoutSubscribe?: boolean
}

/** An account as injected wallets show it. */
export interface InjectedPolkadotAccount {
  readonly address: string
  readonly name: string
  readonly type: 'sr25519'
  readonly genesisHash: string | null
}

/** What `enable` resolves with. */
export interface InjectedPolkadot {
  readonly accounts: {
    get(anyType?: boolean): Promise<readonly InjectedPolkadotAccount[]>
    /** Calls back now and after every change. Returns the function that ends it. */
    subscribe?(listener: (accounts: readonly InjectedPolkadotAccount[]) => void): () => void
  }
  readonly signer: PolkadotSigner
}

export interface PolkadotTestWallet {
  /** The wallet's key in `window.injectedWeb3`. */
  readonly id: string
  readonly provider: { readonly version: string; enable(origin: string): Promise<InjectedPolkadot> }
  readonly control: TestWalletControl
  /** Puts the wallet into `window.injectedWeb3`. Returns the function that takes it out. */
  inject(): () => void
}

/** An account of the wallet with its key. */
export interface PolkadotAccount {
  readonly address: string
  readonly name: string
  readonly keypair: Sr25519Keypair
}

/** Where wallets of the page are. Not declared for `Window`: SDKs declare it there in their own words. */
const injectedWeb3 = {
  read: () => Reflect.get(window, 'injectedWeb3') as Record<string, unknown> | undefined,
  write: (wallets: Record<string, unknown>) => Reflect.set(window, 'injectedWeb3', wallets),
}

/**
 * An injected Polkadot wallet with real sr25519 keys. It signs bytes and extrinsics; `control` says how it behaves.
 *
 * The keys are in the page, so only ever give it keys that protect nothing.
 */
export function createPolkadotTestWallet(options: PolkadotTestWalletOptions = {}): PolkadotTestWallet {
  const { name, id } = walletIdentity(options)
  const behaviour = createBehaviour(name, options.approval ?? 'auto')
  const emitter = createEmitter()
  const prefix = options.ss58Prefix ?? 42
  const access = createAccountAccess<PolkadotAccount>({
    accounts: (options.accounts ?? ['//Alice', '//Bob']).map((uri, index) => {
      const keypair = readSecretUri(uri)
      return { address: encodeSs58(keypair.publicKey, prefix), name: `Account ${index + 1}`, keypair }
    }),
    permitted: options.permitted ?? false,
    exposeAllAccounts: options.exposeAllAccounts ?? false,
    memory: createAccessMemory(`polkadot:${id}`),
  })
  const genesisHash = options.genesisHash ?? null
  const shown = () =>
    access.visible().map((account) => ({
      address: account.address,
      name: account.name,
      type: 'sr25519' as const,
      genesisHash,
    }))
  access.onChange(() => emitter.emit('accounts', shown()))

  const accounts = {
    get: (anyType?: boolean) =>
      behaviour.perform({ method: 'accounts.get', params: anyType === undefined ? [] : [anyType] }, shown),
    ...(options.withoutSubscribe
      ? {}
      : {
          subscribe(listener: (accounts: readonly InjectedPolkadotAccount[]) => void) {
            emitter.on('accounts', listener)
            listener(shown())
            return () => emitter.removeListener('accounts', listener)
          },
        }),
  }
  const injected: InjectedPolkadot = { accounts, signer: createSigner(behaviour, access) }
  const provider = {
    version: options.version ?? '1.0.0',
    async enable(origin: string) {
      const prompt = {
        title: 'show your Polkadot accounts to this page',
        details: [
          { label: 'Page calls itself', value: origin },
          { label: 'Account', value: access.selected.address },
        ],
      }
      const call = { method: 'enable', params: [origin], ...(access.permitted ? {} : { prompt }) }
      return inWalletWords('Rejected', () =>
        behaviour.perform(call, () => {
          access.permit()
          return injected
        }),
      )
    },
  }
  const control = behaviour.control({
    switchAccount: (address) => access.switchAccount(address),
    lock: () => access.setLocked(true),
    unlock: () => access.setLocked(false),
    disconnect: () => access.revoke(),
    listenerCount: (event) => emitter.listenerCount(event),
  })
  return {
    id,
    provider,
    control,
    inject: () =>
      behaviour.show(() => {
        injectedWeb3.write({ ...injectedWeb3.read(), [id]: provider })
        return () => {
          const { [id]: _, ...others } = injectedWeb3.read() ?? {}
          injectedWeb3.write(others)
        }
      }),
  }
}
