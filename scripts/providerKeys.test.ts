// A chain's provider key only returns objects of the key's form, whatever a connection offers.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createKernel, memoryStorage } from '../kernel/src/index.js'
import { Connector, definePlugin, Namespace } from '../kernel/src/plugin.js'
import type { ProviderKey } from '../kernel/src/contracts.js'
import { Session, Wallets } from '../kernel/src/wallet.js'
import { fakeAccount, fakeWallet } from '../kernel/src/testing/index.js'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const files = readdirSync(join(root, 'plugins'))
  .map((plugin) => `plugins/${plugin}/src/provider.ts`)
  .filter((file) => existsSync(join(root, file)))
const keys = (
  await Promise.all(
    files.map(async (file) => Object.entries((await import(join(root, file))) as Record<string, unknown>)),
  )
)
  .flat()
  .filter((entry): entry is [string, ProviderKey<object>] => /Provider$/.test(entry[0]) && isKey(entry[1]))

function isKey(value: unknown): value is ProviderKey<object> {
  return typeof (value as Partial<ProviderKey<object>> | null)?.namespace === 'string'
}

const work = async () => ({})
const unreadable = new Proxy(
  {},
  {
    get() {
      throw new Error('Not to be read.')
    },
  },
)

/** By namespace: objects that a connection may offer, and objects with one wrong member. */
const forms: Readonly<
  Record<string, { readonly good: readonly object[]; readonly wrong: readonly unknown[] }>
> = {
  eip155: { good: [{ request: work }], wrong: [{ request: 'eth_accounts' }, { send: work }] },
  solana: {
    good: [
      { accounts: [], features: {} },
      { version: '1.0.0', name: 'W', chains: [], accounts: [], features: { 'solana:signMessage': {} } },
    ],
    wrong: [
      { accounts: [] },
      { features: {} },
      { accounts: {}, features: {} },
      { accounts: [], features: null },
      { accounts: [], features: 'solana:signMessage' },
    ],
  },
  bip122: {
    good: [
      { name: 'W', provider: {} },
      { name: 'W', provider: {}, signMessage: work, signPsbt: work },
    ],
    wrong: [
      { signMessage: work },
      { name: 1 },
      { name: 'W', signMessage: 'yes' },
      { name: 'W', signPsbt: {} },
      { name: 'W', sendTransfer: null },
    ],
  },
  polkadot: {
    good: [
      { accounts: { get: work }, signer: {} },
      { accounts: { get: work }, signer: { signRaw: work, signPayload: work } },
    ],
    wrong: [
      { accounts: { get: work } },
      { signer: {} },
      { accounts: { get: work }, signer: null },
      { accounts: {}, signer: {} },
      { accounts: { get: work }, signer: { signRaw: 'yes' } },
      { accounts: { get: work }, signer: { signPayload: {} } },
    ],
  },
}
const titleOf = (value: unknown) => (value === unreadable ? 'what can’t be read' : inspect(value))
const anything: readonly unknown[] = [null, 0, '', 'wallet', true, {}, [], work, unreadable]

const addresses: Readonly<Record<string, string>> = { eip155: `0x${'11'.repeat(20)}` }

it('has a form for each key of a chain, and no key goes unchecked', () => {
  expect(keys.map(([, { namespace }]) => namespace).sort()).toEqual(Object.keys(forms).sort())
  expect(keys.flatMap(([name, { check }]) => (check ? [] : [name]))).toEqual([])
})

describe.each(keys)('%s', (_, key) => {
  const { good, wrong } = forms[key.namespace]!

  it.each(good)('hands out %o', async (value) => {
    // Functions are the connection's own, guarded.
    const members = (one: unknown) => Object.keys(one as object)
    const handed = await handedOut(key, value)
    expect(handed.map(members)).toEqual([members(value), members(value)])
  })

  it.each([...wrong, ...anything].map((value) => [titleOf(value), value]))(
    'hands out nothing for %s',
    async (_title, value) => {
      expect(await handedOut(key, value)).toEqual([undefined, undefined])
    },
  )
})

/** Through the session, and through `Wallets`. */
async function handedOut(key: ProviderKey<object>, value: unknown): Promise<readonly unknown[]> {
  const { namespace } = key
  const networkId = `${namespace}:1` as const
  const { connector } = fakeWallet({
    accounts: [fakeAccount(networkId, addresses[namespace] ?? 'a')],
    networks: { [namespace]: networkId },
    provider: () => value,
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const kernel = createKernel(
    [
      definePlugin({
        id: 'test.chain',
        kernel: '^1.0.0',
        setup(context) {
          context.add(Namespace, {
            id: namespace,
            label: namespace,
            networks: [],
            isAddress: () => true,
            isSameAddress: (a, b) => a === b,
            capabilities: [],
          })
          context.add(Connector, connector)
        },
      }),
    ],
    { storage: memoryStorage(), logLevel: 'silent', onPluginError: 'throw' },
  )
  try {
    await kernel.start()
    await kernel.get(Session).connect({ connectorId: connector.id })
    return [kernel.get(Session).provider(key), kernel.get(Wallets).active(namespace)?.provider(key)]
  } finally {
    await kernel.dispose()
  }
}
