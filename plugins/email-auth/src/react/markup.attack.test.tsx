// What strangers choose (names of providers, addresses, the words of a frame) is shown as text.
import { AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { Route } from '@latchkey/kernel/plugin'
import { afterEach, describe, expect, it } from 'vitest'
import { frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { EmailAuth } from '../EmailAuthService.js'
import {
  EmailAccountRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  UpdateEmailPrimaryOtpRoute,
  UpdateEmailSecondaryOtpRoute,
  UpdateEmailWalletRoute,
} from '../routes.js'
import { emailAuth } from './index.js'

const markup = '<b id="own">x</b><img src=x onerror="globalThis.wasRun=1">\u202e'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function open(options: Partial<Parameters<typeof emailAuth>[0]> = {}) {
  const evm = offlineEvm(1)
  shown = await show([evm, emailAuth({ frameUrl, socials: ['farcaster'], ...options })], [])
  const { kernel } = shown
  return { navigation: kernel.get(Navigation), session: kernel.get(Session), auth: kernel.get(EmailAuth) }
}

/** The words are there, and nothing came of them. */
async function expectText(start = '<b id="own">x</b>'): Promise<void> {
  const said = () => document.querySelector('dialog')?.textContent ?? ''
  await until(() => expect(said()).toContain(start))
  expect(said()).not.toContain('\u202e')
  expect(document.getElementById('own')).toBeNull()
  expect(document.querySelector('[onerror], dialog script')).toBeNull()
  expect('wasRun' in globalThis).toBe(false)
}

it('the name that a provider or the app’s server gives a person', async () => {
  const { navigation, session } = await open({ projectId: markup, passkey: true })
  navigation.open(ConnectRoute)
  ;(await findTestId('lk-passkey')).click()
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() => expect(navigation.state.open).toBe(false))
  navigation.open(AccountRoute)
  ;(await findTestId('lk-email-account-row')).click()
  await findTestId('lk-email-logged-in')
  await expectText()
})

it.each([
  ['the code', EmailVerifyOtpRoute],
  ['the device', EmailVerifyDeviceRoute],
])('an email address in the view of %s', async (_, route) => {
  const { navigation, auth } = await open()
  // No frame can send such an address: it would have to come out of the page's own storage.
  Object.assign(auth.state, { pendingEmail: markup })
  navigation.reset(ConnectRoute)
  navigation.push(route as Route<undefined>)
  await expectText()
})

it.each([
  ['the code of the known address', UpdateEmailPrimaryOtpRoute, '<b id="own">x</b>'],
  ['the code of the new address', UpdateEmailSecondaryOtpRoute, '<b id="own">x</b>'],
  // It stands in the field.
  ['the new address', UpdateEmailWalletRoute, ''],
  ['the account', EmailAccountRoute, '<b id="own">x</b>'],
])('an email address while it’s changed, in the view of %s', async (_, route, start) => {
  const { navigation, auth } = await open()
  Object.assign(auth.state, {
    user: { email: markup, userName: markup, loggedInBy: 'email' },
    nextEmail: markup,
  })
  navigation.reset(AccountRoute)
  navigation.push(route as Route<undefined>)
  await until(() => expect(document.querySelector(`[data-view="${route.name}"]`)).not.toBeNull())
  await expectText(start)
})

describe('the words of a frame for what went wrong', () => {
  async function enter(email: string) {
    const opened = await open({ projectId: markup })
    opened.navigation.open(ConnectRoute)
    type(await findTestId('lk-email'), email)
    ;(await findTestId('lk-email-submit')).click()
    return opened
  }
  const expectHarmless = async () => {
    await until(() => expect(document.querySelector('[aria-invalid="true"], [role="alert"]')).not.toBeNull())
    await expectText('')
  }

  it('at the field', async () => {
    await enter('liar@example.com')
    await expectHarmless()
  })

  it('at the code', async () => {
    await enter('person@example.com')
    type(await findTestId('lk-email-code'), '123456')
    await expectHarmless()
  })

  it.each([
    ['at a new address', UpdateEmailWalletRoute, 'lk-email-new', 'liar@example.com'],
    ['at the code of the known address', UpdateEmailPrimaryOtpRoute, 'lk-email-code', '123456'],
    ['at the code of the new address', UpdateEmailSecondaryOtpRoute, 'lk-email-code', '123456'],
  ])('%s', async (_, route, field, value) => {
    const { navigation, auth } = await open({ projectId: markup })
    Object.assign(auth.state, {
      user: { email: 'person@example.com', userName: undefined, loggedInBy: 'email' },
      nextEmail: 'next@example.com',
    })
    navigation.reset(AccountRoute)
    navigation.push(route as Route<undefined>)
    type(await findTestId(field), value)
    if (field === 'lk-email-new') (await findTestId('lk-email-save')).click()
    await expectHarmless()
  })

  it('with Farcaster', async () => {
    const { navigation } = await open({ projectId: markup })
    navigation.open(ConnectRoute)
    ;(await findTestId('social-selector-farcaster')).click()
    await findTestId('lk-farcaster-retry')
    await expectText('')
  })
})
