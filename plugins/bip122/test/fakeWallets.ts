import type { BitcoinChain } from '../src/networks.js'
import { type FakeKey, fakeKey } from './fakeKeys.js'

type Call = { readonly method: string; readonly parameters: readonly any[] }
type Reply = (...parameters: any[]) => unknown

/** What the fakes of all protocols have in common: real keys, a record of calls, and replies a test may replace. */
export interface Fake {
  /** What goes on the page. */
  readonly target: any
  readonly keys: readonly FakeKey[]
  readonly calls: Call[]
  /** Answers one method otherwise: what it returns, or throws. */
  answer(method: string, reply: Reply | undefined): void
  /** Tells listeners. */
  emit(event: string, payload?: unknown): void
  listenerCount(): number
  /** Called when an answer is made and not given yet. */
  beforeAnswer?: ((method: string) => void) | undefined
  /** Whether the app was allowed before. */
  allowed: boolean
  chain: BitcoinChain
}

export interface FakeOptions {
  readonly name?: string
  readonly chain?: BitcoinChain
  readonly keys?: readonly FakeKey[]
  readonly allowed?: boolean
  readonly without?: readonly string[]
  /** Broadcasts a payment and answers its id; without it the wallet cannot send. */
  readonly send?: (to: string, sats: bigint) => Promise<string>
}

const capital = (chain: string) => chain.charAt(0).toUpperCase() + chain.slice(1)
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function createFake(options: FakeOptions) {
  const chain = options.chain ?? 'mainnet'
  const replies = new Map<string, Reply>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const fake: Fake = {
    target: {},
    keys: options.keys ?? [fakeKey(1, 'p2wpkh', chain), fakeKey(1, 'p2tr', chain)],
    calls: [],
    answer: (method, reply) => void (reply ? replies.set(method, reply) : replies.delete(method)),
    emit: (event, payload) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    allowed: options.allowed ?? false,
    chain,
  }
  const act = async (method: string, run: Reply, ...parameters: any[]) => {
    fake.calls.push({ method, parameters })
    const answer = await (replies.get(method) ?? run)(...parameters)
    fake.beforeAnswer?.(method)
    return answer
  }
  const on = (event: string, listener: (payload: unknown) => void) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  }
  const off = (event: string, listener: (payload: unknown) => void) =>
    void listeners.get(event)?.delete(listener)
  const keyOf = (address: string) => {
    const key = fake.keys.find((candidate) => candidate.address === address)
    if (!key) throw new Error(`no key for ${address}`)
    return key
  }
  return { fake, act, on, off, keyOf, replies }
}

/** Like UniSat: one address at a time, hex PSBTs, numbers EIP-1193 uses. */
export function createUnisatFake(options: FakeOptions = {}): Fake {
  const { fake, act, on, off, keyOf } = createFake(options)
  const selected = () => fake.keys[0] as FakeKey
  const methods: Record<string, Reply> = {
    requestAccounts: () => {
      fake.allowed = true
      return [selected().address]
    },
    getAccounts: () => (fake.allowed ? [selected().address] : []),
    getPublicKey: () => selected().publicKey,
    getChain: () => ({ enum: `BITCOIN_${fake.chain.toUpperCase()}`, name: fake.chain, network: 'x' }),
    switchChain: (chain: string) => {
      fake.chain = chain.replace('BITCOIN_', '').toLowerCase() as BitcoinChain
    },
    signMessage: (message: string, type: string) =>
      selected().signMessage(message, type === 'bip322-simple' ? 'bip322' : 'ecdsa'),
    signPsbt: (psbt: string, { toSignInputs }: any) => {
      let bytes: Uint8Array = Uint8Array.from(Buffer.from(psbt, 'hex'))
      for (const { index, address, sighashTypes } of toSignInputs) {
        bytes = keyOf(address).signPsbt(bytes, [index], sighashTypes)
      }
      return Buffer.from(bytes).toString('hex')
    },
    disconnect: () => {
      fake.allowed = false
    },
    ...(options.send && { sendBitcoin: (to: string, sats: number) => options.send?.(to, BigInt(sats)) }),
  }
  for (const name of options.without ?? []) delete methods[name]
  for (const [name, run] of Object.entries(methods)) {
    fake.target[name] = (...parameters: any[]) => act(name, run, ...parameters)
  }
  return Object.assign(fake, { target: Object.assign(fake.target, { on, removeListener: off }) })
}

