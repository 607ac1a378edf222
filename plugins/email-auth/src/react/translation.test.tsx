import {
  AccountRoute,
  ApproveTransactionRoute,
  ConnectRoute,
  Navigation,
  Session,
} from '@latchkey/kernel/wallet'
import { frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import {
  byTestId,
  findTestId,
  settled,
  show,
  type Shown,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { socialProviders } from '../protocol/providers.js'
import {
  ConnectingFarcasterRoute,
  ConnectingSocialRoute,
  ConnectSocialsRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
  UpdateEmailPrimaryOtpRoute,
  UpdateEmailSecondaryOtpRoute,
  UpdateEmailWalletRoute,
} from '../routes.js'
import { emailAuth } from './index.js'
import { emailAuthMessages } from './emailAuthMessages.js'

const evm = offlineEvm(1)
const views = watchViews()
const messages = markedMessages(emailAuthMessages)

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function open(projectId = 'waits') {
  shown = await show(
    [evm, views.watch(emailAuth({ frameUrl, socials: [...socialProviders], passkey: true, projectId }))],
    [],
    { messages },
  )
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(EmailVerifyOtpRoute.name)).toBe(true))
  navigation.open(ConnectRoute)
  return { navigation, session: shown.kernel.get(Session) }
}

const names = [
  /\S+@\S+/g,
  /0x[\da-fA-F.…]+/g,
  /\b(?:Chain 1|ETH|Test wallet|Email wallet)\b/g,
  /^[A-Z]{1,2}$/g,
  /\b(?:Google|X|Discord|Farcaster|GitHub|Apple|Facebook|Alice)\b/g,
]
const unmarked = async () => {
  await settled()
  return [...unmarkedWords(names), ...(await misreadFigures([...names, /íñ 20 ɱíñúţéš/g]))]
}

async function enter(email: string) {
  type(await findTestId('lk-email'), email)
  ;(await findTestId('lk-email-submit')).click()
}

