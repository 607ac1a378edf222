import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { isSuiAddress, sui } from '../src/index.js'
import { other, own, settle, startPage } from './startPage.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: () => sui(), manifest })

namespaceSuite({
  test,
  create: () => createKernel([sui()]).list(Namespace)[0] as NamespaceContribution,
  valid: [own, other],
  same: [[own, `0x${own.slice(2).toUpperCase()}`]],
  invalid: ['0x2', own.slice(2), own.slice(0, -1), `${own}0`, '0x2::sui::SUI', '@name'],
})

connectorSuite({
  test,
  namespace: 'sui',
  networkIds: ['sui:localnet'],
  isAddress: isSuiAddress,
  async create(): Promise<ConnectorHarness> {
    const { connector, wallet, remove, stop } = await startPage()
    return {
      connector,
      reject: () => wallet.behave('refuses'),
      hang: () => wallet.behave('says nothing'),
      fail: () => wallet.behave('fails'),
      throws: (error) =>
        wallet.next(() => {
          throw error
        }),
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
      prompts: () => wallet.state.prompts,
      listeners: wallet.listeners,
      remove,
      stop,
    }
  },
})

capabilitySuite({
  test,
  // The plugin gives its transactions no epoch to expire in.
  lacks: ['expire'],
  async create(): Promise<CapabilityHarness> {
    const { namespace, connector, wallet, node, ledger, stop } = await startPage({ decidesAtOnce: false })
    const connection = await connector.connect({
      namespaces: ['sui'],
      networkIds: ['sui:localnet'],
      signal: new AbortController().signal,
      onChange: () => {},
    })
    return {
      namespace,
      networkId: 'sui:localnet',
      account: { id: `sui:localnet:${own}`, namespace: 'sui', address: own, kind: 'eoa' },
      provider: connection.provider('sui'),
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
      nodeRefuses: ledger.refuseNext,
      decide: ledger.decide,
      balanceOf: ledger.balance,
      nodeHangs: () => node.behave('hangs'),
      nodeFails: () => node.behave('fails'),
      verify: ({ signature }, message) =>
        verifyPersonalMessageSignature(new TextEncoder().encode(message), signature, { address: own }).then(
          () => true,
          () => false,
        ),
      async stop() {
        connection.release?.()
        await stop()
      },
    }
  },
})
