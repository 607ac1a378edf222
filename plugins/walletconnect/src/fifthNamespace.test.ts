// A chain that this plugin has never heard of brings what its wallets are reached with, over the local relay.
import {
  capability,
  providerKey,
  type RemoteAdapter,
  RemoteProvider,
  SignMessage,
} from '@latchkey/kernel/contracts'
import { definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { Networks, Wallets } from '@latchkey/kernel/wallet'
import { fakeNamespace } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { type Bench, newDevice, startBench } from '../test/startBench.js'
import { WalletConnectMethods } from './walletConnectMethods.js'

/** The chain's own type of wallet: neither EIP-1193 nor anything else that this plugin could know. */
interface LedgerWallet {
  readonly describe: string
  seal(text: string): Promise<string>
}

const LedgerProvider = providerKey<LedgerWallet>(
  'ledger',
  (value): value is LedgerWallet => typeof (value as Partial<LedgerWallet>).seal === 'function',
)

const adapter: RemoteAdapter = {
  createProvider: (session): LedgerWallet => ({
    describe: `${session.walletName} on ${session.networkIds().join()}`,
    seal: async (text) => String(await session.request({ method: 'ledger_seal', params: [text] })),
  }),
  kindOf: (address) => (address.startsWith('vault') ? 'vault' : 'plain'),
}

const ledger = (load?: () => Promise<RemoteAdapter>) =>
  definePlugin({
    id: 'ledger',
    kernel: '^1.0.0',
    setup(context) {
      const capabilities = [
        capability(WalletConnectMethods, { methods: ['ledger_seal', 'ledger_other'] }),
        capability(SignMessage, LedgerProvider, {
          sign: async ({ provider, message }) => ({
            signature: await provider.seal(`${message}`),
            type: 'seal',
          }),
        }),
        ...(load ? [capability(RemoteProvider, { load })] : []),
      ]
      context.add(Namespace, fakeNamespace('ledger', ['main', 'side'], { capabilities }))
    },
  })

const signer = {
  namespace: 'ledger',
  chains: ['ledger:main', 'ledger:side'],
  methods: ['ledger_seal'],
  events: ['accountsChanged', 'chainChanged'],
  addresses: () => ['vault1'],
  sign: async ({ method, params }: { readonly method: string; readonly params: unknown }) =>
    `${method}(${(params as string[]).join()})`,
}

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

async function connected(load?: () => Promise<RemoteAdapter>) {
  bench = await startBench({ name: 'River', otherSigners: [signer] })
  const page = await bench.open(newDevice(), [ledger(load)])
  await page.connect(bench.wallet.pair)
  return { ...page, active: page.kernel.get(Wallets).active('ledger') }
}

it('is asked in the form that its own plugin made, with its own kind of account', async () => {
  const { active } = await connected(async () => adapter)
  expect(active?.account).toMatchObject({ address: 'vault1', kind: 'vault' })
  expect(active?.provider(LedgerProvider)?.describe).toBe('River on ledger:main,ledger:side')
  expect(await active?.use(SignMessage)?.sign({ message: 'hi' })).toEqual({
    signature: 'ledger_seal(hi)',
    type: 'seal',
  })
})

it('has the plain session where its plugin brings no adapter, and what the wallet refused stays refused', async () => {
  const { active, session } = await connected()
  expect(active?.use(SignMessage)).toBeUndefined()
  const plain = session.provider({ namespace: 'ledger' }) as {
    request(asked: object): Promise<unknown>
  }
  expect(await plain.request({ method: 'ledger_seal', params: ['hi'] })).toBe('ledger_seal(hi)')
  await expect(plain.request({ method: 'ledger_other' })).rejects.toMatchObject({
    code: 'METHOD_NOT_APPROVED',
  })
})

it('is switched, signs on the network it is on, and ends, where its plugin brings no adapter', async () => {
  const { kernel, session } = await connected()
  const sign = async () => {
    const plain = session.provider({ namespace: 'ledger' }) as { request(asked: object): Promise<unknown> }
    await plain.request({ method: 'ledger_seal', params: ['hi'] })
    return bench?.wallet.answers.at(-1)
  }
  expect(await sign()).toMatchObject({ method: 'ledger_seal', chainId: 'ledger:main' })
  await kernel.get(Networks).switch('ledger:side')
  expect(kernel.get(Wallets).active('ledger')?.accountId).toBe('ledger:side:vault1')
  expect(await sign()).toMatchObject({ method: 'ledger_seal', chainId: 'ledger:side' })
  await session.disconnect({ namespace: 'ledger' })
  expect(kernel.get(Wallets).active('ledger')).toBeUndefined()
  await expect.poll(() => bench?.wallet.sessions).toEqual([])
})

it('has no provider, and so no provider of a wrong kind, while its adapter cannot be loaded', async () => {
  const { active, session } = await connected(() => Promise.reject(new Error('offline')))
  expect(active?.account.address).toBe('vault1')
  expect(session.provider({ namespace: 'ledger' })).toBeUndefined()
  expect(active?.refusal(SignMessage)?.code).toBe('CAPABILITY_REFUSED')
})
