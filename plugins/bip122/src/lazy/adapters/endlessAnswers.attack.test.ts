import { pageClock } from '../../../test/pageClock.js'
import { isKernelError } from '@latchkey/kernel/plugin'
import { endlessList } from '@latchkey/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { fakeKey } from '../../../test/fakeKeys.js'
import {
  createLeatherFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
} from '../../../test/fakeWallets.js'
import { bitcoinRegtest } from '../../networks.js'
import { readSession } from '../readSession.js'
import { signMessage } from '../signMessage.js'
import { readBtcProviders } from '../discover/readBtcProviders.js'
import { readStandardWallet } from '../discover/readStandardWallet.js'
import type { CreateAdapter, WalletAdapter } from './adapter.js'
import { createRequestAdapter } from './request.js'
import { createStandardAdapter } from './standard.js'
import { createUnisatAdapter } from './unisat.js'

/** Far above what any rule needs, far below what stops a page. */
const readLimit = 5_000
const key = fakeKey(1, 'p2wpkh', 'regtest', 'payment')
const networks = [bitcoinRegtest]
const networkId = bitcoinRegtest.id
const options = { keys: [key], chain: 'regtest', allowed: true } as const

/** The whole way of an answer: the adapter's question, and then the rules that every protocol meets. */
async function reach(question: () => Promise<unknown>): Promise<unknown> {
  try {
    const state = await question()
    const isState = typeof state === 'object' && state !== null && 'accounts' in state
    return isState ? readSession('Fake', state as never, networks) : state
  } catch (error) {
    return error
  }
}

interface Place {
  readonly create: () => Fake
  readonly adapter: CreateAdapter
  /** The wallet's methods that answer with a list, and what stands around it. */
  readonly answers: Readonly<Record<string, (list: unknown) => unknown>>
}

const same = (list: unknown) => list
const account = { address: key.address, publicKey: new Uint8Array(33).fill(2) }
const protocols: Readonly<Record<string, Place>> = {
  UniSat: {
    create: () => createUnisatFake({ ...options, send: async () => 'ab'.repeat(32) }),
    adapter: createUnisatAdapter,
    answers: {
      requestAccounts: same,
      getAccounts: same,
      getPublicKey: same,
      getChain: same,
      signMessage: same,
      signPsbt: same,
      sendBitcoin: same,
    },
  },
  'sats-connect': {
    create: () => createRequestFake({ ...options, send: async () => 'ab'.repeat(32) }),
    adapter: createRequestAdapter,
    answers: {
      wallet_connect: (addresses) => ({ addresses }),
      wallet_getAccount: (addresses) => ({ addresses }),
      wallet_changeNetwork: same,
      signMessage: (signature) => ({ signature }),
      signPsbt: (psbt) => ({ psbt }),
      sendTransfer: (txid) => ({ txid }),
    },
  },
  'sats-connect, the network asked apart': {
    create() {
      const fake = createRequestFake(options)
      fake.answer('wallet_connect', () => ({ addresses: [] }))
      return fake
    },
    adapter: createRequestAdapter,
    answers: { wallet_getNetwork: (name) => ({ bitcoin: { name } }) },
  },
  'sats-connect, without an envelope': {
    create: () => createRequestFake(options),
    adapter: createRequestAdapter,
    answers: { wallet_connect: same, wallet_getAccount: same, signMessage: same, signPsbt: same },
  },
  Leather: {
    create: () => createLeatherFake(options),
    adapter: createRequestAdapter,
    answers: {
      getAddresses: (addresses) => ({ addresses }),
      signMessage: (signature) => ({ signature }),
      signPsbt: (hex) => ({ hex }),
    },
  },
  'Wallet Standard': {
    create: () => createStandardFake(options),
    adapter: createStandardAdapter,
    answers: {
      'bitcoin:connect': (accounts) => ({ accounts }),
      'standard:connect': (accounts) => ({ accounts }),
      'bitcoin:signMessage': same,
      'bitcoin:signTransaction': (signedPsbt) => [{ signedPsbt }],
    },
  },
  'Wallet Standard, an account for endless chains': {
    create: () => createStandardFake(options),
    adapter: createStandardAdapter,
    answers: {
      'bitcoin:connect': (chains) => ({ accounts: [{ ...account, chains }] }),
      'standard:connect': (chains) => ({ accounts: [{ ...account, chains }] }),
    },
  },
}

