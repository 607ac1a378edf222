import { readFileSync } from 'node:fs'
import { connectorSuite, type ConnectorHarness, pluginSuite } from '@latchkey/kernel/testing'
import { isAddress } from '@latchkey/plugin-eip155'
import { test } from 'vitest'
import { __camel__ } from '../src/index.js'
import { others, settle, startPage } from './startPage.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: () => __camel__(), others, manifest })

connectorSuite({
  test,
  namespace: 'eip155',
  networkIds: ['eip155:31337', 'eip155:31338'],
  isAddress,
  create(): ConnectorHarness {
    const { connector, wallet, stop } = startPage()
    return {
      connector,
      reject: () => wallet.behave('refuses'),
      rejectNetwork: () => wallet.behave('refuses'),
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
      async changeNetwork() {
        wallet.changeNetwork()
        await settle()
      },
      network: () => `eip155:${wallet.state.chainId}`,
      forget: wallet.forget,
      remove: () => void Reflect.deleteProperty(globalThis, '__camel__'),
      prompts: () => wallet.state.prompts,
      listeners: wallet.listeners,
      stop,
    }
  },
})
