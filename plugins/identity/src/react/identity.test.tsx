import {
  type Account,
  BaseError,
  definePlugin,
  Namespace,
  UserRejectedError,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import {
  AccountIdentities,
  NameRegistry,
  type NameRegistryService,
  Names,
  type NamesService,
} from '@latchkey/kernel/contracts'
import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { AccountButton } from '@latchkey/ui-react'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  byTestId,
  findTestId,
  findWords,
  judge,
  settled,
  show,
  text,
  type Shown,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { ChooseNameRoute, NameRegistration, RegisterNameRoute } from '../index.js'
import { identity, useIdentity, useName } from './index.js'

const networkId: NetworkId = 'eip155:1'
const address = '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const account = fakeAccount(networkId, address)
const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"%3E%3Crect width="8" height="8" fill="teal"/%3E%3C/svg%3E'

let shown: Shown | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

interface Setting {
  readonly names?: Partial<NamesService>
  readonly registry?: Partial<NameRegistryService>
  readonly accounts?: readonly Account[]
}

async function open(
  { names = {}, registry, accounts = [account] }: Setting,
  props: Parameters<typeof show>[2] = {},
) {
  const parts = definePlugin({
    id: 'test.parts',
    kernel: '^1.0.0',
    provides: [Names, ...(registry ? [NameRegistry] : [])],
    setup(context) {
      context.add(Namespace, fakeNamespace('eip155', ['1']))
      context.provide(Names, () => ({
        supports: () => true,
        lookup: async () => ({}),
        resolve: async () => address,
        ...names,
      }))
      if (!registry) return
      context.provide(NameRegistry, () => ({
        zone: 'latchkey.id',
        suggest: async (part) => [
          { name: `${part}.latchkey.id`, isRegistered: part === 'nora' },
          { name: `${part}1.latchkey.id`, isRegistered: false },
        ],
        owned: async () => [],
        register: async () => {},
        ...registry,
      }))
    },
  })
  shown = await show([parts, identity()], accounts, props)
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(AccountRoute.name)).toBe(true))
  return { kernel: shown.kernel, navigation }
}

const view = () => document.querySelector<HTMLElement>('[data-view]')?.dataset['view']
const findView = (name: string) => until(() => expect(view()).toBe(name))

describe('the account', () => {
  it('has its name and picture at the top, with the address beside it', async () => {
    const { navigation } = await open({
      names: { lookup: async () => ({ name: 'nora.eth', avatar: picture }) },
    })
    navigation.open(AccountRoute)
    expect((await findTestId('lk-account-name')).textContent).toBe('nora.eth')
    expect(byTestId('lk-account-address')?.textContent).toContain(address)
    await until(() =>
      expect(document.querySelector<HTMLImageElement>('dialog .lk-picture-image')?.src).toBe(picture),
    )
    expect(byTestId('lk-choose-name')).toBeNull()
  })

  it('shows no picture that is not safe', async () => {
    const avatar = 'http://pictures.example/x.png'
    const { navigation } = await open({ names: { lookup: async () => ({ name: 'nora.eth', avatar }) } })
    navigation.open(AccountRoute)
    await findTestId('lk-account-name')
    expect(document.querySelector('dialog .lk-account-summary img')).toBeNull()
  })

  it('keeps its address at the top while it has no name', async () => {
    const { navigation } = await open({})
    navigation.open(AccountRoute)
    expect((await findTestId('lk-account-address')).textContent).toContain(address)
    expect(byTestId('lk-account-name')).toBeNull()
  })

  it('warns of a name with unusual letters', async () => {
    const { navigation } = await open({ names: { lookup: async () => ({ name: 'нора.eth' }) } })
    navigation.open(AccountRoute)
    await findWords('This name contains unusual characters')
    expect(byTestId('lk-account-name')?.textContent).toBe('нора.eth')
  })
})

