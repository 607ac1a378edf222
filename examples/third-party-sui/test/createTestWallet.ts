import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'

/** Keys that protect nothing: everybody knows them. */
const keys = [1, 2].map((byte) => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(byte)))

export const testAddresses = keys.map((key) => key.toSuiAddress())

export type Behaviour = 'approves' | 'refuses' | 'says nothing' | 'fails'

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface Asked {
  readonly account: Account
}

/** Makes a wallet of the Wallet Standard with real keys of Sui. It does as it's told. */
export function createTestWallet(name = 'Test wallet') {
  const listeners = new Set<(change: unknown) => void>()
  const state = { behaviour: 'approves' as Behaviour, own: 0, isLetIn: false, prompts: 0 }
  let payee: string | undefined
  let next: ((own: () => Promise<unknown>) => unknown) | undefined
  const chains = ['sui:mainnet', 'sui:testnet', 'sui:localnet']
  const features = ['sui:signTransaction', 'sui:signPersonalMessage']
  const accounts: readonly Account[] = keys.map((key) => ({
    address: key.toSuiAddress(),
    publicKey: key.getPublicKey().toSuiBytes(),
    chains,
    features,
  }))
  // The account of another chain, as wallets of several have them.
  const foreign = {
    address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    publicKey: new Uint8Array(32),
    chains: ['solana:mainnet'],
    features: [],
  }
  const shared = () => (state.isLetIn ? [foreign, accounts[state.own]] : [])
  const tell = () => {
    for (const listener of [...listeners]) listener({ accounts: shared() })
  }

  /** Answers later, as every wallet does, because it's another program. */
  async function answer(own: () => unknown): Promise<unknown> {
    const instead = next
    next = undefined
    await Promise.resolve()
    return instead ? instead(async () => own()) : own()
  }

  const ask = (own: () => unknown) => {
    state.prompts += 1
    return answer(() => {
      if (state.behaviour === 'refuses')
        throw Object.assign(new Error('User rejected the request'), { code: 4001 })
      if (state.behaviour === 'fails') throw Object.assign(new Error('Internal error'), { code: -32603 })
      if (state.behaviour === 'says nothing') return new Promise(() => {})
      return own()
    })
  }

  /** The key of an account that the wallet gave out itself, and of nothing that only looks like one. */
  function keyOf({ account }: Asked): Ed25519Keypair {
    const key = keys[accounts.indexOf(account)]
    if (!key) throw new Error('This is no account of the wallet.')
    return key
  }

  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains,
    get accounts() {
      return shared()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: (input?: { readonly silent?: boolean }) =>
          input?.silent
            ? answer(() => ({ accounts: shared() }))
            : ask(() => {
                state.isLetIn = true
                return { accounts: shared() }
              }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          state.isLetIn = false
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: 'change', listener: (change: unknown) => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'sui:signPersonalMessage': {
        version: '1.1.0',
        signPersonalMessage: (input: Asked & { readonly message: Uint8Array }) =>
          ask(() => keyOf(input).signPersonalMessage(input.message)),
      },
      'sui:signTransaction': {
        version: '2.0.0',
        signTransaction: (input: Asked & { readonly transaction: { toJSON(): Promise<string> } }) =>
          ask(async () => {
            const json = await input.transaction.toJSON()
            const transaction = Transaction.from(payee ? withPayee(json, payee) : json)
            payee = undefined
            return keyOf(input).signTransaction(await transaction.build())
          }),
      },
    },
  }

  return {
    wallet,
    state: state as Readonly<typeof state>,
    listeners: () => listeners.size,
    behave(behaviour: Behaviour) {
      state.behaviour = behaviour
    },
    /** Sets the answer to the next question. `own` gives the wallet's own answer. */
    next(instead: (own: () => Promise<unknown>) => unknown) {
      next = instead
    },
    /** Pays this address in the place of the next payment's, as a wallet might that somebody has changed. */
    payInstead(to: string) {
      payee = to
    },
    changeAccount() {
      state.own = 1 - state.own
      tell()
    },
    /** Forgets that it let the page in. Tells the page nothing. */
    forget() {
      state.isLetIn = false
    },
    lock() {
      state.isLetIn = false
      tell()
    },
  }
}

/** Registers a wallet as the Wallet Standard does, whichever of wallet and app comes first. Returns what takes it away. */
export function register(wallet: unknown): () => void {
  let stop = () => {}
  const offer = ({ register: add }: { register(wallet: unknown): () => void }) => {
    stop = add(wallet)
  }
  const hear = (event: Event) => offer((event as CustomEvent).detail)
  window.addEventListener('wallet-standard:app-ready', hear)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', hear)
    stop()
  }
}

/** A payment in the SDK's JSON to another address. An address is the one input of 32 bytes. */
function withPayee(json: string, to: string): string {
  const { inputs, ...rest } = JSON.parse(json) as {
    readonly inputs: readonly { readonly Pure?: { readonly bytes: string } }[]
  }
  const isAddress = (bytes = '') => Buffer.from(bytes, 'base64').length === 32
  const bytes = bcs.Address.serialize(to).toBase64()
  return JSON.stringify({
    ...rest,
    inputs: inputs.map((input) => (isAddress(input.Pure?.bytes) ? { Pure: { bytes } } : input)),
  })
}
