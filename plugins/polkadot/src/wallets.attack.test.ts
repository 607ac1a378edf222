// Every method of an injectedWeb3 wallet, answered with rubbish, through the kernel and the plugin.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  attackMethod,
  attackRestore,
  type Protocol,
  restorePoisoned,
  type Use,
} from '../../../kernel/test/attack.js'
import { kusamaAssetHub, polkadot, polkadotAssetHub, SignPayload, type SignPayloadRequest } from './index.js'

/** The same account. */
const onKusama = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const theirs = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'
let page: EventTarget & { injectedWeb3?: unknown }
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => void vi.unstubAllGlobals())

async function signPayload({ capability, ...request }: Use): Promise<void> {
  const payload = {
    genesisHash: polkadotAssetHub.genesisHash,
    blockHash: polkadotAssetHub.genesisHash,
    blockNumber: '0x00',
    era: '0x00',
    method: '0x0000',
    nonce: '0x00',
    specVersion: '0x00',
    tip: '0x00',
    transactionVersion: '0x00',
    signedExtensions: [],
    version: 4,
  } as unknown as SignPayloadRequest['payload']
  const { signature, signedTransaction = '0x' } = await capability(SignPayload).sign({ ...request, payload })
  expect([signature, signedTransaction].every((hex) => /^0x(?:[0-9a-f]{2})*$/.test(hex))).toBe(true)
}

const protocol: Protocol = {
  namespace: 'polkadot',
  methods: ['enable', 'accounts.get', 'accounts.subscribe', 'signRaw', 'signPayload'],
  uses: { signPayload },
  otherNetwork: kusamaAssetHub.id,
  events: ['accounts'],
  opening: ['enable', 'signRaw', 'signPayload'],
  silent: ['enable'],
  async start(storage = memoryStorage(), _, armedFirst, plugins = []) {
    let armed = armedFirst
    const asked: string[] = []
    const listeners = new Set<(accounts: unknown) => void>()
    const answer = (method: string, sound: () => unknown) => {
      asked.push(method)
      return armed?.method === method ? armed.answer.give() : sound()
    }
    const accounts = [{ address, name: 'One', type: 'sr25519' }]
    const injected = {
      accounts: {
        get: async () => answer('accounts.get', () => accounts),
        subscribe: (listener: (accounts: unknown) => void) =>
          answer('accounts.subscribe', () => {
            listeners.add(listener)
            listener(accounts)
            return () => listeners.delete(listener)
          }),
      },
      signer: {
        signRaw: async () => answer('signRaw', () => ({ id: 1, signature: `0x${'11'.repeat(64)}` })),
        signPayload: async () =>
          answer('signPayload', () => ({ id: 1, signature: `0x01${'11'.repeat(64)}` })),
      },
    }
    page.injectedWeb3 = { hostile: { version: '1', enable: async () => answer('enable', () => injected) } }
    const kernel = createKernel([polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] }), ...plugins], {
      storage,
      logLevel: 'silent',
    })
    await kernel.start()
    return {
      kernel,
      wallet: {
        connectorId: 'polkadot.injected.hostile',
        arm: (method: string, given: Answer) => {
          armed = { method, answer: given }
        },
        disarm: () => {
          armed = undefined
        },
        asked: () => asked,
        emit: (_: string, payload: unknown) => {
          for (const listener of [...listeners]) listener(payload)
        },
        addresses: [address, onKusama],
      },
    }
  },
}

describe('a Polkadot wallet that answers rubbish', () => {
  it.each(protocol.methods)('to %s breaks nothing', (method) => attackMethod(protocol, method, 12))
  it.each(['enable', 'accounts.get', 'accounts.subscribe'])('to %s on a reload breaks nothing', (method) =>
    attackRestore(protocol, method, 12),
  )
})

describe('storage that somebody else wrote', () => {
  it('only says whom to ask: the account is the wallet’s own', async () => {
    expect(await restorePoisoned(protocol, theirs)).toBe(address)
  })
})
