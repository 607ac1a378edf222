import { AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { TokenType } from '@latchkey/kernel/contracts'
import { eip155 } from '../../../eip155/src/index.js'
import { afterEach, expect, it } from 'vitest'
import { byTestId, findTestId, show, type Shown, text, type, until } from '../../../../ui-react/test/show.js'
import { EmailVerifyOtpRoute, EmbeddedWalletRoute } from '../routes.js'
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

/** The account's view, for a person whose email says what there is to see, and how they decide. */
async function openAccount(name: string): Promise<TokenType<typeof Navigation>> {
  shown = await show(
    [eip155({ networks: [chain], discovery: false, injected: false }), emailAuth({ frameUrl })],
    [],
  )
  const [navigation, session] = [shown.kernel.get(Navigation), shown.kernel.get(Session)]
  await until(() => expect(navigation.draws(EmailVerifyOtpRoute.name)).toBe(true))
  navigation.open(ConnectRoute)
  type(await findTestId('lk-email'), `${name}@example.com`)
  ;(await findTestId('lk-email-submit')).click()
  type(await findTestId('lk-email-code'), '123456')
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() => expect(navigation.state.open).toBe(false))
  navigation.open(AccountRoute)
  ;(await findTestId('lk-email-account-row')).click()
  await findTestId('lk-email-export')
  return navigation
}

it.each([
  ['undoing the upgrade', 'lk-undo-upgrade'],
  ['speeding a transaction up', 'lk-speed-up'],
])('%s is shown in the modal, and given up by going back', async (_, row) => {
  const navigation = await openAccount('upgraded.waiting')
  ;(await findTestId(row)).click()
  const place = await findTestId('lk-frame-place')
  await until(() => expect(place.innerText).toContain('Opening your wallet…'))
  expect(navigation.state.entries.at(-1)?.name).toBe(EmbeddedWalletRoute.name)
  ;(await findTestId('lk-frame-cancel')).click()
  await findTestId(row)
  expect(text()).not.toContain('Something went wrong')
})

it('names the code that the account runs as text, and takes the row away once it is undone', async () => {
  await openAccount('approver.upgraded')
  const row = await findTestId('lk-undo-upgrade')
  expect(row.innerText).toContain('Undo account upgrade')
  expect(row.innerText).toContain('Your account runs <b>Known</b> code (0xf39F…2266)')
  row.click()
  await until(() => expect(byTestId('lk-undo-upgrade')).toBeNull())
})

it.each([
  ['approver.waiting', 'Sped up. Only one of the two transactions can go through.'],
  ['approver.waiting.done', 'It went through in the meantime. Nothing else was sent.'],
  ['approver.waiting.reverted', 'It failed in the meantime. Nothing else was sent.'],
  ['approver.waiting.gone', 'This transaction is no longer waiting. Nothing else was sent.'],
])(
  'says how long a transaction of %s has been waiting, and what came of speeding it up',
  async (name, said) => {
    await openAccount(name)
    const row = await findTestId('lk-speed-up')
    expect(row.innerText).toContain('It’s been waiting for 2 minutes')
    row.click()
    await until(() => expect(document.body.innerText).toContain(said))
    expect(byTestId('lk-speed-up')).toBeNull()
  },
)

it('says why a transaction wasn’t sped up, after the wallet’s own view is gone', async () => {
  await openAccount('approver.waiting.fails')
  ;(await findTestId('lk-speed-up')).click()
  await until(() => expect(document.body.innerText).toContain('No bundler took it.'))
  await findTestId('lk-speed-up')
})

it('shows neither row where there is nothing to undo and nothing waits', async () => {
  await openAccount('approver')
  expect([byTestId('lk-undo-upgrade'), byTestId('lk-speed-up')]).toEqual([null, null])
})
