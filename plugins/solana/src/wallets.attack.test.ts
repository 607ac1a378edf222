// Every feature of a Wallet Standard wallet, answered with rubbish, through the kernel and the plugin.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, isKernelError } from '@latchkey/kernel/plugin'
import { Networks, Session } from '@latchkey/kernel/wallet'
import { SignTransaction } from '@latchkey/kernel/contracts'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  attackMethod,
  attackRestore,
  createWatch,
  expectUndecided,
  type Protocol,
  restorePoisoned,
  settle,
  type Use,
  watchFaults,
} from '../../../kernel/test/attack.js'
import { createFakeWallet, registerWallet, walletId } from '../test/fakeWallet.js'
import {
  SignAllTransactions,
  SignAndSendTransaction,
  SignIn,
  solana,
  solanaDevnet,
  solanaMainnet,
} from './index.js'

const theirs = 'So11111111111111111111111111111111111111112'
let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
})
afterEach(() => void vi.unstubAllGlobals())

const deadNode = 'http://127.0.0.1:1'

function transferFrom(address: string, lamports = 1): Uint8Array {
  const payerKey = new PublicKey(address)
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: PublicKey.default, lamports })],
  })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}

async function signOne({ capability, ...request }: Use): Promise<void> {
  const transaction = transferFrom(request.account.address)
  await capability(SignTransaction).sign({ ...request, transaction })
  throw new Error('Rubbish was taken for a signed transaction.')
}

async function signAll({ capability, ...request }: Use): Promise<void> {
  const transactions = [1, 2].map((lamports) => transferFrom(request.account.address, lamports))
  await capability(SignAllTransactions).sign({ ...request, transactions })
  throw new Error('Rubbish was taken for signed transactions.')
}

async function signAndSend({ capability, ...request }: Use): Promise<void> {
  const transaction = transferFrom(request.account.address)
  await expectUndecided(await capability(SignAndSendTransaction).send({ ...request, transaction }))
}

async function signIn({ capability, ...request }: Use): Promise<void> {
  await capability(SignIn).signIn({ ...request, input: { domain: 'app.example' } })
  throw new Error('Rubbish was taken for a sign-in.')
}

const protocol: Protocol = {
  namespace: 'solana',
  methods: [
    'standard:connect',
    'standard:disconnect',
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signIn',
  ],
  uses: {
    'solana:signTransaction': signOne,
    'solana:signAndSendTransaction': signAndSend,
    'solana:signIn': signIn,
  },
  otherNetwork: solanaDevnet.id,
  events: ['accounts', 'chains', 'features', 'everything'],
  opening: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn'],
  async start(storage = memoryStorage(), allowed = false, armed, plugins = []) {
    const fake = createFakeWallet({ send: deadNode })
    fake.allowed = allowed
    if (armed) fake.answer(armed.method, () => armed.answer.give())
    const leave = registerWallet(fake.wallet, page)
    const networks = [solanaMainnet, solanaDevnet].map((network) => ({ ...network, rpcUrls: [deadNode] }))
    const kernel = createKernel([solana({ networks }), ...plugins], { storage, logLevel: 'silent' })
    await kernel.start()
    return {
      kernel,
      wallet: {
        connectorId: walletId(fake.wallet),
        arm: (method: string, answer: Answer) => fake.answer(method, () => answer.give()),
        disarm: leave,
        asked: () => fake.calls.map(({ feature }) => feature),
        emit(event: string, payload: unknown) {
          if (event !== 'everything') return fake.change({ [event]: payload })
          for (const listener of [...fake.listeners]) listener(payload)
        },
        addresses: fake.accounts.map(({ address }) => address),
      },
    }
  },
}

describe('a Solana wallet that answers rubbish', () => {
  it.each(protocol.methods)('to %s breaks nothing', (method) => attackMethod(protocol, method, 12))
  it('to solana:signTransaction for several breaks nothing', () =>
    attackMethod({ ...protocol, uses: { 'solana:signTransaction': signAll } }, 'solana:signTransaction', 12))
  it('to a silent standard:connect breaks nothing', () => attackRestore(protocol, 'standard:connect', 12))
})

describe('storage that somebody else wrote', () => {
  it('only says whom to ask: the account is the wallet’s own', async () => {
    expect(await restorePoisoned(protocol, theirs)).toBe(createFakeWallet().accounts[0]?.address)
  })
})

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
/** Throws what cannot be looked at. */
const deepFault = (): never => {
  throw new Proxy({}, { get: fault, has: fault, ownKeys: fault, getPrototypeOf: fault })
}
const memberWays: readonly (readonly [name: string, descriptor: PropertyDescriptor])[] = [
  ['throws when it is read', { get: fault }],
  ['throws what cannot be looked at when it is read', { get: deepFault }],
  ['is nothing', { value: undefined }],
  ['is a number', { value: 7 }],
  ['is a list of what cannot be looked at', { value: [new Proxy({}, { get: deepFault })] }],
  ['cannot be looked at', { value: new Proxy({}, { get: deepFault, has: deepFault, ownKeys: deepFault }) }],
]

/** Whatever a wallet's own object does: no uncaught fault, errors with codes, and the person can leave. */
describe.each(['name', 'icon', 'version', 'chains', 'accounts', 'features'])(
  'a wallet object whose `%s`',
  (member) => {
    const lives = memberWays.flatMap(([way, descriptor]) =>
      ['at once', 'once connected'].map((when) => [way, when, descriptor] as const),
    )
    it.each(lives)('%s, %s, breaks nothing', async (_, when, descriptor) => {
      const { faults, stop } = watchFaults()
      const fake = createFakeWallet({ send: deadNode })
      const wallet = Object.defineProperties({}, Object.getOwnPropertyDescriptors(fake.wallet))
      const harm = () => Object.defineProperty(wallet, member, { configurable: true, ...descriptor })
      const other = createFakeWallet()
      if (when === 'at once') harm()
      registerWallet(wallet as typeof fake.wallet, page)
      registerWallet(other.wallet, page)
      const watch = createWatch()
      const networks = [solanaMainnet, solanaDevnet].map((network) => ({ ...network, rpcUrls: [deadNode] }))
      const kernel = createKernel([solana({ networks }), watch.plugin], {
        storage: memoryStorage(),
        logLevel: 'silent',
      })
      await kernel.start()
      const session = kernel.get(Session)
      const coded = async (work: Promise<unknown>) => {
        const error = await work.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        expect(error === undefined || isKernelError(error)).toBe(true)
        return error === undefined
      }
      const connectors = kernel.list(Connector)
      expect(connectors.length).toBeGreaterThan(0)
      const isConnected = await coded(session.connect({ connectorId: connectors[0]?.id ?? '' }))
      if (when === 'once connected') {
        expect(isConnected).toBe(true)
        harm()
        for (const listener of [...fake.listeners]) {
          for (const change of [{ accounts: [] }, { chains: [] }, { features: {} }]) {
            try {
              listener(change)
            } catch {
              // Into the wallet's own code.
            }
          }
        }
        await coded(kernel.get(Networks).switch(solanaDevnet.id))
      }
      await coded(session.disconnect())
      expect(session.state.connections).toEqual([])
      await kernel.dispose()
      await settle()
      stop()
      expect([faults, watch.shown]).toEqual([[], []])
      expect(watch.told.filter(({ id }) => id === 'CONNECT_SUCCESS')).toHaveLength(isConnected ? 1 : 0)
    })
  },
)
