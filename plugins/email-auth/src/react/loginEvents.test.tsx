// The analytics events of a login, over a real frame of another origin.
import { AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { Storage } from '@latchkey/kernel/plugin'
import { afterEach, expect, it, vi } from 'vitest'
import { frameOrigin, frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { ConnectingSocialRoute } from '../routes.js'
import { storedSocial } from '../storedLogin.js'
import { emailAuth } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

async function open(projectId = 'waits') {
  const evm = offlineEvm(1)
  shown = await show([evm, emailAuth({ frameUrl, socials: ['google', 'farcaster'], projectId })], [])
  const { kernel } = shown
  const told: (readonly [string, unknown])[] = []
  kernel.events.onAny(({ id, payload }) => {
    if (/^(?:EMAIL|DEVICE|SOCIAL)_/.test(id)) told.push([id, payload])
  })
  const navigation = kernel.get(Navigation)
  navigation.open(ConnectRoute)
  return { kernel, told, navigation, session: kernel.get(Session) }
}

async function enter(email: string) {
  const field = await findTestId('lk-email')
  field.focus()
  type(field, email)
  ;(await findTestId('lk-email-submit')).click()
}

it('tells each step of a login by email once, and never who logs in', async () => {
  const { told, navigation, session } = await open()
  await enter('person@example.com')
  type(await findTestId('lk-email-code'), '000000')
  await until(() => expect(told.map(([id]) => id)).toContain('EMAIL_VERIFICATION_CODE_FAIL'))
  await until(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  type(await findTestId('lk-email-code'), '123456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  navigation.open(AccountRoute)
  ;(await findTestId('lk-email-account-row')).click()
  ;(await findTestId('lk-email-change-row')).click()
  await findTestId('lk-email-change')
  expect(told).toEqual([
    ['EMAIL_LOGIN_SELECTED', undefined],
    ['EMAIL_SUBMITTED', undefined],
    ['EMAIL_VERIFICATION_CODE_SENT', undefined],
    ['EMAIL_VERIFICATION_CODE_FAIL', { message: expect.stringMatching(/code/i) }],
    ['EMAIL_VERIFICATION_CODE_PASS', undefined],
    ['EMAIL_EDIT', undefined],
  ])
  expect(JSON.stringify(told)).not.toMatch(/person|example\.com|\d{6}/)
})

it('tells that a device was registered, and then of the code', async () => {
  const { told } = await open()
  await enter('device@example.com')
  await findTestId('lk-email-code')
  expect(told.map(([id]) => id)).toEqual([
    'EMAIL_LOGIN_SELECTED',
    'EMAIL_SUBMITTED',
    'DEVICE_REGISTERED_FOR_EMAIL',
    'EMAIL_VERIFICATION_CODE_SENT',
  ])
})

it('tells that a social login was begun and given up', async () => {
  const popup = { closed: true, close() {}, location: { replace() {} } }
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  const { told, navigation } = await open()
  ;(await findTestId('social-selector-google')).click()
  // The window can't be seen, and may be open: nobody has canceled anything yet.
  await findTestId('lk-social-retry')
  expect(told).toEqual([['SOCIAL_LOGIN_STARTED', { provider: 'google' }]])
  navigation.back()
  await until(() =>
    expect(told).toEqual([
      ['SOCIAL_LOGIN_STARTED', { provider: 'google' }],
      ['SOCIAL_LOGIN_CANCELED', { provider: 'google' }],
    ]),
  )
})

it('ends a login whose window the provider cut off, by the page that the window comes back to', async () => {
  const popup = { closed: true, close() {}, location: { replace() {} } }
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  const { told, session } = await open()
  ;(await findTestId('social-selector-google')).click()
  const waiting = await findTestId('lk-connecting-social')
  await findTestId('lk-social-retry')
  expect(waiting.textContent).toContain('Finish in the window that opened. If you closed it, try again.')
  // As the app's page in that window says it, where the wallet's page has led it.
  const channel = new BroadcastChannel('latchkey.social')
  const taken: unknown[] = []
  channel.addEventListener('message', ({ data }) => taken.push(data))
  const header = { protocol: 'latchkey-social', version: 1 }
  const uri = `${frameOrigin}/social-callback?code=1&state=1`
  const strangers = [
    { ...header, uri: `${frameOrigin}/social-callback?code=1&state=2` },
    { ...header, uri: `${frameOrigin}/social-callback?code=1` },
    { ...header, uri: 'https://evil.example/social-callback?code=1&state=1' },
    { ...header, uri: 'javascript:alert(1)' },
    { ...header, version: 2, uri },
    null,
  ]
  for (const stranger of strangers) channel.postMessage(stranger)
  channel.postMessage({ ...header, uri })
  await until(() => expect(session.state.connections).toHaveLength(1))
  expect(taken).toEqual([{ ...header, taken: uri }])
  channel.close()
  expect(told.map(([id]) => id)).toEqual([
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_REQUEST_USER_DATA',
    'SOCIAL_LOGIN_SUCCESS',
  ])
})

it('hands the answer over where another page waits for it, and says where to go on', async () => {
  const closed = vi.spyOn(window, 'close').mockReturnValue()
  const { kernel, told, navigation, session } = await open()
  kernel.get(Storage).write(storedSocial, 'google')
  const answer = `${frameOrigin}/social-callback?code=1&state=1`
  const page = location.href
  const back = new URL(page)
  back.searchParams.set('result_uri', answer)
  history.replaceState(history.state, '', back)
  const channel = new BroadcastChannel('latchkey.social')
  const header = { protocol: 'latchkey-social', version: 1 }
  const offered = new Promise<unknown>((resolve) => {
    channel.addEventListener('message', ({ data }) => {
      channel.postMessage({ ...header, taken: data.uri })
      resolve(data)
    })
  })
  navigation.reset(ConnectingSocialRoute, { provider: 'google' as const })
  expect(await offered).toEqual({ ...header, uri: answer })
  const view = await findTestId('lk-connecting-social')
  await until(() => expect(view.textContent).toContain('Continue in the window you came from.'))
  channel.close()
  expect(closed).toHaveBeenCalled()
  expect(document.querySelector('[data-testid="lk-social-retry"]')).toBeNull()
  expect(session.state.connections).toEqual([])
  expect(told).toEqual([])
  expect(location.href).toBe(page)
})

it('offers no other try where the provider doesn’t serve the host', async () => {
  const { kernel, navigation } = await open()
  kernel.get(Storage).write(storedSocial, 'google')
  const page = location.href
  const back = new URL(page)
  back.searchParams.set('result_uri', `${frameOrigin}/social-callback?code=unpaid`)
  history.replaceState(history.state, '', back)
  navigation.reset(ConnectingSocialRoute, { provider: 'google' as const })
  const view = await findTestId('lk-connecting-social')
  await until(() => expect(view.textContent).toContain('You can’t sign in this way right now.'))
  expect(document.querySelector('[data-testid="lk-social-retry"]')).toBeNull()
})

it.each([
  ['done', 'code=1', ['SOCIAL_LOGIN_REQUEST_USER_DATA', 'SOCIAL_LOGIN_SUCCESS']],
  ['refused at the provider', 'error=access_denied', ['SOCIAL_LOGIN_CANCELED']],
  ['failed', 'code=used', ['SOCIAL_LOGIN_ERROR']],
])('tells that a social login is %s, on the page that comes back from it', async (_how, answer, ids) => {
  const { kernel, told, navigation } = await open()
  kernel.get(Storage).write(storedSocial, 'google')
  const page = location.href
  const back = new URL(page)
  back.searchParams.set('result_uri', `${frameOrigin}/social-callback?${answer}`)
  history.replaceState(history.state, '', back)
  navigation.reset(ConnectingSocialRoute, { provider: 'google' as const })
  await until(() => expect(told.map(([id]) => id)).toEqual(ids))
  expect(told.map(([, payload]) => payload)).toEqual(ids.map(() => ({ provider: 'google' })))
  expect(location.href).toBe(page)
})

it('tells that a login with Farcaster is done, too late, or left', async () => {
  const start = async (projectId: string) => {
    const opened = await open(projectId)
    ;(await findTestId('social-selector-farcaster')).click()
    return { ...opened, ids: () => opened.told.map(([id]) => id.replace('SOCIAL_LOGIN_', '')) }
  }
  const done = await start('signs')
  await until(() => expect(done.ids()).toEqual(['STARTED', 'REQUEST_USER_DATA', 'SUCCESS']))
  expect(done.session.state.connections).toHaveLength(1)
  expect(done.told.map(([, payload]) => payload)).toEqual(done.told.map(() => ({ provider: 'farcaster' })))
  await shown?.unmount()
  const late = await start('expires')
  await until(() => expect(late.ids()).toEqual(['STARTED', 'ERROR']))
  await shown?.unmount()
  const leaving = await start('waits')
  await findTestId('lk-farcaster-code')
  leaving.navigation.back()
  await until(() => expect(leaving.ids()).toEqual(['STARTED', 'CANCELED']))
})

it('connects an address that needs no code, and tells of none', async () => {
  const { told, session } = await open()
  await enter('known@example.com')
  await until(() => expect(session.state.connections).toHaveLength(1))
  expect(told.map(([id]) => id)).toEqual(['EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED'])
})
