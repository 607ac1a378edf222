import '@latchkey/ui-react/styles.css'
import { BaseError } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import type { SendNotice } from '@latchkey/kernel/contracts'
import { ConnectButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { LocaleProvider, misreadFigures } from '../../../../ui-react/test/figures.js'
import { collectibleScenarios } from '../../test/collectibleScenarios.js'
import { fill, makeBench, openForm, type Scenario, scenarios, until } from '../../test/scenarios.js'
import { bob, ether } from '../../test/sendBench.js'
import { send } from './index.js'
import { sendMessages } from './messages.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const views = watchViews()
const messages = markedMessages(sendMessages)
/** Names of wallets, coins, networks and people. */
const names = [
  /\b(?:Metal Wallet|Painted cats?|ETH|Ether|Ethereum|Base|USDC|USD Coin|Example token \d+|EX\d+|nora\.eth|vitalik)\b/g,
  /<img src=x onerror=alert\(1\)>RESU|DSU<b>/g,
  /\b(?:One|Two)\b/g,
  /\bUSD\b/g,
  // When it was sent, in the host's locale.
  /\b(?:[A-Z][a-z]{2} \d{1,2}, \d{4}, )?\d{1,2}:\d{2}\s[AP]M\b/g,
  /^[A-Z]{1,3}$/g,
]

/** Numbers in English texts that stand for a translation by code. */
const ownNumbers = [
  // An item's id is written as it is in every language.
  /^17$/g,
  /ţó 8 ÉŢĤ/g,
  /Ţĥé 3 šɱáļļéšţ/g,
]

const notice: SendNotice = {
  code: 'COINS_LEFT_OUT',
  message: 'The 3 smallest coins stay.',
  severity: 'warning',
  parameters: { count: 3 },
}

const further: readonly Scenario[] = [
  {
    name: 'preview-notices',
    view: 'WalletSendPreview',
    async act({ chain }, controller) {
      chain.notices = [notice]
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'form-fee-unreasonable',
    view: 'WalletSend',
    async act({ chain }, controller) {
      chain.refuse = new FeeUnreasonableError({ value: 8n * ether, decimals: 18, symbol: 'ETH' })
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'form-name-unknown',
    view: 'WalletSend',
    options: { names: {} },
    async act(_, controller) {
      fill(controller, '0.5', 'nobody.eth')
      await new Promise((resolve) => setTimeout(resolve, 700))
    },
  },
  {
    name: 'undecided',
    view: 'WalletSendProgress',
    async act({ chain, kernel: _ }, controller) {
      fill(controller)
      await controller.preview()
      void controller.confirm()
      await until(() => chain.submits.length === 1)
      chain.answer({ reject: new BaseError('The wallet is away.', { code: 'WALLET_AWAY' }) })
    },
  },
  {
    name: 'different',
    view: 'WalletSendProgress',
    async act({ chain }, controller) {
      fill(controller)
      await controller.preview()
      void controller.confirm()
      await until(() => chain.submits.length === 1)
      chain.answer('approve')
      await until(() => document.querySelector('[data-testid="send-pending"]'))
      chain.decide('failed', 'It paid somebody else.', 'different', 'TRANSACTION_OTHER')
    },
  },
  {
    name: 'toast',
    view: 'Account',
    async act({ chain, navigation }, controller) {
      fill(controller, '0.5', bob)
      await controller.preview()
      void controller.confirm()
      await until(() => chain.submits.length === 1)
      chain.answer('approve')
      await until(() => document.querySelector('[data-testid="send-done"]'))
      document.querySelector<HTMLElement>('[data-testid="send-done"]')?.click()
      chain.decide('failed', 'The contract refused it.', undefined, 'TRANSACTION_REVERTED')
      await until(() => navigation.state.entries.at(-1)?.name === 'Account')
      await until(() => document.querySelector('.lk-toast'))
    },
  },
]

it.each(
  [...scenarios, ...collectibleScenarios(), ...further].map((scenario) => [scenario.name, scenario] as const),
)('has every word of %s translated', async (_, scenario) => {
  const bench = makeBench({ ...scenario.options, plugins: [views.watch(send())] })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <LocaleProvider kernel={bench.kernel} messages={messages}>
        <ConnectButton />
      </LocaleProvider>
    </StrictMode>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  await until(() => document.querySelector('button'))
  await scenario.act(bench, await openForm(bench))
  await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
  await new Promise((resolve) => setTimeout(resolve, 80))
  // The letters of an address are none of a language.
  const groups = [...document.querySelectorAll('.lk-address-group')].flatMap(
    (group) => group.textContent || [],
  )
  // Where two addresses are compared, characters that differ stand apart.
  const apart = [...document.querySelectorAll('.lk-address-group')].flatMap((group) =>
    [...group.childNodes].map(({ textContent }) => new RegExp(`^${textContent}$`, 'g')),
  )
  expect(unmarkedWords([...names, ...groups, ...apart])).toEqual([])
  expect(await misreadFigures([...names, ...ownNumbers, ...groups, ...apart])).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
