import { AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { accountId, Identities, capability } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { fakeNamespace } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { send } from '@latchkey/plugin-send/react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import {
  byTestId,
  findTestId,
  judge,
  settled,
  show,
  type Shown,
  text,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { WatchAddressRoute, watchOnlyId } from '../index.js'
import { watchOnly } from './index.js'
import { watchOnlyMessages } from './watchOnlyMessages.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const evm = () =>
  eip155({
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
      },
    ],
    discovery: false,
    injected: false,
  })

/** Two chains that both know a name. */
const twins = definePlugin({
  id: 'test.twins',
  kernel: '^1.0.0',
  setup(context) {
    for (const id of ['eip155', 'solana']) {
      const resolve = async ({ name }: { name: string }) =>
        name === 'nora.eth' ? '0xabcdef0123456789' : undefined
      context.add(
        Namespace,
        fakeNamespace(id, ['1'], {
          label: { section: 'networks', key: 'evmNetworks', text: 'EVM networks' },
          isAddress: (value) => value.startsWith('0x'),
          capabilities: [capability(Identities, { lookup: async () => ({}), resolve })],
        }),
      )
    }
  },
})

/** Connects an account to look at, as a Safe that was opened without being an owner. */
const onlooker = definePlugin({
  id: 'test.onlooker',
  kernel: '^1.0.0',
  setup(context) {
    context.add(Connector, {
      ...{ id: 'test.onlooker', name: 'Onlooker', group: 'external', namespaces: ['eip155'] },
      readiness: () => 'installed',
      connect: async () => ({
        accounts: [{ id: accountId('eip155:1', address), namespace: 'eip155', address, kind: 'watching' }],
        networks: { eip155: 'eip155:1' },
        approvedNetworks: { eip155: ['eip155:1'] },
        provider: () => ({}),
        supports: () => false,
        disconnect: () => Promise.resolve(),
      }),
    })
  },
})

const views = watchViews()
const messages = markedMessages(watchOnlyMessages)
const names = [/0x[\da-zA-Z….]+/g, /\b(?:Ethereum|ETH|Network [a-z0-9]+:1)\b/g, /^[A-Z]{1,2}$/g]

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function open(translated = true, chain = evm()) {
  shown = await show([chain, send(), views.watch(watchOnly())], [], translated ? { messages } : {})
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(WatchAddressRoute.name)).toBe(true))
  return { navigation, session: shown.kernel.get(Session) }
}

async function watch(navigation: Awaited<ReturnType<typeof open>>['navigation'], typed: string) {
  navigation.open(WatchAddressRoute, { connectorId: watchOnlyId })
  type(await findTestId('lk-watch-address'), typed)
  const submit = await findTestId('lk-watch-submit')
  await until(() => expect(submit.hasAttribute('disabled')).toBe(false))
  submit.click()
}

const unmarked = async () => {
  await settled()
  const groups = [...document.querySelectorAll('.lk-address-group')].map((group) => group.textContent ?? '')
  const kept = [...names, ...groups.filter(Boolean)]
  return [...unmarkedWords(kept), ...(await misreadFigures(kept))]
}

describe('translation', () => {
  it('has every word of the form, its error and its choices translated', async () => {
    const { navigation } = await open(true, twins)
    navigation.open(WatchAddressRoute, { connectorId: watchOnlyId })
    await findTestId('lk-watch-address')
    expect(await unmarked()).toEqual([])
    type(await findTestId('lk-watch-address'), 'nora.eth')
    const named = await findTestId('lk-watch-named')
    expect(named.textContent).toContain('0xabcdef0123456789')
    expect(await unmarked()).toEqual([])
    type(await findTestId('lk-watch-address'), 'nora.et')
    await until(() => expect(byTestId('lk-watch-named')).toBeNull())
    await watch(navigation, 'nora.eth')
    await findTestId('lk-watch-choice-solana')
    expect(await unmarked()).toEqual([])
    await shown?.unmount()
    const second = await open()
    await watch(second.navigation, 'nothing')
    await until(() => expect(document.querySelector('[role="alert"], .lk-field-error')).not.toBeNull())
    expect(await unmarked()).toEqual([])
  })

  it('has what the account says translated', async () => {
    const { navigation, session } = await open()
    await watch(navigation, address)
    await until(() => expect(session.state.connections).toHaveLength(1))
    navigation.open(AccountRoute)
    await findTestId('lk-wallets-row')
    await until(() => expect(document.querySelector('.lk-banner')).not.toBeNull())
    expect(await unmarked()).toEqual([])
  })

  it('draws every view, and names each by a key', () => {
    expect([views.undrawn().filter((id) => id.startsWith('watchOnly')), views.plain()]).toEqual([[], []])
  })
})

describe('watching', () => {
  it('leads from the list of wallets to the account, which says so and offers nothing to sign', async () => {
    const { navigation, session } = await open(false)
    navigation.open(ConnectRoute)
    const row = await until(() => {
      const found = [...document.querySelectorAll<HTMLElement>('dialog button')].find((button) =>
        button.innerText.includes('Watch-only account'),
      )
      if (!found) throw new Error(text())
      return found
    })
    row.click()
    type(await findTestId('lk-watch-address'), address)
    await judge('watch-form')
    ;(await findTestId('lk-watch-submit')).click()
    await until(() => expect(session.state.connections).toHaveLength(1))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    navigation.open(AccountRoute)
    await until(() => expect(text()).toContain('Watching'))
    expect(text()).toContain('To do that, connect its wallet.')
    expect(byTestId('wallet-features-send-button')).toBeNull()
    await judge('watched-account')
  })

  it('is told of an account that another connector has only to look at', async () => {
    shown = await show([evm(), onlooker, views.watch(watchOnly())], [])
    await shown.kernel.get(Session).connect({ connectorId: 'test.onlooker' })
    shown.kernel.get(Navigation).open(AccountRoute)
    await until(() => expect(text()).toContain('Watching'))
  })

  it('says what is wrong with what was typed, and forgets that when it is changed', async () => {
    const { navigation } = await open(false)
    await watch(navigation, '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await until(() => expect(text()).toContain('This isn’t an address of any network this app uses.'))
    type(await findTestId('lk-watch-address'), address)
    await until(() => expect(text()).not.toContain('This isn’t an address'))
  })

  it('lets the person choose where several chains know a name', async () => {
    const { navigation, session } = await open(false, twins)
    await watch(navigation, 'nora.eth')
    ;(await findTestId('lk-watch-choice-solana')).click()
    await until(() =>
      expect(session.state.connections.map(({ key }) => key)).toEqual(['solana:0xabcdef0123456789']),
    )
  })
})
