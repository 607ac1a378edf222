import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SignMessage } from '@latchkey/kernel/contracts'
import { connectorSuite, type ConnectorHarness, pluginSuite } from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { isAddress } from '@latchkey/plugin-eip155'
import { verifyMessage, type Hex } from 'viem'
import { frameWallet } from '../src/index.js'
import { origin, testAddresses } from './createTestFrame.js'
import { others, settle, startPage } from './startPage.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({
  test,
  create: () => frameWallet('Frame wallet', () => undefined, origin),
  others,
  manifest,
})

connectorSuite({
  test,
  namespace: 'eip155',
  networkIds: ['eip155:31337', 'eip155:31338'],
  isAddress,
  // The page listens to its window for messages of the frame, which the suite sees by itself.
  lacks: ['listeners'],
  create(): ConnectorHarness {
    const { connector, frame, remove, stop } = startPage()
    return {
      connector,
      reject: () => frame.behave('refuses'),
      rejectNetwork: () => frame.behave('refuses'),
      hang: () => frame.behave('says nothing'),
      fail: () => frame.behave('fails'),
      throws: (error) =>
        frame.next(() => {
          throw error
        }),
      hold() {
        let open = () => {}
        const opened = new Promise<void>((resolve) => {
          open = resolve
        })
        frame.next((answer) => opened.then(answer))
        return async () => {
          open()
          await settle()
        }
      },
      async changeAccount() {
        frame.changeAccount()
        await settle()
      },
      async changeNetwork() {
        frame.changeNetwork()
        await settle()
      },
      network: () => `eip155:${frame.state.chainId}`,
      forget: frame.forget,
      prompts: () => frame.state.prompts,
      remove,
      stop,
    }
  },
})

test('connects the wallet of another frame, and signs with it', async () => {
  const { kernel, connector, stop } = startPage()
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: connector.id })
  const active = kernel.get(Wallets).active('eip155')
  const address = testAddresses[0] as Hex
  assert.equal(active?.account.address, address)
  const signed = await active?.use(SignMessage)?.sign({ message: 'Hello' })
  assert.equal(await verifyMessage({ address, message: 'Hello', signature: signed?.signature as Hex }), true)
  await stop()
})

test('is at most 60 lines', () => {
  const lines = ['frameProvider', 'frameWallet', 'index'].flatMap((name) =>
    readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(?:\/\*\*|\*|\/\/)/.test(line)),
  )
  assert.ok(lines.length <= 60, `${lines.length} lines`)
})
