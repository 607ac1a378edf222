import { createKernel } from '@latchkey/kernel'
import { capability, RemoteProvider, type RemoteSession } from '@latchkey/kernel/contracts'
import { definePlugin, Log, Namespace } from '@latchkey/kernel/plugin'
import { notConnected, Wallets } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeClock, fakeNamespace, fakeStorage } from '@latchkey/kernel/testing'
import { expect, it, onTestFinished } from 'vitest'
import type { LedgerReview } from '../../LedgerReview.js'
import type { LedgerShows } from '../../LedgerService.js'
import { ethereum } from '../../paths.js'
import type { LedgerOptions } from '../../readOptions.js'
import { createEvmProvider } from './createEvmProvider.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = `0x${'11'.repeat(20)}`

/** A device that takes no description and signs nothing. */
const app = { ask: () => Promise.reject(new Error('Status 0x6a80.')) }

async function start(options: LedgerOptions = {}) {
  const sessions: RemoteSession[] = []
  const createProvider = (session: RemoteSession) => {
    sessions.push(session)
    return { request: session.request }
  }
  const chain = definePlugin({
    id: 'chain',
    kernel: '^1.0.0',
    setup(context) {
      const remote = capability(RemoteProvider, { load: async () => ({ createProvider }) })
      context.add(Namespace, fakeNamespace('eip155', ['1', '2'], { capabilities: [remote] }))
    },
  })
  const kernel = createKernel([chain], { storage: fakeStorage(), logLevel: 'silent' })
  await kernel.start()
  onTestFinished(() => kernel.dispose())
  const wallets = kernel.get(Wallets)
  const over = new AbortController()
  const shown: LedgerShows[] = []
  const reviews: (LedgerReview | undefined)[] = []
  await createEvmProvider({
    account: { namespace: 'eip155', address, path: ethereum.paths.standard(0) },
    accounts: [fakeAccount('eip155:1', address)],
    networks: {
      all: wallets.namespace('eip155')?.networks ?? [],
      current: () => 'eip155:1',
      switchTo: async () => undefined,
      subscribe: () => () => undefined,
    },
    // Ticker, address, decimals, chain id.
    options: { describeToken: () => `03545354${token.slice(2)}0000001200000001`, ...options },
    wallets,
    clock: fakeClock(),
    log: kernel.get(Log),
    signal: over.signal,
    askDevice(shows, act, review) {
      shown.push(shows)
      reviews.push(review)
      return act(app, (corrected) => shown.push(corrected))
    },
  })
  const [session] = sessions
  if (!session) throw new Error('Expected a session.')
  return { session, over, shown, reviews }
}

it('tells who still listens when the connection ends, and nobody else', async () => {
  const { session, over } = await start()
  const told: string[] = []
  session.subscribe((ended) => told.push(`first ${ended?.code}`))
  const stop = session.subscribe((ended) => told.push(`second ${ended?.code}`))
  stop()
  over.abort(notConnected())
  expect(told).toEqual([`first ${notConnected().code}`])
})

it('says that the device shows a contract’s call where it takes no description of the token', async () => {
  const { session, shown } = await start()
  const data = `0xa9059cbb${'00'.repeat(12)}${'22'.repeat(20)}${'00'.repeat(31)}05`
  const fees = { gas: '0x5208', nonce: '0x3', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' }
  const params = [{ from: address, to: token, data, ...fees }]
  await expect(session.request({ method: 'eth_signTransaction', params })).rejects.toThrow('0x6a80')
  expect(shown).toEqual(['token', 'contract'])
})

const call = `0xa9059cbb${'00'.repeat(12)}${'22'.repeat(20)}${'00'.repeat(31)}05`
const sending = {
  method: 'eth_signTransaction',
  params: [
    { ...{ from: address, to: token, data: call }, ...{ gas: '0x5208', nonce: '0x3', gasPrice: '0x2' } },
  ],
}
const descriptors = {
  'token.json': {
    $schema: 'erc7730-v2.schema.json',
    context: { contract: { deployments: [{ chainId: 1, address: token }] } },
    metadata: { owner: 'Test' },
    display: {
      formats: {
        'transfer(address to,uint256 value)': {
          intent: 'Send',
          fields: [
            { path: 'to', label: 'To', format: 'addressName' },
            { path: 'value', label: 'Amount', format: 'tokenAmount', params: { tokenPath: '@.to' } },
          ],
        },
      },
    },
  },
}

it('tells what the page reads by the host’s descriptors, and an amount of a token that can’t be read as it is', async () => {
  const { session, reviews } = await start({ descriptors })
  await expect(session.request(sending)).rejects.toThrow('0x6a80')
  expect(reviews).toMatchObject([
    {
      intent: ['Send'],
      owner: 'Test',
      rows: [
        { label: 'To', value: { kind: 'address', network: 'eip155:1' } },
        { label: 'Amount', value: { kind: 'units', value: 5n, token: { network: 'eip155:1' } } },
      ],
    },
  ])
})

it('asks the host’s function for descriptors of the contract', async () => {
  const asked: unknown[] = []
  const { session, reviews } = await start({
    async descriptors(...of) {
      asked.push(of)
      return descriptors
    },
  })
  await expect(session.request(sending)).rejects.toThrow('0x6a80')
  expect(asked).toEqual([[1, token]])
  expect(reviews).toMatchObject([{ intent: ['Send'] }])
})

it('asks the device all the same where the host’s function fails', async () => {
  const { session, reviews, shown } = await start({ descriptors: () => Promise.reject(new Error('No.')) })
  await expect(session.request(sending)).rejects.toThrow('0x6a80')
  expect([reviews, shown[0]]).toEqual([[undefined], 'token'])
})