/** Like Xverse: `request(method, params)` answering JSON-RPC envelopes. */
export function createRequestFake(options: FakeOptions = {}): Fake {
  const { fake, act, on, off, keyOf, replies } = createFake(options)
  const account = () => ({
    id: '1',
    addresses: fake.keys.map(({ address, publicKey, purpose, kind }) => ({
      address,
      publicKey,
      purpose,
      addressType: kind,
      walletType: 'software',
    })),
    network: { bitcoin: { name: capital(fake.chain) } },
  })
  const deny = () => {
    throw { code: -32002, message: 'Access denied.' }
  }
  const methods: Record<string, Reply> = {
    wallet_connect: () => {
      fake.allowed = true
      return account()
    },
    wallet_getAccount: () => (fake.allowed ? account() : deny()),
    wallet_getNetwork: () => (fake.allowed ? account().network : deny()),
    wallet_changeNetwork: ({ name }: any) => {
      fake.chain = name.toLowerCase()
      return null
    },
    wallet_disconnect: () => {
      fake.allowed = false
      return null
    },
    getAccounts: () => {
      fake.allowed = true
      return account().addresses
    },
    getAddresses: () => {
      fake.allowed = true
      return { addresses: account().addresses }
    },
    signMessage: ({ address, message, protocol }: any) => ({
      address,
      signature: keyOf(address).signMessage(message, protocol === 'BIP322' ? 'bip322' : 'ecdsa'),
      messageHash: '',
      protocol,
    }),
    signPsbt: ({ psbt, signInputs }: any) => {
      let bytes = fromBase64(psbt)
      for (const [address, indexes] of Object.entries<number[]>(signInputs)) {
        bytes = keyOf(address).signPsbt(bytes, indexes) as Uint8Array<ArrayBuffer>
      }
      return { psbt: toBase64(bytes) }
    },
    ...(options.send && {
      sendTransfer: async ({ recipients: [{ address, amount }] }: any) => ({
        txid: await options.send?.(address, BigInt(amount)),
      }),
    }),
  }
  for (const name of options.without ?? []) delete methods[name]
  fake.target.request = async (method: string, parameters: unknown) => {
    const envelope = replies.get(`envelope of ${method}`)
    if (envelope) return envelope(parameters)
    const run =
      methods[method] ??
      (() => {
        throw { code: -32601, message: `The method "${method}" does not exist.` }
      })
    try {
      return { jsonrpc: '2.0', id: '1', result: await act(method, run, parameters) }
    } catch (error) {
      return { jsonrpc: '2.0', id: '1', error }
    }
  }
  fake.target.addListener = ({ eventName, cb }: any) => {
    on(eventName, cb)
    return () => off(eventName, cb)
  }
  return fake
}

/** Like Leather: `request` with the parameters of WBIP-006, errors thrown, no silent way. */
export function createLeatherFake(options: FakeOptions = {}): Fake {
  const { fake, act, keyOf } = createFake(options)
  const methods: Record<string, Reply> = {
    getAddresses: () => ({
      addresses: [
        ...fake.keys.map(({ address, publicKey, kind }) => ({
          symbol: 'BTC',
          type: kind,
          address,
          publicKey,
        })),
        { symbol: 'STX', address: 'SP000000000000000000002Q6VF78' },
      ],
    }),
    signMessage: ({ message, paymentType }: any) => {
      const key = fake.keys.find(({ kind }) => kind === paymentType) as FakeKey
      return { address: key.address, message, signature: key.signMessage(message, 'bip322') }
    },
    signPsbt: ({ hex, signAtIndex }: any) => {
      const bytes = keyOf((fake.keys[0] as FakeKey).address).signPsbt(
        Uint8Array.from(Buffer.from(hex, 'hex')),
        signAtIndex,
      )
      return { hex: Buffer.from(bytes).toString('hex') }
    },
    ...(options.send && {
      sendTransfer: async ({ recipients: [{ address, amount }] }: any) => ({
        txid: await options.send?.(address, BigInt(amount)),
      }),
    }),
  }
  Object.assign(fake.target, {
    isLeather: true,
    async request(method: string, parameters: unknown) {
      const run = methods[method]
      if (!run) throw { jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'unknown' } }
      try {
        return { jsonrpc: '2.0', id: '1', result: await act(method, run, parameters) }
      } catch (error) {
        throw { jsonrpc: '2.0', id: '1', error }
      }
    },
  })
  return fake
}

