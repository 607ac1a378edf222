import { type Account, BaseError, definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { AccountRoute, Navigation, type NavigationService } from '@latchkey/kernel/wallet'
import { NameRegistry, type NameRegistryService, Names, type NamesService } from '@latchkey/kernel/contracts'
import { fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { findTestId, settled, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { ChooseNameRoute, RegisterNameRoute } from '../index.js'
import { identity } from './index.js'
import { identityMessages } from './identityMessages.js'

const address = '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const account = fakeAccount('eip155:1', address)
const views = watchViews()
const messages = markedMessages(identityMessages)
const names = [
  /\bNora Fischer\b/g,
  /\b(?:nora\.eth|nora\d?|latchkey\.id|Test wallet|Network eip155:1|eip155)\b/g,
  new RegExp(address, 'g'),
  // Addresses that stand in groups of four.
  /^(?:0x|[\da-zA-Z]{4})$/g,
  /нора\.eth/g,
  /\w{3,8}…\w{3,8}/g,
  /^[A-Z][A-Z\d]{0,3}$/g,
]

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

interface Setting {
  readonly names?: Partial<NamesService>
  readonly registry?: Partial<NameRegistryService> | false
  readonly accounts?: readonly Account[]
}

async function open({ names: own = {}, registry = {}, accounts = [account] }: Setting = {}) {
  const parts = definePlugin({
    id: 'test.parts',
    kernel: '^1.0.0',
    provides: [Names, ...(registry ? [NameRegistry] : [])],
    setup(context) {
      context.add(
        Namespace,
        fakeNamespace('eip155', ['1'], { label: { section: 'networks', key: 'evmNetworks', text: 'EVM' } }),
      )
      context.provide(Names, () => ({
        supports: () => true,
        lookup: async () => ({}),
        resolve: async () => address,
        ...own,
      }))
      if (!registry) return
      context.provide(NameRegistry, () => ({
        zone: 'latchkey.id',
        suggest: async (part) => [
          { name: `${part}.latchkey.id`, isRegistered: true },
          { name: `${part}1.latchkey.id`, isRegistered: false },
        ],
        owned: async () => [],
        register: async () => {},
        ...registry,
      }))
    },
  })
  shown = await show([parts, views.watch(identity())], accounts, { messages })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(AccountRoute.name)).toBe(true))
  return navigation
}

async function unmarked(view: string, selector = `[data-view="${view}"]`) {
  await until(() => expect(document.querySelector(`[data-view="${view}"]`)).not.toBeNull())
  await until(() => expect(document.querySelector(selector)).not.toBeNull())
  await settled()
  return [
    ...unmarkedWords(names),
    ...(await misreadFigures([...names, /(?:Áţ|áţ) (?:ļéášţ|ɱóšţ) \d+/g, /ñóŕá1/g])),
  ]
}

async function fill(navigation: NavigationService, part: string): Promise<void> {
  navigation.open(RegisterNameRoute)
  type(await findTestId('lk-name-field'), part)
}

it.each([
  ['a name', 'lk-account-name', { lookup: async () => ({ name: 'nora.eth' }) }],
  ['a name of unusual letters', 'lk-account-name', { lookup: async () => ({ name: 'нора.eth' }) }],
  [
    'a name that registrars vouch for',
    'lk-account-name',
    { lookup: async () => ({ vouchedName: 'Nora Fischer' }) },
  ],
  ['no name', 'lk-account-address', {}],
])('has every word of an account with %s translated', async (_, shownAs, own) => {
  const navigation = await open({ names: own })
  navigation.open(AccountRoute)
  expect(await unmarked('Account', `[data-testid="${shownAs}"]`)).toEqual([])
})

it.each(['no', '-abc', 'abc-', 'a_b!c', 'x'.repeat(64)])(
  'has what is wrong with %s translated',
  async (part) => {
    await fill(await open(), part)
    expect(await unmarked('RegisterAccountName', '.lk-field-error')).toEqual([])
  },
)

it('has the suggestions, the signing and the end translated', async () => {
  let finish = () => {}
  const navigation = await open({
    registry: { register: () => new Promise<void>((resolve) => (finish = resolve)) },
  })
  navigation.open(ChooseNameRoute)
  expect(await unmarked('ChooseAccountName')).toEqual([])
  await fill(navigation, 'nora')
  expect(await unmarked('RegisterAccountName', '[data-testid="lk-name-suggestions"]')).toEqual([])
  ;(await findTestId('lk-name-nora1.latchkey.id')).click()
  expect(await unmarked('ApproveAccountName')).toEqual([])
  finish()
  expect(await unmarked('RegisterAccountNameSuccess')).toEqual([])
})

it.each([
  ['declined', new UserRejectedError()],
  ['failed', new BaseError('The registry is closed.', { code: 'REGISTRY_CLOSED' })],
])('has it translated when it was %s', async (_, error) => {
  const navigation = await open({ registry: { register: () => Promise.reject(error) } })
  await fill(navigation, 'nora')
  ;(await findTestId('lk-name-nora1.latchkey.id')).click()
  expect(
    await unmarked('RegisterAccountName', '[role="alert"], [data-testid="lk-name-suggestions"]'),
  ).toEqual([])
})

it('has it translated when suggestions fail, a name is owned, nothing is connected or set up', async () => {
  const reject = () => Promise.reject(new BaseError('No answer.', { code: 'SUGGESTIONS_FAILED' }))
  await fill(await open({ registry: { suggest: reject } }), 'nora')
  expect(await unmarked('RegisterAccountName', '.lk-state')).toEqual([])
  for (const setting of [
    { registry: { owned: async () => ['nora.latchkey.id'] } },
    { accounts: [] },
    { registry: false },
  ] as const) {
    await shown?.unmount()
    const navigation = await open(setting)
    navigation.open(RegisterNameRoute)
    expect(await unmarked('RegisterAccountName', '.lk-state')).toEqual([])
  }
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
