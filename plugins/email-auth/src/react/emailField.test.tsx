// What the email field does while an address is being looked at, and when the answer comes too late.
import { BaseError } from '@latchkey/kernel/plugin'
import { ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { afterEach, expect, it, vi } from 'vitest'
import { frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { byTestId, findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { EmailAuth, type EmailAction } from '../EmailAuthService.js'
import { EmailVerifyOtpRoute } from '../routes.js'
import { emailAuth } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

interface Attempt {
  readonly email: string
  resolve(action: EmailAction): void
  reject(error: unknown): void
}

/** The Connect view. The test decides when and what the wallet answers to each email address. */
async function open() {
  shown = await show([offlineEvm(1), emailAuth({ frameUrl: 'https://wallet.example.com/frame' })], [])
  const { kernel } = shown
  const attempts: Attempt[] = []
  vi.spyOn(kernel.get(EmailAuth), 'connectEmail').mockImplementation(
    (email) => new Promise((resolve, reject) => attempts.push({ email, resolve, reject })),
  )
  const navigation = kernel.get(Navigation)
  navigation.open(ConnectRoute)
  return { navigation, session: kernel.get(Session), attempts }
}

const field = () => findTestId('lk-email') as Promise<HTMLInputElement>
const views = (navigation: { state: { entries: readonly { name: string }[] } }) =>
  navigation.state.entries.map(({ name }) => name)
const lost = () => new BaseError('The wallet can’t be reached.', { code: 'SERVICE_UNAVAILABLE' })
const error = () => document.querySelector('[aria-invalid="true"]')

it('an address can’t be changed while it’s looked at, and an error goes with the next one', async () => {
  const { navigation, attempts } = await open()
  type(await field(), 'first@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(attempts).toHaveLength(1))
  expect((await field()).readOnly).toBe(true)
  attempts[0]?.reject(lost())
  await until(() => expect(error()).not.toBeNull())
  expect((await field()).readOnly).toBe(false)
  type(await field(), 'second@example.com')
  await until(() => expect(error()).toBeNull())
  ;(await findTestId('lk-email-submit')).click()
  await until(() =>
    expect(attempts.map(({ email }) => email)).toEqual(['first@example.com', 'second@example.com']),
  )
  attempts[1]?.resolve('VERIFY_OTP')
  await until(() => expect(views(navigation)).toEqual([ConnectRoute.name, EmailVerifyOtpRoute.name]))
})

it('an error isn’t said of an address that a password manager put in the place of the one it is about', async () => {
  const { navigation, attempts } = await open()
  type(await field(), 'first@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(attempts).toHaveLength(1))
  // No person can type into it now.
  type(await field(), 'second@example.com')
  attempts[0]?.reject(lost())
  await until(async () => expect((await field()).readOnly).toBe(false))
  expect((await field()).value).toBe('second@example.com')
  expect(error()).toBeNull()
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(attempts).toHaveLength(2))
  attempts[1]?.resolve('VERIFY_OTP')
  await until(() => expect(views(navigation)).toEqual([ConnectRoute.name, EmailVerifyOtpRoute.name]))
})

it('an address after errors of the frame is looked at, and no error stays with it', async () => {
  shown = await show([offlineEvm(1), emailAuth({ frameUrl })], [])
  const { kernel } = shown
  const navigation = kernel.get(Navigation)
  navigation.open(ConnectRoute)
  const frames = () => document.querySelectorAll('[data-latchkey-frame] iframe')
  const submit = async (email: string) => {
    type(await field(), email)
    expect(error()).toBeNull()
    ;(await findTestId('lk-email-submit')).click()
  }
  for (let round = 0; round < 3; round += 1) {
    await submit(`liar${round}@example.com`)
    await until(() => expect(error()).not.toBeNull())
    expect(kernel.get(EmailAuth).secondsUntilNextEmail()).toBe(0)
  }
  const [first] = frames()
  await submit('person@example.com')
  await until(() => expect(views(navigation)).toEqual([ConnectRoute.name, EmailVerifyOtpRoute.name]))
  expect(kernel.get(EmailAuth).state.pendingEmail).toBe('person@example.com')
  expect(frames()[0]).toBe(first)
})

it('an address waits as long as the service says of the one before, and not as long as after a mail', async () => {
  shown = await show([offlineEvm(1), emailAuth({ frameUrl })], [])
  const { kernel } = shown
  const navigation = kernel.get(Navigation)
  navigation.open(ConnectRoute)
  type(await field(), 'throttled@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(document.body.textContent).toContain('Please try again after 2 seconds'))
  expect(kernel.get(EmailAuth).secondsUntilNextEmail()).toBeLessThanOrEqual(2)
  await until(() => expect(kernel.get(EmailAuth).secondsUntilNextEmail()).toBe(0))
  type(await field(), 'person@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(views(navigation)).toEqual([ConnectRoute.name, EmailVerifyOtpRoute.name]))
})

it('presses that come before the field is drawn again ask once', async () => {
  const { attempts } = await open()
  type(await field(), 'first@example.com')
  const form = (await findTestId('lk-email-submit')).closest('form')
  for (let press = 0; press < 3; press += 1) form?.requestSubmit()
  await until(() => expect((byTestId('lk-email') as HTMLInputElement).readOnly).toBe(true))
  expect(attempts).toHaveLength(1)
})

it('an answer that comes after the person closed the modal opens it no more', async () => {
  const { navigation, session, attempts } = await open()
  const connect = vi.spyOn(session, 'connect')
  for (const action of ['VERIFY_OTP', 'VERIFY_DEVICE', 'CONNECT'] as const) {
    navigation.open(ConnectRoute)
    type(await field(), `${action.toLowerCase()}@example.com`)
    ;(await findTestId('lk-email-submit')).click()
    await until(() => expect(attempts.at(-1)?.email).toContain(action.toLowerCase()))
    navigation.close()
    await until(() => expect(byTestId('lk-email')).toBeNull())
    attempts.at(-1)?.resolve(action)
    await new Promise((resolve) => setTimeout(resolve))
    expect(navigation.state.open).toBe(false)
  }
  expect(connect).not.toHaveBeenCalled()
})

it('an answer to an address that was left leads nowhere, and the next address is looked at', async () => {
  const { navigation, attempts } = await open()
  type(await field(), 'first@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(attempts).toHaveLength(1))
  navigation.close()
  await until(() => expect(byTestId('lk-email')).toBeNull())
  navigation.open(ConnectRoute)
  type(await field(), 'second@example.com')
  ;(await findTestId('lk-email-submit')).click()
  await until(() => expect(attempts).toHaveLength(2))
  attempts[0]?.reject(lost())
  await new Promise((resolve) => setTimeout(resolve))
  expect(error()).toBeNull()
  attempts[1]?.resolve('VERIFY_OTP')
  await until(() => expect(views(navigation)).toEqual([ConnectRoute.name, EmailVerifyOtpRoute.name]))
})