/** A Wallet Standard wallet with the features `bitcoin:*`. */
export function createStandardFake(options: FakeOptions = {}): Fake {
  const { fake, act, on, off, keyOf } = createFake(options)
  let visible: readonly any[] = []
  const accounts = () =>
    fake.keys.map(({ address, publicKey }) => ({
      address,
      publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
      chains: [`bitcoin:${fake.chain}`],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
    }))
  const grant = () => {
    fake.allowed = true
    visible = accounts()
    return { accounts: visible }
  }
  const methods: Record<string, [string, Reply]> = {
    'bitcoin:connect': ['connect', grant],
    'standard:connect': ['connect', (input) => (input?.silent && !fake.allowed ? { accounts: [] } : grant())],
    'standard:disconnect': [
      'disconnect',
      () => {
        fake.allowed = false
        fake.emit('change', { accounts: [] })
      },
    ],
    'bitcoin:signMessage': [
      'signMessage',
      ({ account, message }) => {
        const key = keyOf(account.address)
        const protocol = key.kind === 'p2pkh' ? 'ecdsa' : 'bip322'
        const signature = fromBase64(key.signMessage(new TextDecoder().decode(message), protocol))
        return [{ signedMessage: message, signature }]
      },
    ],
    'bitcoin:signTransaction': [
      'signTransaction',
      ({ psbt, inputsToSign }) => {
        let bytes = psbt
        for (const { account, signingIndexes } of inputsToSign) {
          bytes = keyOf(account.address).signPsbt(bytes, signingIndexes)
        }
        return [{ signedPsbt: bytes }]
      },
    ],
  }
  for (const name of options.without ?? []) delete methods[name]
  const features: Record<string, unknown> = {
    'standard:events': {
      version: '1.0.0',
      on: (event: string, listener: any) => {
        on(event, listener)
        return () => off(event, listener)
      },
    },
  }
  for (const [feature, [method, run]] of Object.entries(methods)) {
    features[feature] = { version: '1.0.0', [method]: (...inputs: any[]) => act(feature, run, ...inputs) }
  }
  const target = {
    version: '1.0.0',
    name: options.name ?? 'Fake Wallet',
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    get chains() {
      return [`bitcoin:${fake.chain}`]
    },
    features,
    get accounts() {
      return visible
    },
  }
  const tell = fake.emit
  // Object.assign would read the getters once.
  return Object.assign(fake, {
    target,
    /** `refresh` shows the keys as they are now. */
    emit(event: string, payload?: any) {
      if (event === 'refresh') visible = accounts()
      try {
        if (event !== 'refresh' && payload?.accounts) visible = payload.accounts
      } catch {
        // What cannot be looked at changes nothing here; the app is told all the same.
      }
      tell('change', event === 'refresh' ? { accounts: visible } : payload)
    },
  })
}

/** Registers a wallet as Wallet Standard says, before or after the app is there. Returns the unregistration. */
export function registerWallet(wallet: unknown, page: EventTarget): () => void {
  let unregister: (() => void) | undefined
  const register = (api: { register(...wallets: unknown[]): () => void }) => {
    unregister = api.register(wallet)
  }
  const ready = (event: Event) => register((event as CustomEvent).detail)
  page.addEventListener('wallet-standard:app-ready', ready)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', ready)
    unregister?.()
  }
}