/** Every question that an adapter can ask its wallet. */
const questions = (adapter: WalletAdapter): Readonly<Record<string, () => Promise<unknown>>> => ({
  connect: () => adapter.connect({ networks }),
  restore: () => adapter.restore({ networks }),
  'switch the network': async () => adapter.switchNetwork?.(bitcoinRegtest),
  'sign a message': () =>
    signMessage({
      account: {
        id: `${networkId}:${key.address}`,
        namespace: 'bip122',
        address: key.address,
        kind: 'payment',
      },
      networkId,
      provider: adapter.wallet,
      message: 'Hello',
    }),
  'sign a transaction': async () =>
    adapter.wallet.signPsbt?.({ networkId, psbt: '', inputs: [{ index: 0, address: key.address }] }),
  'send a payment': async () =>
    adapter.wallet.sendTransfer?.({ networkId, from: key.address, to: key.address, amount: 1n }),
})

describe.each(Object.entries(protocols))('%s', (_, { create, adapter: createAdapter, answers }) => {
  it.each(Object.keys(answers))('does not walk an endless list that %s answers', async (method) => {
    const fake = create()
    const adapter = createAdapter('Fake', fake.target, pageClock)
    const lists = []
    for (const question of Object.values(questions(adapter))) {
      const endless = endlessList(key.address)
      lists.push(endless)
      fake.answer(method, () => answers[method]?.(endless.list))
      const answer = await reach(question)
      if (answer instanceof Error) expect(isKernelError(answer), answer.stack).toBe(true)
    }
    const reads = lists.map((list) => list.reads())
    expect(Math.max(...reads)).toBeLessThan(readLimit)
    expect(fake.calls.map((call) => call.method)).toContain(method)
  })

  it('does not walk an endless list that an event brings', async () => {
    const fake = create()
    const adapter = createAdapter('Fake', fake.target, pageClock)
    await adapter.connect({ networks })
    const { list, reads } = endlessList(key.address)
    const heard = vi.fn()
    const hear = (read: () => unknown) => heard(reach(async () => read()))
    const stop = adapter.listen({ hear, doubt: heard, failed: heard })
    for (const event of ['accountsChanged', 'networkChanged', 'change']) {
      fake.emit(event, list)
      fake.emit(event, { accounts: list })
    }
    fake.emit('accountChange', { addresses: list })
    fake.emit('networkChange', { addresses: list, bitcoin: { name: list } })
    await new Promise((resolve) => setTimeout(resolve, 0))
    stop()
    expect(reads()).toBeLessThan(readLimit)
  })
})

it('does not walk the endless accounts that a Wallet Standard wallet shows', async () => {
  const { target } = createStandardFake(options)
  const { list, reads } = endlessList({ ...account, chains: ['bitcoin:regtest'] })
  const adapter = createStandardAdapter('Fake', { ...target, accounts: list }, pageClock)
  for (const question of Object.values(questions(adapter))) await reach(question)
  expect(reads()).toBeLessThan(readLimit)
})

it('does not walk the endless lists that a page offers as wallets', () => {
  const entries = endlessList({})
  vi.stubGlobal('window', { btc_providers: entries.list, wbip_providers: entries.list })
  expect(readBtcProviders()).toEqual([])
  vi.unstubAllGlobals()
  const chains = endlessList('solana:mainnet')
  expect(readStandardWallet({ ...createStandardFake().target, chains: chains.list })).toBeUndefined()
  expect(entries.reads()).toBeLessThan(readLimit)
  expect(chains.reads()).toBeLessThan(readLimit)
})
