import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { createKernel } from '@latchkey/kernel'
import { Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import {
  capabilitySuite,
  type CapabilityHarness,
  connectorSuite,
  type ConnectorHarness,
  namespaceSuite,
  pluginSuite,
} from '@latchkey/kernel/testing'
import { test } from 'vitest'
import { publicKeyOf } from '../src/address.js'
import { __camel__, isAddress } from '../src/index.js'
import { other, own, settle, startPage } from './startPage.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: () => __camel__(), manifest })

namespaceSuite({
  test,
  create: () => createKernel([__camel__()]).list(Namespace)[0] as NamespaceContribution,
  valid: [own, other],
  invalid: [
    own.slice(0, -1),
    // The chain writes its addresses in small letters: where yours has another rule, give what breaks it.
    own.toUpperCase(),
    own.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    '0x0',
  ],
})

connectorSuite({
  test,
  namespace: '__id__',
  networkIds: ['__id__:localnet'],
  isAddress,
  async create(): Promise<ConnectorHarness> {
    const { connector, wallet, stop } = await startPage()
    const fails = (error: unknown) =>
      wallet.next(() => {
        throw error
      })
    return {
      connector,
      reject: () => wallet.behave('refuses'),
      hang: () => wallet.behave('says nothing'),
      fail: () => wallet.behave('fails'),
      throws: fails,
      hold() {
        let open = () => {}
        const opened = new Promise<void>((resolve) => {
          open = resolve
        })
        wallet.next((answer) => opened.then(answer))
        return async () => {
          open()
          await settle()
        }
      },
      async changeAccount() {
        wallet.changeAccount()
        await settle()
      },
      forget: wallet.forget,
      remove: () => void Reflect.deleteProperty(globalThis, '__camel__Wallet'),
      prompts: () => wallet.state.prompts,
      listeners: wallet.listeners,
      stop,
    }
  },
})

capabilitySuite({
  test,
  // The wallet hands its transactions in itself, and they never expire. Where yours differs, give what steers it: `nodeRefuses`, `expire`.
  lacks: ['nodeRefuses', 'expire'],
  async create(): Promise<CapabilityHarness> {
    const { namespace, wallet, node, ledger, stop } = await startPage({ decidesAtOnce: false })
    return {
      namespace,
      networkId: '__id__:localnet',
      account: { id: `__id__:localnet:${own}`, namespace: '__id__', address: own, kind: 'eoa' },
      provider: wallet.provider,
      inputs: { receiver: other, amount: 100n },
      prompts: () => wallet.state.prompts,
      reject: () => wallet.behave('refuses'),
      hang: () => wallet.behave('says nothing'),
      throws: (error) =>
        wallet.next(() => {
          throw error
        }),
      answers: (value) => wallet.next(() => value),
      paysAnother: () => wallet.payInstead(own),
      decide: ledger.decide,
      balanceOf: ledger.balanceOf,
      nodeHangs: () => node.behave('hangs'),
      nodeFails: () => node.behave('fails'),
      verify: ({ signature }, message) =>
        ed25519.verify(hexToBytes(signature), utf8ToBytes(message), publicKeyOf(own) as Uint8Array),
      stop,
    }
  },
})