describe('the account button', () => {
  it('says the name, to assistive technology too, and shows the picture', async () => {
    await open(
      { names: { lookup: async () => ({ name: 'nora.eth', avatar: picture }) } },
      { children: <AccountButton /> },
    )
    expect((await findTestId('account-name')).textContent).toBe('nora.eth')
    expect(byTestId('account-button')?.getAttribute('aria-label')).toBe('Account nora.eth')
    expect(byTestId('account-name')?.title).toBe(address)
    await until(() => expect(byTestId('account-button')?.querySelector('img')?.src).toBe(picture))
  })

  it('keeps to the address when the name is only vouched for, which the account says and the button can’t', async () => {
    const lookup = async () => ({ vouchedName: 'Nora Fischer' })
    const { kernel } = await open({ names: { lookup } }, { children: <AccountButton /> })
    kernel.get(Navigation).open(AccountRoute)
    await findWords('A registrar vouches for this name.')
    expect(byTestId('lk-account-name')?.textContent).toBe('Nora Fischer')
    expect(byTestId('account-name')).toBeNull()
    expect(byTestId('account-button')?.textContent).toContain(address)
  })

  it('keeps to the address when the name may be taken for another one', async () => {
    const lookup = vi.fn(async () => ({ name: 'нора.eth' }))
    const { kernel } = await open({ names: { lookup } }, { children: <AccountButton /> })
    kernel.get(Navigation).open(AccountRoute)
    await findWords('This name contains unusual characters')
    expect(byTestId('account-name')).toBeNull()
    expect(byTestId('account-button')?.textContent).toContain(address)
  })
})

function Probe({ name }: { readonly name?: string }) {
  const own = useIdentity()
  const found = useName(name)
  return (
    <>
      <p data-testid="own">{`${own.status} ${own.name ?? ''}`}</p>
      <p data-testid="found">{`${found.status} ${found.data?.address ?? found.error?.code ?? ''}`}</p>
      <button type="button" data-testid="refresh" onClick={() => void own.refresh()}>
        Refresh
      </button>
    </>
  )
}

describe('hooks', () => {
  it('useIdentity gives the name of the active account, and looks again', async () => {
    let name = 'nora.eth'
    await open({ names: { lookup: async () => ({ name }) } }, { children: <Probe /> })
    await until(() => expect(byTestId('own')?.textContent).toBe('success nora.eth'))
    name = 'new.eth'
    byTestId('refresh')?.click()
    await until(() => expect(byTestId('own')?.textContent).toBe('success new.eth'))
  })

  it('useName asks nobody without a point, and answers an address', async () => {
    const resolve = vi.fn(async () => 'b0b')
    await open({ names: { resolve } }, { children: <Probe name="nora" /> })
    await until(() => expect(byTestId('found')?.textContent).toBe('idle '))
    await shown?.unmount()
    await open({ names: { resolve } }, { children: <Probe name="nora.eth" /> })
    await until(() => expect(byTestId('found')?.textContent).toBe('found b0b'))
    // StrictMode starts twice, the pause lets only one of them ask.
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['is none', async () => undefined, 'notFound '],
    ['cannot be asked for', () => Promise.reject(new Error('down')), 'error NAMES_UNAVAILABLE'],
  ])('useName says when a name %s', async (_, resolve, words) => {
    await open({ names: { resolve } }, { children: <Probe name="nora.eth" /> })
    await until(() => expect(byTestId('found')?.textContent).toBe(words))
  })
})

