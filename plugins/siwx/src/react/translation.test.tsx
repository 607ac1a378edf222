import '@latchkey/ui-react/styles.css'
import { capability, SignMessage } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { LocaleProvider, misreadFigures } from '../../../../ui-react/test/figures.js'
import { ConnectingSiweRoute } from '../index.js'
import { siwx } from './index.js'
import { siwxMessages } from './siwxMessages.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const views = watchViews()
const messages = markedMessages(siwxMessages)
const names = [/\b(?:Example exchange|Metal Wallet|Network eip155:1)\b/g, /^[A-Z]{1,2}$/g]

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const seen = (selector: string) => vi.waitFor(() => expect(find(selector)).not.toBeNull(), 10_000)

async function open(error?: Error) {
  const wallet = fakeWallet({
    name: 'Metal Wallet',
    accounts: [fakeAccount('eip155:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const sign = () => (error ? Promise.reject(error) : new Promise<never>(() => {}))
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        Namespace,
        fakeNamespace('eip155', ['1'], {
          label: { section: 'networks', key: 'evmNetworks', text: 'EVM networks' },
          capabilities: [capability(SignMessage, { sign })],
        }),
      )
      context.add(Connector, wallet.connector)
    },
  })
  const kernel = createKernel([chain, views.watch(siwx({ required: true }))], {
    storage: memoryStorage(),
    logLevel: 'silent',
    app: { name: 'Example exchange' },
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<LocaleProvider kernel={kernel} messages={messages} />)
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  await seen('[data-testid="siwx-sign"]')
  return kernel
}

it('has every word translated: before signing, while closing is refused, while the wallet is asked', async () => {
  const kernel = await open()
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
  kernel.get(Navigation).close()
  await seen('.lk-snackbar')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
  find('[data-testid="siwx-sign"]')?.click()
  await seen('[data-testid="siwx-sign"][aria-busy="true"]')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
  kernel.get(Navigation).reset(ConnectingSiweRoute)
  await seen('[data-view="ConnectingSiwe"] [data-testid="siwx-sign"]')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it.each([
  ['declined', new UserRejectedError(), '.lk-snackbar[data-open]'],
  ['failed', new Error('no'), '.lk-banner[data-tone="danger"]'],
])('has every word translated after the wallet %s', async (_, error, said) => {
  await open(error)
  find('[data-testid="siwx-sign"]')?.click()
  await seen(said)
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
