import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { addressOf } from '../src/address.js'
import type { __pascal__Wallet, Payment } from '../src/wallet.js'
import { bytesOf } from './createLedger.js'

/** How the wallet's person and the wallet itself behave from now on. */
export type Behaviour = 'approves' | 'refuses' | 'says nothing' | 'fails'

/** Keys that protect nothing: everybody knows them. */
const secretKeys = [1, 2].map((byte) => new Uint8Array(32).fill(byte))

/** The addresses of the wallet's accounts. */
export const testAddresses = secretKeys.map((key) => addressOf(ed25519.getPublicKey(key)))

export type TestWallet = ReturnType<typeof createTestWallet>

/** Makes a wallet with real keys that does as it's told. It puts its transactions on the chain through the node at `nodeUrl`. */
export function createTestWallet(nodeUrl: string) {
  const listeners = new Set<() => void>()
  const state = {
    behaviour: 'approves' as Behaviour,
    account: 0,
    isLocked: false,
    isConnected: false,
    prompts: 0,
  }
  let payee: string | undefined
  let next: ((own: () => Promise<unknown>) => unknown) | undefined

  /** A wallet is another program: its answer always comes later. */
  async function answer(own: () => unknown): Promise<unknown> {
    const instead = next
    next = undefined
    await Promise.resolve()
    return instead ? instead(async () => own()) : own()
  }

  function ask(own: () => unknown): Promise<unknown> {
    state.prompts += 1
    return answer(() => {
      if (state.behaviour === 'refuses') throw { code: 4001, message: 'The user rejected the request.' }
      if (state.behaviour === 'fails') throw { code: -32603, message: 'Internal error' }
      if (state.behaviour === 'says nothing') return new Promise(() => {})
      return own()
    })
  }

  const secretKey = () => secretKeys[state.account] as Uint8Array
  const address = () => testAddresses[state.account] as string
  const shared = () => (state.isConnected && !state.isLocked ? [address()] : [])
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }

  const provider: __pascal__Wallet = {
    connect: () =>
      ask(() => {
        state.isConnected = true
        state.isLocked = false
        return shared()
      }),
    accounts: () => answer(shared),
    signMessage: ({ message }) => ask(() => bytesToHex(ed25519.sign(hexToBytes(message), secretKey()))),
    send(payment) {
      const to = payee ?? payment.to
      payee = undefined
      return ask(() => put(nodeUrl, { ...payment, to }, secretKey()))
    },
    disconnect: () =>
      answer(() => {
        state.isConnected = false
      }),
    on: (_, listener) => void listeners.add(listener),
    off: (_, listener) => void listeners.delete(listener),
  }

  return {
    provider,
    /** Its settings, and the questions that it got. */
    state: state as Readonly<typeof state>,
    listeners: () => listeners.size,
    behave(behaviour: Behaviour) {
      state.behaviour = behaviour
    },
    /** Answers the next question in the wallet's place. `own` is what the wallet would have answered. */
    next(instead: (own: () => Promise<unknown>) => unknown) {
      next = instead
    },
    /** Pays this address in the place of the next payment's, as a wallet might that somebody has changed. */
    payInstead(to: string) {
      payee = to
    },
    changeAccount() {
      state.account = 1 - state.account
      tell()
    },
    lock() {
      state.isLocked = true
      tell()
    },
    unlock() {
      state.isLocked = false
      tell()
    },
    /** Forgets that it let the page in, as a person can have it do. Tells the page nothing. */
    forget() {
      state.isConnected = false
    },
  }
}

/** Signs a payment and puts it on the chain. Returns the transaction's id. */
async function put(nodeUrl: string, payment: Payment, secretKey: Uint8Array): Promise<unknown> {
  const { fee, number } = (await askNode(nodeUrl, 'account', [payment.from])) as {
    fee: string
    number: number
  }
  const transaction = { ...payment, fee, number }
  return askNode(nodeUrl, 'submit', [transaction, bytesToHex(ed25519.sign(bytesOf(transaction), secretKey))])
}

async function askNode(nodeUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(nodeUrl, { method: 'POST', headers, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw { code: -32603, message: error.message }
  return result
}
