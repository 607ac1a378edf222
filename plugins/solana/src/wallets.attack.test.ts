// Every feature of a Wallet Standard wallet, answered with rubbish, through the kernel and the plugin.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { SignTransaction } from '@latchkey/kernel/plugin'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  attackMethod,
  attackRestore,
  expectUndecided,
  type Protocol,
  restorePoisoned,
  type Use,
} from '../../../kernel/test/attack.js'
import { createFakeWallet, registerWallet } from '../test/fakeWallet.js'
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
  async start(storage = memoryStorage(), allowed = false, armed) {
    const fake = createFakeWallet({ send: deadNode })
    fake.allowed = allowed
    if (armed) fake.answer(armed.method, () => armed.answer.give())
    const leave = registerWallet(fake.wallet, page)
    const networks = [solanaMainnet, solanaDevnet].map((network) => ({ ...network, rpcUrls: [deadNode] }))
    const kernel = createKernel([solana({ networks })], { storage, logLevel: 'silent' })
    await kernel.start()
    return {
      kernel,
      wallet: {
        connectorId: 'solana.wallet.fake-wallet',
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
