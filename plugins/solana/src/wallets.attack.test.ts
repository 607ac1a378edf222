// Every feature of a Wallet Standard wallet, answered with rubbish, through the kernel and the plugin.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, attackMethod, type Protocol, restorePoisoned } from '../../../kernel/test/attack.js'
import { createFakeWallet, registerWallet } from '../test/fakeWallet.js'
import { solana, solanaDevnet, solanaMainnet } from './index.js'

const theirs = 'So11111111111111111111111111111111111111112'
let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
})
afterEach(() => void vi.unstubAllGlobals())

const protocol: Protocol = {
  namespace: 'solana',
  methods: ['standard:connect', 'solana:signMessage'],
  otherNetwork: solanaDevnet.id,
  events: ['accounts', 'chains', 'features', 'everything'],
  opening: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn'],
  async start(storage = memoryStorage(), allowed = false) {
    const fake = createFakeWallet()
    fake.allowed = allowed
    const leave = registerWallet(fake.wallet, page)
    const kernel = createKernel([solana({ networks: [solanaMainnet, solanaDevnet] })], {
      storage,
      logLevel: 'silent',
    })
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
})

describe('storage that somebody else wrote', () => {
  it('only says whom to ask: the account is the wallet’s own', async () => {
    expect(await restorePoisoned(protocol, theirs)).toBe(createFakeWallet().accounts[0]?.address)
  })
})