it('has every word of a login translated, from the field to the account', async () => {
  const { navigation, session } = await open()
  await findTestId('lk-email')
  expect(byTestId('lk-email-submit')).toBeNull()
  await enter('nobody')
  await until(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  expect(await unmarked()).toEqual([])
  await enter('approver.waiting@example.com')
  const code = await findTestId('lk-email-code')
  expect(await unmarked()).toEqual([])
  // Another mail is held back for 30 seconds.
  expect(
    (await findTestId('lk-email-resend')).getAttribute('aria-disabled') ??
      byTestId('lk-email-resend')?.hasAttribute('disabled'),
  ).toBeTruthy()
  type(code, '000000')
  await until(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  expect(((await findTestId('lk-email-code')) as HTMLInputElement).value).toBe('')
  expect(await unmarked()).toEqual([])
  type(await findTestId('lk-email-code'), '123 456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() => expect(navigation.state.open).toBe(false))
  navigation.open(AccountRoute)
  ;(await findTestId('lk-email-account-row')).click()
  await findTestId('lk-speed-up')
  expect(await unmarked()).toEqual([])
  for (const route of [ApproveTransactionRoute, EmbeddedWalletRoute]) {
    navigation.reset(route)
    await findTestId('lk-frame-place')
    expect(await unmarked()).toEqual([])
  }
})

it('goes on to the code once a new device was approved, and says where to start without a login', async () => {
  const { navigation } = await open()
  navigation.reset(EmailVerifyDeviceRoute)
  await findTestId('lk-email-restart')
  expect(await unmarked()).toEqual([])
  navigation.reset(ConnectRoute)
  await enter('device@example.com')
  await findTestId('lk-email-code')
  expect(navigation.state.entries.map(({ name }) => name)).toEqual(['Connect', 'EmailVerifyOtp'])
})

it('has every word of a social login translated, when its window is closed, refused or done', async () => {
  const { navigation, session } = await open()
  await findTestId('lk-socials')
  expect(await unmarked()).toEqual([])
  navigation.push(ConnectSocialsRoute)
  await findTestId('lk-all-socials')
  expect(await unmarked()).toEqual([])
  const popup = { closed: true, close() {}, location: { replace() {} } }
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  ;(await findTestId('social-selector-facebook')).click()
  await findTestId('lk-connecting-social')
  expect(opened).toHaveBeenCalledTimes(1)
  expect(await unmarked()).toEqual([])
  const again = await until(() => byTestId('lk-social-retry') ?? expect.fail('still waits'))
  expect(await unmarked()).toEqual([])
  again.click()
  expect(opened).toHaveBeenCalledTimes(2)
  opened.mockRestore()
  // Without a press, a view that is shown leads nowhere.
  navigation.reset(ConnectingSocialRoute, { provider: 'google' as const })
  await findTestId('lk-social-retry')
  navigation.reset(ConnectRoute)
  ;(await findTestId('lk-passkey')).click()
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() => expect(navigation.state.open).toBe(false))
  navigation.open(AccountRoute)
  ;(await findTestId('lk-email-account-row')).click()
  ;(await findTestId('lk-email-change-row')).click()
  type(await findTestId('lk-email-new'), 'second@example.com')
  expect(await unmarked()).toEqual([])
  ;(await findTestId('lk-email-save')).click()
  await findTestId('lk-email-secondary-otp')
  expect(await unmarked()).toEqual([])
  type(await findTestId('lk-email-code'), '123456')
  await findTestId('lk-add-passkey')
  expect(await unmarked()).toEqual([])
})

it('has every word of a login with Farcaster translated: at a desk, on a phone, too late, and done', async () => {
  const { navigation } = await open('waits')
  ;(await findTestId('lk-socials-more')).click()
  ;(await findTestId('social-selector-farcaster')).click()
  await findTestId('lk-farcaster-code')
  expect(await unmarked()).toEqual([])
  navigation.back()
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  navigation.push(ConnectingFarcasterRoute)
  await findTestId('lk-farcaster-copy')
  expect(await unmarked()).toEqual([])
  ;(await findTestId('lk-farcaster-open')).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    'https://farcaster.example/siwf?channelToken=1',
    '_blank',
    'noreferrer noopener',
  )
  agent.mockRestore()
  opened.mockRestore()
  await shown?.unmount()

  const late = await open('expires')
  late.navigation.push(ConnectingFarcasterRoute)
  await findTestId('lk-farcaster-retry')
  expect(await unmarked()).toEqual([])
  await shown?.unmount()

  const done = await open('signs')
  done.navigation.push(ConnectingFarcasterRoute)
  await until(() => expect(done.session.state.connections).toHaveLength(1))
  await until(() => expect(done.navigation.state.open).toBe(false))
  done.navigation.open(AccountRoute)
  expect((await findTestId('lk-email-account-row')).textContent).toContain('alice')
})

it('has every word of a change of the email translated', async () => {
  const { navigation, session } = await open()
  await enter('approver@example.com')
  type(await findTestId('lk-email-code'), '123456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  navigation.reset(UpdateEmailWalletRoute)
  expect((await findTestId('lk-email-save')).hasAttribute('disabled')).toBe(true)
  type(await findTestId('lk-email-new'), 'other@example.com')
  expect(await unmarked()).toEqual([])
  ;(await findTestId('lk-email-save')).click()
  await findTestId('lk-email-primary-otp')
  type(await findTestId('lk-email-code'), '000000')
  await until(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  expect(await unmarked()).toEqual([])
  type(await findTestId('lk-email-code'), '123456')
  await findTestId('lk-email-secondary-otp')
  ;(await findTestId('lk-email-start-over')).click()
  await findTestId('lk-email-new')
  for (const route of [UpdateEmailPrimaryOtpRoute, UpdateEmailSecondaryOtpRoute]) {
    navigation.reset(route)
    await settled()
    expect(await unmarked()).toEqual([])
  }
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
