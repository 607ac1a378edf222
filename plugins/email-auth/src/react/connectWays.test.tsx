// Buttons of the host's page that log in, over a real frame of another origin.
import { ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { WalletButton } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { ConnectingSocialRoute } from '../routes.js'
import { emailAuth } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

async function open(wallet: string) {
  const evm = offlineEvm(1)
  const login = emailAuth({ frameUrl, socials: ['google'], projectId: 'waits' })
  shown = await show([evm, login], [], { children: <WalletButton wallet={wallet} /> })
  const { kernel } = shown
  const told: string[] = []
  kernel.events.onAny(({ id }) => void told.push(id))
  const button = await findTestId('wallet-button')
  return { button, told, navigation: kernel.get(Navigation), session: kernel.get(Session) }
}

it('asks for the email and connects by it, then opens the account', async () => {
  const { button, navigation, session } = await open('email')
  await until(() => expect(button.textContent).toBe('Email'))
  button.click()
  type(await findTestId('lk-email'), 'person@example.com')
  ;(await findTestId('lk-email-submit')).click()
  type(await findTestId('lk-email-code'), '123456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() => expect(navigation.state.open).toBe(false))
  button.click()
  await findTestId('lk-email-account-row')
})

it('opens the window of a social login within the press', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { button, told, navigation } = await open('google')
  await until(() => expect(button.textContent).toBe('Google'))
  button.click()
  expect(opened).toHaveBeenCalledTimes(1)
  expect(navigation.state.entries.at(-1)?.name).toBe(ConnectingSocialRoute.name)
  expect(told).toContain('SOCIAL_LOGIN_STARTED')
})

it('offers the other ways, and says where it works, for a social login that refuses to be shown in the app', async () => {
  const agent = `${navigator.userAgent} Instagram 390.0.0.28.85`
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { button, told, navigation } = await open('google')
  await until(() => expect(button.textContent).toBe('Google'))
  button.click()
  const socials = await findTestId('lk-socials')
  expect(navigation.state.entries.at(-1)?.name).toBe(ConnectRoute.name)
  expect(socials.textContent).toBe('To continue with Google, open this page in your browser.')
  expect(opened).not.toHaveBeenCalled()
  expect(told).not.toContain('SOCIAL_LOGIN_STARTED')
})

it('offers no login that the host doesn’t list', async () => {
  const { button } = await open('apple')
  expect(button.dataset.status).toBe('unknown')
})