describe('taking a name', () => {
  async function atRegister(registry: Partial<NameRegistryService>, names: Partial<NamesService> = {}) {
    const opened = await open({ registry, names })
    opened.navigation.open(AccountRoute)
    ;(await findTestId('lk-choose-name')).click()
    await findView('ChooseAccountName')
    ;(await findTestId('lk-choose-name-start')).click()
    await findView('RegisterAccountName')
    return opened
  }

  it('leads to connecting while nothing is connected, in every view', async () => {
    const register = vi.fn(async () => {})
    const { kernel, navigation } = await open({ registry: { register } })
    await kernel.get(Session).disconnect()
    for (const route of [ChooseNameRoute, RegisterNameRoute]) {
      navigation.open(route)
      await findView(route.name)
      await findWords('No account connected')
      expect(byTestId('lk-choose-name-start')).toBeNull()
      expect(byTestId('lk-name-field')).toBeNull()
    }
    ;(await findTestId('lk-name-connect')).click()
    await findView('Connect')
  })

  it.each([
    ['without a registry', undefined],
    ['on a network whose accounts take no names', { supports: () => false }],
  ])('is not offered %s', async (_, registry) => {
    const { kernel, navigation } = await open(registry ? { registry } : {})
    navigation.open(AccountRoute)
    await findTestId('lk-account-address')
    await until(() => expect(kernel.get(AccountIdentities).get(networkId, address)?.status).toBe('success'))
    await settled()
    expect(byTestId('lk-choose-name')).toBeNull()
  })

  it('shows which names are free, and leads to an approval with the whole name, then to the account', async () => {
    let sign = () => {}
    let owner: string | undefined
    const { kernel } = await atRegister(
      {
        register: ({ name }) =>
          new Promise((resolve) => {
            sign = () => {
              owner = name
              resolve()
            }
          }),
      },
      { lookup: async () => (owner === undefined ? {} : { name: owner }) },
    )
    type(await findTestId('lk-name-field'), 'Nora')
    const taken = await findTestId('lk-name-nora.latchkey.id')
    expect(taken.innerText).toContain('Registered')
    expect(taken.matches(':disabled')).toBe(true)
    const free = await findTestId('lk-name-nora1.latchkey.id')
    expect(free.innerText).toContain('Available')
    free.click()
    await findView('ApproveAccountName')
    expect((await findTestId('lk-approve-name-full')).textContent).toBe('nora1.latchkey.id')
    expect(text()).toContain('Sign in Test wallet')
    // The whole address, because it is what the name will lead to.
    expect(document.querySelector('.lk-address[data-full] .lk-visually-hidden')?.textContent).toBe(address)
    sign()
    await findView('RegisterAccountNameSuccess')
    await findWords('nora1.latchkey.id now leads to your account.')
    ;(await findTestId('lk-name-success-done')).click()
    await findView('Account')
    expect((await findTestId('lk-account-name')).textContent).toBe('nora1.latchkey.id')
    expect(kernel.get(NameRegistration).state.pending).toBeUndefined()
  })

  it('says what is wrong with a part, and asks once a person stops typing', async () => {
    const suggest = vi.fn(async () => [])
    await atRegister({ suggest })
    const field = await findTestId('lk-name-field')
    type(field, 'ab')
    await findWords('Use at least 4 characters.')
    type(field, 'ab_cd')
    await findWords('Use letters, digits and hyphens only.')
    for (const part of ['nora', 'noras', 'norasx']) type(field, part)
    await until(() => expect(suggest).toHaveBeenCalled())
    expect(suggest.mock.calls.map(([part]: readonly unknown[]) => part)).toEqual(['norasx'])
  })

  it('offers to try again when the registry does not answer', async () => {
    let isDown = true
    await atRegister({
      suggest: async (part) => {
        if (isDown) throw new Error('The registry is down.')
        return [{ name: `${part}.latchkey.id`, isRegistered: false }]
      },
    })
    type(await findTestId('lk-name-field'), 'norah')
    await findWords('Try again')
    isDown = false
    const retry = [...document.querySelectorAll('button')].find((entry) => entry.innerText === 'Try again')
    retry?.click()
    await findTestId('lk-name-norah.latchkey.id')
  })

  it('goes back when the wallet declines, and says why when the registry refuses', async () => {
    let fault: Error = new UserRejectedError()
    const register = vi.fn(() => Promise.reject(fault))
    await atRegister({ register })
    type(await findTestId('lk-name-field'), 'norah')
    ;(await findTestId('lk-name-norah.latchkey.id')).click()
    await until(() => expect(register).toHaveBeenCalledTimes(1))
    await findView('RegisterAccountName')
    await settled()
    expect(text()).not.toContain('Couldn’t register the name.')
    // What was typed is still there.
    fault = new BaseError('Your clock is wrong.', { code: 'REGISTRY_CLOCK' })
    ;(await findTestId('lk-name-norah.latchkey.id')).click()
    await findWords('Couldn’t register the name.')
    expect(text()).toContain('Your clock is wrong.')
  })

  it('can be cancelled while the wallet waits', async () => {
    let signal: AbortSignal | undefined
    await atRegister({
      register: (request) => {
        signal = request.signal
        return new Promise(() => {})
      },
    })
    type(await findTestId('lk-name-field'), 'norah')
    ;(await findTestId('lk-name-norah.latchkey.id')).click()
    ;(await findTestId('lk-approve-name-cancel')).click()
    await findView('RegisterAccountName')
    expect(signal?.aborted).toBe(true)
  })

  it('stops at somebody who owns a name already', async () => {
    const { navigation } = await open({ registry: { owned: async () => ['old.latchkey.id'] } })
    navigation.open(AccountRoute)
    ;(await findTestId('lk-choose-name')).click()
    await findWords('You already own a name')
    expect(text()).toContain('old.latchkey.id belongs to this account.')
    expect(byTestId('lk-choose-name-start')).toBeNull()
  })

  it('says nothing of the names of the account before', async () => {
    const other = fakeAccount(networkId, 'fB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    const { kernel, navigation } = await open({
      accounts: [account, other],
      registry: { owned: async (owner) => (owner === address ? ['old.latchkey.id'] : []) },
    })
    navigation.open(AccountRoute)
    ;(await findTestId('lk-choose-name')).click()
    await findWords('You already own a name')
    kernel.get(Session).setActiveAccount({
      namespace: 'eip155',
      connectionId: 'fake.wallet',
      accountId: other.id,
    })
    await findTestId('lk-choose-name-start')
    expect(text()).not.toContain('old.latchkey.id')
  })
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each([
    [360, 740],
    [1280, 800],
  ])('%i wide', (width, height) => {
    const name = (what: string) => `identity-${what}-${theme}-${width}`

    it('axe has nothing to say of the account with a name', async () => {
      await page.viewport(width, height)
      const { navigation } = await open(
        { names: { lookup: async () => ({ name: 'nora.eth', avatar: picture }) } },
        { theme, children: <AccountButton /> },
      )
      await findTestId('account-name')
      if (import.meta.env['VITE_PICTURES']) await judge(name('button'))
      navigation.open(AccountRoute)
      await findTestId('lk-account-name')
      await judge(name('account'))
    })

    it('axe has nothing to say of a flagged name, and of taking one', async () => {
      await page.viewport(width, height)
      const { navigation } = await open({ names: { lookup: async () => ({ name: 'нора.eth' }) } }, { theme })
      navigation.open(AccountRoute)
      await findTestId('lk-account-name')
      await judge(name('caution'))
      await shown?.unmount()
      let sign = () => {}
      const register = () =>
        new Promise<void>((resolve) => {
          sign = resolve
        })
      const taking = await open({ registry: { register } }, { theme })
      taking.navigation.open(AccountRoute)
      ;(await findTestId('lk-choose-name')).click()
      await findTestId('lk-choose-name-start')
      await judge(name('choose'))
      byTestId('lk-choose-name-start')?.click()
      type(await findTestId('lk-name-field'), 'nora')
      const free = await findTestId('lk-name-nora1.latchkey.id')
      await judge(name('register'))
      free.click()
      await findTestId('lk-approve-name')
      await judge(name('approve'))
      sign()
      await findTestId('lk-name-success')
      await judge(name('success'))
    })
  })
})
