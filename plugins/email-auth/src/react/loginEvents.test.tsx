// What an app's listeners are told of logins: each step once, in its order, and nothing of what people type.
import { ConnectRoute, Navigation, Session } from '@latchkey/kernel/plugin'
import { afterEach, expect, it, vi } from 'vitest'
import { eip155 } from '../../../eip155/src/index.js'
import { findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { emailAuth } from './index.js'

const frameUrl = `${location.origin.replace('127.0.0.1', 'localhost')}/plugins/email-auth/test/frame/index.html`
const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function open(projectId: string) {
  shown = await show(
    [
      eip155({ networks: [chain], discovery: false, injected: false }),
      emailAuth({ frameUrl, socials: ['google', 'farcaster'], projectId }),
    ],
    [],
    {},
  )
  const { kernel } = shown
  const heard: (readonly [string, unknown])[] = []
  kernel.events.onAny(({ id, payload }) => {
    if (/^(?:EMAIL|DEVICE|SOCIAL)_/.test(id)) heard.push([id, payload])
  })
  const navigation = kernel.get(Navigation)
  navigation.open(ConnectRoute)
  return { heard, navigation, session: kernel.get(Session) }
}

it('tells each step of a login by email, the failed ones too', async () => {
  const { heard, session } = await open('email')
  const field = await findTestId('lk-email')
  field.focus()
  type(field, 'approver@example.com')
  ;(await findTestId('lk-email-submit')).click()
  type(await findTestId('lk-email-code'), '000000')
  await until(() => expect(heard.at(-1)?.[0]).toBe('EMAIL_VERIFICATION_CODE_FAIL'))
  type(await findTestId('lk-email-code'), '123456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  expect(heard).toEqual([
    ['EMAIL_LOGIN_SELECTED', {}],
    ['EMAIL_SUBMITTED', {}],
    ['EMAIL_VERIFICATION_CODE_SENT', {}],
    ['EMAIL_VERIFICATION_CODE_FAIL', { message: 'This code isn’t right. Check it and try again.' }],
    ['EMAIL_VERIFICATION_CODE_PASS', {}],
  ])
})

it('tells that a device was approved, and of one that needs no code no code', async () => {
  const approved = await open('device')
  type(await findTestId('lk-email'), 'device@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await findTestId('lk-email-code')
  expect(approved.heard.map(([id]) => id)).toEqual([
    'EMAIL_SUBMITTED',
    'DEVICE_REGISTERED_FOR_EMAIL',
    'EMAIL_VERIFICATION_CODE_SENT',
  ])
  await shown?.unmount()

  const { heard, session } = await open('known')
  type(await findTestId('lk-email'), 'known@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(session.state.connections).toHaveLength(1))
  expect(heard.map(([id]) => id)).toEqual(['EMAIL_SUBMITTED'])
})

it('tells how a social login ended', async () => {
  const popup = { closed: true, close() {}, location: { replace() {} } }
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  const closed = await open('signs')
  ;(await findTestId('social-selector-google')).click()
  await findTestId('lk-social-retry')
  opened.mockRestore()
  expect(closed.heard).toEqual([
    ['SOCIAL_LOGIN_STARTED', { provider: 'google' }],
    ['SOCIAL_LOGIN_CANCELED', { provider: 'google' }],
  ])
  closed.heard.length = 0
  closed.navigation.reset(ConnectRoute)
  ;(await findTestId('social-selector-farcaster')).click()
  await until(() => expect(closed.session.state.connections).toHaveLength(1))
  await until(() => expect(closed.heard).toHaveLength(3))
  expect(closed.heard).toEqual(
    ['STARTED', 'REQUEST_USER_DATA', 'SUCCESS'].map((end) => [
      `SOCIAL_LOGIN_${end}`,
      { provider: 'farcaster' },
    ]),
  )
  await shown?.unmount()

  const late = await open('expires')
  ;(await findTestId('social-selector-farcaster')).click()
  await findTestId('lk-farcaster-retry')
  expect(late.heard.map(([id]) => id)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_ERROR'])
})
